import ipaddr from 'ipaddr.js'
import { maxPushAddress } from '#contract/notification/push.ts'

/**
 * True for an address of the public internet: not this machine, its network, a cloud's metadata, or a form that hides
 * one of those.
 */
export const isPublicAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.process(text).range() === 'unicast'

/** A name of the public DNS: two labels or more, the last one no number. Addresses in any spelling are none. */
const hostForm = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The address of a push service as a browser names it; null for any other. It comes from a stranger and the venue posts
 * to it: only https
 * on its own port, to a name, without credentials. What the name resolves to is looked at each time something is sent.
 */
export function pushAddressOf(text: string): URL | null {
  if (text.length > maxPushAddress || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && url.hash === ''
  return isPlain && hostForm.test(url.hostname) ? url : null
}
