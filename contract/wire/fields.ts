import * as z from 'zod/mini'
import { hasAtMost } from './characters.ts'
import { secret } from './secret.ts'

// Schemas of basic fields, shared by all features.

const digits = /^[1-9]\d{0,15}$/
const integerOf = (pattern: RegExp, min: number) =>
  z.codec(z.union([z.int(), z.string().check(z.regex(pattern))]), z.int().check(z.minimum(min)), {
    decode: (raw) => Number(raw),
    encode: (value) => value,
  })

/** A numeric id ≥ 1; as digits in a query or a form. */
export const id = integerOf(digits, 1)
/** An integer ≥ 0; as digits in a query or a form. */
export const whole = integerOf(/^(0|[1-9]\d{0,15})$/, 0)
const opaque = /^[A-Za-z0-9_-]{1,64}$/
/** An opaque text id. */
export const sid = z.string().check(z.regex(opaque))
/** True for what `sid` accepts. */
export const isSid = (raw: unknown): raw is string => typeof raw === 'string' && opaque.test(raw)
/** 0 or 1 on the wire, a boolean in code. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]), z.boolean(), {
  decode: (raw) => raw === 1 || raw === '1',
  encode: (value) => (value ? 1 : 0),
})

/**
 * False for C0 and C1 controls (except newline and tab), direction overrides, invisible joiners, and lone surrogates:
 * they can disguise a text.
 */
const isPlain = (text: string) =>
  !/(?![\n\t])\p{Cc}|\p{Cs}|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u.test(text)

/** Text of at most n code points, trimmed, without control and direction-override characters. */
export const str = (n: number) =>
  z.string().check(
    z.trim(),
    z.refine((text) => hasAtMost(text, n)),
    z.refine(isPlain),
  )

/** Epoch milliseconds of the server. */
export const ms = z.int().check(z.minimum(0))
/** Display time `YYYY-MM-DD HH:mm:ss`, UTC. */
export const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
/** A verification code of six digits. May be absent or blank, for which the call has its own refusal. */
export const typedCode = secret(z.optional(z.union([z.literal(''), z.string().check(z.regex(/^\d{6}$/))])))
/** An uploaded file by its path or link; a call has its own refusal for a missing one. */
export const file = z.optional(z.string().check(z.maxLength(500)))
const fileList = z.array(z.string().check(z.minLength(1), z.maxLength(500)))
/** Several uploaded files; comma-joined in a form. May be absent or empty, for which the call has its own refusal. */
export const files = (most: number) =>
  z.optional(
    z.codec(z.union([z.string().check(z.maxLength(500 * most)), fileList]), fileList.check(z.maxLength(most)), {
      decode: (raw) => (typeof raw === 'string' ? raw.split(',').filter((part) => part !== '') : raw),
      encode: (value) => value,
    }),
  )
/** Text typed by a user. Optional in the schema, because a call has its own refusal for a missing or blank one. */
export const typed = (n: number) => z.optional(str(n))

/** Cache of display times, because the same few seconds are formatted again and again. */
const cache = new Map<number, string>()
const maxCached = 512
/** Formats an instant as display time, in UTC. */
export function timeOf(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  const cached = cache.get(second)
  if (cached !== undefined) return cached
  const text = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  if (cache.size >= maxCached) cache.clear()
  cache.set(second, text)
  return text
}
