import { createHmac } from 'node:crypto'
import type { CallRow } from './call-rows.ts'
import type { ChatContext } from './context.ts'

/** So long the password of a TURN server is good. */
const credentialMs = 6 * 3_600_000

/** The call that a person is in or is being called to; an answered one before one that rings. */
export function callIn({ tables }: Pick<ChatContext, 'tables'>, user: number): CallRow | null {
  const all = [...tables.chatCalls.group('caller', user), ...tables.chatCalls.group('called', user)]
  return all.find(({ status }) => status !== 'ringing') ?? all[0] ?? null
}

/**
 * The servers by which two devices find each other, for one person. A TURN server checks the password by itself: it is
 * made of the shared secret, the person and the time until which it is good (draft-uberti-behave-turn-rest).
 */
export function callServersOf({ settings, now }: Pick<ChatContext, 'settings' | 'now'>, user: number) {
  const { callServers, callSecret } = settings.chat
  const expireMs = now() + credentialMs
  const username = `${Math.floor(expireMs / 1000)}:${user}`
  const secret = callSecret === null ? null : createHmac('sha1', callSecret).update(username).digest('base64')
  const servers = (callServers ?? []).map((url) =>
    url.startsWith('turn') && secret !== null ? { urls: [url], username, credential: secret } : { urls: [url] },
  )
  return { servers, expireMs }
}
