import { langOf } from './languages.ts'
import { decimalsOf, SCALE } from './money.ts'

/**
 * Where what does not fit goes: toward −∞ (what is held or gained), away from zero (a cost), to the nearest, ties away
 * from zero.
 */
export type Rounding = 'down' | 'away' | 'nearest'
const decimal = /^[+-]?\d+(\.\d+)?$/
export const isDecimal = (text: string) => decimal.test(text)
const isZero = (text: string) => !/[1-9]/.test(text)

/** One more in the last place of a text of digits with perhaps a point. */
const plusOne = (digits: string, decimals: number) => {
  const next = (BigInt(digits.replace('.', '')) + 1n).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? next : `${next.slice(0, -decimals)}.${next.slice(-decimals)}`
}

/** A decimal with exactly `decimals` places, never through a float. What is rounded to zero has no sign. */
export function roundDec(text: string, decimals: number, rounding: Rounding): string {
  const isNegative = text.startsWith('-')
  const [whole = '0', part = ''] = (isNegative || text.startsWith('+') ? text.slice(1) : text).split('.')
  const kept = decimals === 0 ? whole : `${whole}.${part.slice(0, decimals).padEnd(decimals, '0')}`
  const rest = part.slice(decimals)
  const isRaised =
    rest !== '' && (rounding === 'nearest' ? rest >= '5' : !isZero(rest) && (rounding === 'away' || isNegative))
  const rounded = isRaised ? plusOne(kept, decimals) : kept
  return isNegative && !isZero(rounded) ? `-${rounded}` : rounded
}

/** The currencies that are counted in hundredths, or in whole units; every other name is that of a coin. */
export const currencyScales = { USDT: 2, USD: 2, CNY: 2, HKD: 2, JPY: 0, KRW: 0, EUR: 2, THB: 2 } as const
const scaleOf = new Map<string, number>(Object.entries(currencyScales))
/** The decimals of a currency; undefined for a coin, whose amounts have their own. */
export const currencyScaleOf = (unit: string) => scaleOf.get(unit)
/** In tickets and reviews an amount below one of a currency has two places more. */
const finePlaces = 2

/**
 * `isFine`: in a ticket or review. `isRate`: what one of something costs. With `isSigned` what is above zero has a
 * plus.
 */
export type Shape = {
  readonly rounding?: Rounding
  readonly isFine?: boolean
  readonly isRate?: boolean
  readonly isSigned?: boolean
}
/** Decimals of an amount: of a currency as its table says, of a coin its own. */
const placesOf = (text: string, unit: string, { isFine = false, isRate = false }: Shape): number => {
  const own = Math.min(SCALE, decimalsOf(text.includes('.') ? text.replace(/\.?0+$/, '') : text))
  const scale = scaleOf.get(unit)
  if (scale === undefined) return own
  // A rate that would be rounded to nothing is told to its last digit.
  if (isRate)
    return isZero(roundDec(text, scale + finePlaces, 'down')) ? own : Math.max(scale, Math.min(own, scale + finePlaces))
  return isFine && scale > 0 && /^[+-]?0+\./.test(text) && !isZero(text) ? scale + finePlaces : scale
}

/** The signs of a language between whole and part, and between groups of three. */
export type Marks = { readonly decimal: string; readonly group: string }
const pointed: Marks = { decimal: '.', group: ',' }
const spanish: Marks = { decimal: ',', group: '.' }
export const marksOf = (lang: string): Marks => (langOf(lang) === 'esp' ? spanish : pointed)

/** U+2212: as wide as a plus, and never the end of a line. */
const minus = '\u2212'
const grouped = (whole: string, group: string) => {
  let text = whole
  for (let at = whole.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)}${group}${text.slice(at)}`
  return text
}
/** A plain decimal as a language writes it, all its digits; another text as it is. A plus is kept. */
export function written(text: string, { decimal: point, group }: Marks): string {
  if (!isDecimal(text)) return text
  const sign = text.startsWith('-') ? minus : text.startsWith('+') ? '+' : ''
  const [whole = '', part] = text.slice(sign.length).split('.')
  return `${sign}${grouped(whole, group)}${part === undefined ? '' : `${point}${part}`}`
}

const signed = (text: string, isSigned: boolean) =>
  isSigned && !text.startsWith('-') && !isZero(text) ? `+${text}` : text

/** A decimal with so many places, as a language writes it; another text as it is. */
export const placesText = (
  text: string,
  places: number,
  marks: Marks,
  { rounding = 'down', isSigned = false }: Shape = {},
): string => (isDecimal(text) ? written(signed(roundDec(text, places, rounding), isSigned), marks) : text)

/** An amount of a currency or a coin, without the name of it. */
export const sumText = (text: string, unit: string, marks: Marks, shape: Shape = {}): string =>
  isDecimal(text) ? placesText(text, placesOf(text, unit, shape), marks, shape) : text
