import { base32nopad } from '@scure/base'
import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/core/secret-text.ts'

/** Length of one step, and how many steps a clock may be off in either direction. */
export const stepMs = 30_000
const drift = 1
const digits = 6

/** The one-time password of a counter (RFC 4226). */
export function hotp(key: Uint8Array, counter: number, length = digits): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', key).update(message).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}
export const stepAt = (atMs: number) => Math.floor(atMs / stepMs)

/**
 * The step that a code is of (RFC 6238), within the drift and after `last`, the step of the last accepted code; null if
 * it is of none.
 */
export function stepOf(key: Uint8Array, code: string, atMs: number, last: number): number | null {
  const now = stepAt(atMs)
  for (let step = Math.max(now - drift, last + 1); step <= now + drift; step += 1)
    if (isSameSecret(code, hotp(key, step))) return step
  return null
}

/** Base32 (RFC 4648) without padding, as authenticator apps read secrets. */
export const { encode: toBase32, decode: fromBase32 } = base32nopad
