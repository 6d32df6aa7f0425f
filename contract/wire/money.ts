import * as z from 'zod/mini'

/** Decimals of every seeded coin: one unit of the ledger is 10^-8 of the coin. */
export const SCALE = 8
const grammar = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/
const signed = /^-?(0|[1-9]\d{0,17})(\.\d{1,8})?$/
const change = /^[+-](0|[1-9]\d{0,17})(\.\d{1,8})?$/
const isZero = (text: string) => /^[0.]*$/.test(text)

/** Money, prices, quantities on the wire: a plain decimal string ≥ 0; a float never touches it. */
export const dec = z.string().check(z.regex(grammar))
/** The same, above zero. */
export const decPlus = z.string().check(z.regex(grammar), z.refine((text) => !isZero(text)))
/** A result, which may bear a minus. */
export const sdec = z.string().check(z.regex(signed))
/** A change in percent, which always bears its sign: `+3.00`. */
export const signedChange = z.string().check(z.regex(change))
/** What a user types: may be absent or blank (which has its own refusal), else in the grammar. Zero passes here. */
export const typedDec = z.optional(z.union([z.literal(''), dec]))

/** Text of the grammar to units of 10^-scale; digits beyond the scale are cut off. Throws on foreign text: a bug. */
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
/** Units of 10^-scale to text without trailing zeros. */
export function formatDec(units: bigint, scale: number = SCALE): string {
  const text = fixedDec(units, scale)
  if (scale === 0) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === zero) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === dot ? end - 1 : end)
}

/** Units of 10^-scale to text with exactly `scale` decimals. */
export function fixedDec(units: bigint, scale: number = SCALE): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** a ÷ b, cut toward zero. */
export const divDown = (a: bigint, b: bigint): bigint => a / b
/** a ÷ b, away from zero when something is left. */
export const divUp = (a: bigint, b: bigint): bigint => {
  const cut = a / b
  if (cut * b === a) return cut
  return a < 0n === b < 0n ? cut + 1n : cut - 1n
}

/** Scaled product of two numbers of the same scale, cut toward zero (`up`: away from it). */
export const mulDec = (a: bigint, b: bigint, scale: number = SCALE, up = false): bigint =>
  (up ? divUp : divDown)(a * b, 10n ** BigInt(scale))

/** Units at one scale to units at another; digits that do not fit are cut off. */
export const rescale = (units: bigint, from: number, to: number): bigint =>
  to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to)

/** Which of two decimal texts is greater: negative, zero or positive, as a sort wants it. */
export const compareDec = (a: string, b: string): number => {
  const difference = parseDec(a, 18) - parseDec(b, 18)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** How many decimals a text bears. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
