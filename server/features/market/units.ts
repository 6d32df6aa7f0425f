import { SCALE } from '#contract/wire/money.ts'
import type { Pair } from './rows.ts'

type Scales = Pick<Pair, 'priceScale' | 'amountScale'>

/** Formats whole units of 10^-scale with exactly `scale` decimals; `units` must be below 2^53. */
export function textOf(units: number, scale: number): string {
  if (scale === 0) return String(units)
  const digits = String(units).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
export const priceText = ({ priceScale }: Scales, ticks: number) => textOf(ticks, priceScale)
export const amountText = ({ amountScale }: Scales, steps: number) => textOf(steps, amountScale)

/** Base amount of `steps` in ledger units (10^-8). */
export const baseUnits = ({ amountScale }: Scales, steps: number): bigint =>
  BigInt(steps) * 10n ** BigInt(SCALE - amountScale)
/** Quote amount of one tick × one step in ledger units (10^-8). */
export const quoteUnit = ({ priceScale, amountScale }: Scales): bigint =>
  10n ** BigInt(SCALE - priceScale - amountScale)
/** Quote amount of `steps` at a price, in ledger units (10^-8); exact, never rounded. */
export const quoteUnits = (pair: Scales, ticks: number, steps: number): bigint =>
  BigInt(ticks) * BigInt(steps) * quoteUnit(pair)

/** Quote volumes are in units of 10^-4; they are for display, not for the ledger. */
export const volumeScale = 4
export const volumeOf = (pair: Scales, ticks: number, steps: number): number => {
  const product = ticks * steps
  const places = pair.priceScale + pair.amountScale - volumeScale
  // Dividing a whole number below 2^53 by a power of ten never rounds up to the next whole number.
  if (places >= 0 && Number.isSafeInteger(product)) return Math.floor(product / 10 ** places)
  return Number(quoteUnits(pair, ticks, steps) / 10n ** BigInt(SCALE - volumeScale))
}

/** Signed percent with two decimals, as tickers show it. */
export function changeText(open: number, last: number): string {
  const hundredths = open === 0 ? 0 : Math.round(((last - open) / open) * 10_000)
  return `${hundredths < 0 ? '-' : '+'}${textOf(Math.abs(hundredths), 2)}`
}
