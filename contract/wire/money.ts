import * as z from 'zod/mini'

/** Decimals of the ledger: one unit is 10^-8 of a coin. */
export const SCALE = 8
const grammar = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/
const signed = /^-?(0|[1-9]\d{0,17})(\.\d{1,8})?$/
const change = /^[+-](0|[1-9]\d{0,17})(\.\d{1,8})?$/

/** Money, prices and quantities on the wire: a plain decimal string ≥ 0, never converted to a float. */
export const dec = z.string().check(z.regex(grammar))
/** True for what `dec` accepts. */
export const isDec = (raw: unknown): raw is string => typeof raw === 'string' && grammar.test(raw)
/** A decimal string that may be negative. */
export const sdec = z.string().check(z.regex(signed))
/** A change in percent, always with its sign: `+3.00`. */
export const signedChange = z.string().check(z.regex(change))
/** True for what `signedChange` accepts. */
export const isSignedChange = (raw: unknown): raw is string => typeof raw === 'string' && change.test(raw)
/** A decimal typed by a user. May be absent or blank, for which the call has its own refusal; zero is accepted here. */
export const typedDec = z.optional(z.union([z.literal(''), dec]))

/**
 * Parses a decimal string to units of 10^-scale; further digits are truncated. Throws on any other text, which is a
 * bug.
 */
export function parseDec(text: string, scale: number = SCALE): bigint {
  if (!signed.test(text) && !change.test(text)) throw new RangeError('not a decimal')
  const from = text.startsWith('-') || text.startsWith('+') ? 1 : 0
  const point = text.indexOf('.')
  const whole = point < 0 ? text.slice(from) : text.slice(from, point)
  const part = point < 0 ? '' : text.slice(point + 1, point + 1 + scale)
  const units = BigInt(whole + part.padEnd(scale, '0'))
  return text.startsWith('-') ? -units : units
}

const zero = 0x30
const dot = 0x2e
/** Formats units of 10^-scale without trailing zeros. */
export function formatDec(units: bigint, scale: number = SCALE): string {
  const text = fixedDec(units, scale)
  if (scale === 0) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === zero) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === dot ? end - 1 : end)
}

/** Formats units of 10^-scale with exactly `scale` decimals. */
export function fixedDec(units: bigint, scale: number = SCALE): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** a ÷ b, rounded toward zero. */
export const divDown = (a: bigint, b: bigint): bigint => a / b
/** a ÷ b, rounded away from zero. */
export const divUp = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  if (quotient * b === a) return quotient
  return a < 0n === b < 0n ? quotient + 1n : quotient - 1n
}

/** Product of two numbers of the same scale, at that scale; rounded toward zero, or away from zero if `up`. */
export const mulDec = (a: bigint, b: bigint, scale: number = SCALE, up = false): bigint =>
  (up ? divUp : divDown)(a * b, 10n ** BigInt(scale))

/** Converts units from one scale to another; digits that do not fit are truncated. */
export const rescale = (units: bigint, from: number, to: number): bigint =>
  to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to)

/** Compares two decimal strings; negative, zero or positive, for `sort`. */
export const compareDec = (a: string, b: string): number => {
  const difference = parseDec(a, 18) - parseDec(b, 18)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Number of decimals in a decimal string. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
