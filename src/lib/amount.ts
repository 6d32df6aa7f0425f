import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

/** A plain decimal, perhaps still being typed; more digits than the ledger can hold are no amount. */
const plain = /^0*(\d{1,18})(?:\.(\d*))?$/

/** Units of what a form holds; null when that is no amount. Never throws, whatever was typed, linked or stored. */
export const unitsOf = (held: string): bigint | null => {
  const read = plain.exec(held)
  if (read === null) return null
  const [, whole = '0', part = ''] = read
  return /[^0]/.test(part.slice(SCALE)) ? null : BigInt(whole + part.slice(0, SCALE).padEnd(SCALE, '0'))
}

/** A decimal as the wire takes it: no dangling point, blank when what is held is no amount. */
export const tidyDecimal = (held: string) => {
  const units = unitsOf(held)
  return units === null ? '' : formatDec(units)
}

/** A share of a balance, cut to the step of the coin. */
export const percentOf = (balance: string, percent: number, scale: number): string => {
  const units = (parseDec(balance) * BigInt(percent)) / 100n
  return formatDec(units - (units % 10n ** BigInt(Math.max(0, SCALE - scale))))
}
