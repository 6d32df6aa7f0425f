import { decimalsOf, fixedDec, formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

/** A plain decimal, perhaps incomplete; a number with more digits than the ledger holds is no amount. */
const plain = /^0*(\d{1,18})(?:\.(\d*))?$/

/** The units of a form's value; null if it is no amount. It never throws, for drafts and links contain any text. */
export const unitsOf = (value: string): bigint | null => {
  const read = plain.exec(value)
  if (read === null) return null
  const [, whole = '0', part = ''] = read
  return /[^0]/.test(part.slice(SCALE)) ? null : BigInt(whole + part.slice(0, SCALE).padEnd(SCALE, '0'))
}

/** A decimal as the wire takes it: without a trailing point; an empty string when the text is no amount. */
export const tidyDecimal = (value: string) => {
  const units = unitsOf(value)
  return units === null ? '' : formatDec(units)
}

/** A percentage of a balance, rounded down to `scale` decimal places. */
export const percentOf = (balance: string, percent: number, scale: number): string => {
  const units = (parseDec(balance) * BigInt(percent)) / 100n
  return formatDec(units - (units % 10n ** BigInt(Math.max(0, SCALE - scale))))
}

/** A multiple of the step some steps above or below a value, never below zero, with the decimals of the step. */
export const steppedBy = (value: string, step: string, steps: number): string => {
  const size = parseDec(step)
  const now = unitsOf(value) ?? 0n
  const below = now - (now % size)
  // The first step down from between two multiples ends at the lower one.
  const next = below + size * BigInt(steps < 0 && below !== now ? steps + 1 : steps)
  const scale = decimalsOf(step)
  return fixedDec((next < 0n ? 0n : next) / 10n ** BigInt(SCALE - scale), scale)
}
