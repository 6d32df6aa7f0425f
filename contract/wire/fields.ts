import * as z from 'zod/mini'
import { secret } from './secret.ts'

/** The atoms that the words are made of (wire.md section 1). */

const digits = /^[1-9]\d{0,15}$/
const wholeOf = (pattern: RegExp, least: number) =>
  z.codec(z.union([z.int(), z.string().check(z.regex(pattern))]), z.int().check(z.minimum(least)), {
    decode: (raw) => Number(raw),
    encode: (value) => value,
  })

/** Number id of a family table; digits as text in a query or a form. */
export const id = wholeOf(digits, 1)
/** A whole number ≥ 0; digits as text in a query or a form. */
export const whole = wholeOf(/^(0|[1-9]\d{0,15})$/, 0)
/** Opaque text id. */
export const sid = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
/** 0 or 1 on the wire, a boolean in code. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]), z.boolean(), {
  decode: (raw) => raw === 1 || raw === '1',
  encode: (value) => (value ? 1 : 0),
})

/** C0 and C1 controls (but newline and tab), direction overrides and invisible joiners that make texts lie; halves of characters. */
const isPlain = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- refusing control characters is what this is for
  !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/.test(text) && !/\p{Cs}/u.test(text)

/** Text of at most n code points, trimmed, without control and direction-override characters. */
export const str = (n: number) =>
  z.string().check(
    z.trim(),
    z.refine((text) => [...text].length <= n),
    z.refine(isPlain),
  )

/** Epoch milliseconds of the server. */
export const ms = z.int().check(z.minimum(0))
/** Display time `YYYY-MM-DD HH:mm:ss`, UTC. */
export const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
/** Six digits: a verification code. May be absent or blank, which has its own refusal. */
export const typedCode = secret(z.optional(z.union([z.literal(''), z.string().check(z.regex(/^\d{6}$/))])))
/** What a user types where a text is needed: blank has its own refusal. */
export const typed = (n: number) => z.optional(str(n))

/** Display times of late: the same few seconds are shown again and again. */
const shown = new Map<number, string>()
const maxShown = 512
/** The display time of an instant. */
export function timeOf(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  const known = shown.get(second)
  if (known !== undefined) return known
  const text = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  if (shown.size >= maxShown) shown.clear()
  shown.set(second, text)
  return text
}
