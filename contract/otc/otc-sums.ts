import { divDown, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'

// Sums of orders, the same on both sides. All amounts are in units of 10^-8, cut to the scale of the coin or of the
// currency.

const one = 10n ** BigInt(SCALE)
/** Cuts units of 10^-8 to a scale. */
export const cutUnits = (units: bigint, scale: number) => units - (units % 10n ** BigInt(SCALE - scale))

export type OtcSums = { number: bigint; total: bigint }
/**
 * Quantity and total of an order: by number the total is cut to the currency's scale, by money the quantity to the
 * coin's (E10).
 */
export function otcSums(
  means: 'number' | 'money',
  value: string,
  price: string,
  { coinScale, fiatScale }: { coinScale: number; fiatScale: number },
): OtcSums {
  const unit = parseDec(price)
  if (means === 'number') {
    const number = cutUnits(parseDec(value), coinScale)
    return { number, total: cutUnits(mulDec(unit, number), fiatScale) }
  }
  const total = cutUnits(parseDec(value), fiatScale)
  return { number: unit === 0n ? 0n : cutUnits(divDown(total * one, unit), coinScale), total }
}
/**
 * The fee of a quantity, in coins. Cut, so that the fees of all parts of an ad never exceed the fee set aside for the
 * whole.
 */
export const otcFee = (number: bigint, rate: string, coinScale: number) =>
  cutUnits(mulDec(number, parseDec(rate)), coinScale)
/** What a seller's ad sets aside for a quantity: the coins and the fee. */
export const otcEscrow = (number: bigint, rate: string, coinScale: number) => number + otcFee(number, rate, coinScale)
/** The worth in fiat of a quantity, cut to the currency's scale. */
export const otcWorth = (number: bigint, price: string, fiatScale: number) =>
  cutUnits(mulDec(parseDec(price), number), fiatScale)
/**
 * A price of a coin in fiat, from its price in the base coin and the currency's rate, with two decimals more than the
 * currency.
 */
export const otcIndexPrice = (worth: string, rate: string, fiatScale: number) =>
  formatDec(cutUnits(mulDec(parseDec(worth), parseDec(rate)), Math.min(fiatScale + 2, SCALE)))
/** The price that lies this many per cent from the index. */
export const otcFloatPrice = (index: string, margin: string, fiatScale: number) =>
  formatDec(
    cutUnits(
      (parseDec(index) * (parseDec('100') + parseDec(margin))) / parseDec('100'),
      Math.min(fiatScale + 2, SCALE),
    ),
  )
/** The bounds of a price: the index price less and plus the band. */
export const otcBand = (index: string, band: string, fiatScale: number) => {
  const away = mulDec(parseDec(index), parseDec(band))
  const scale = Math.min(fiatScale + 2, SCALE)
  return {
    low: formatDec(cutUnits(parseDec(index) - away, scale)),
    high: formatDec(cutUnits(parseDec(index) + away, scale)),
  }
}

// Opening hours of an ad, in UTC.

const dayMinutes = 24 * 60
const minuteMs = 60_000
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const textOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const inDay = (minutes: number) => ((minutes % dayMinutes) + dayMinutes) % dayMinutes

/**
 * True if the hours include this instant: from the first minute on, until the second one begins. Equal ends mean the
 * whole day.
 */
export function isOpenAt(text: string, at: number): boolean {
  if (text === '') return true
  const from = minutesOf(text)
  const length = inDay(minutesOf(text.slice(6)) - from)
  return length === 0 || inDay(Math.floor(at / minuteMs) - from) < length
}
/** The next instant at which closed hours open. */
export function opensAt(text: string, at: number): number {
  const now = Math.floor(at / minuteMs)
  return text === '' ? at : (now + inDay(minutesOf(text) - now)) * minuteMs
}
/** The same hours in another zone, `minutes` ahead of where they are written. */
export const shiftHours = (text: string, minutes: number) =>
  text === '' ? '' : [text, text.slice(6)].map((each) => textOf(inDay(minutesOf(each) + minutes))).join('-')
