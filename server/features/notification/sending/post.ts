import { lookup } from 'node:dns/promises'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './address.ts'

/** What a push service answered; `afterMs` is how long it asks to be left alone. */
export type Posted = { readonly status: number; readonly afterMs: number | null }
/** Posts to a push service; rejects when there is no answer. */
export type Post = (
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  signal: AbortSignal,
) => Promise<Posted>

/** The name leads to an address that is not public. */
export class PrivateAddress extends Error {}

const timeoutMs = 10_000
const maxAfterMs = 3_600_000
const addressesOf = async (host: string) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({ address, family }))

/** Seconds, or a date. */
const afterOf = (header: string | undefined): number | null => {
  if (header === undefined) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxAfterMs) : null
}

/**
 * The way out to push services. The connection goes to an address that was looked at, so that a name cannot change its
 * mind in between; one that is not public is not connected to, not even if others of the name are. Redirects are not
 * followed, the answer's body is not read. A test replaces what leads outside: the resolver, the judgement, and the
 * client.
 */
export function createPost({
  request = https.request,
  resolve = addressesOf,
  isAllowed = isPublicAddress,
  port = 443,
  waitMs = timeoutMs,
}: {
  request?: typeof https.request
  resolve?: typeof addressesOf
  isAllowed?: (address: string) => boolean
  port?: number
  waitMs?: number
} = {}): Post {
  const resolved: LookupFunction = (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(({ address }) => isAllowed(address)))
          return done(new PrivateAddress(host), '')
        if (all === true) return done(null, found)
        done(null, first.address, first.family)
      },
      (thrown: unknown) => done(thrown instanceof Error ? thrown : new Error(String(thrown)), ''),
    )
  }
  return (url, headers, body, signal) =>
    new Promise((answer, fail) => {
      const outgoing = request(
        url,
        {
          method: 'POST',
          port,
          headers,
          agent: false,
          lookup: resolved,
          signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
        },
        (incoming) => {
          answer({ status: incoming.statusCode ?? 0, afterMs: afterOf(incoming.headers['retry-after']) })
          incoming.destroy()
        },
      )
      outgoing.on('error', fail)
      outgoing.end(body)
    })
}
