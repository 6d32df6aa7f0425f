import { marksOf, placesText, sumText, written, type Rounding, type Shape } from '#contract/wire/money-text.ts'
import { formatChange, formatCompact, formatFraction, formatWireTime } from './format.ts'

/**
 * `have`: held, gained or lost, never more than there is; `gain`: the same with its sign; `cost`: to pay, never less
 * than is charged.
 */
export type MoneyKind = 'have' | 'gain' | 'cost'
/** `fine`: of a ticket or review, where less than one of a currency has four decimals. */
export type Place = 'fine' | undefined
const shapes = { have: {}, gain: { isSigned: true }, cost: { rounding: 'away' } } as const satisfies Record<
  MoneyKind,
  Shape
>

/** How numbers are written in a language, for sentences, labels and titles; nodes of their own are made by `Money`. */
const createNumbers = (lang: string) => {
  const marks = marksOf(lang)
  const sum = (text: string, unit: string, kind: MoneyKind = 'have', place?: Place) =>
    sumText(text, unit, marks, { ...shapes[kind], isFine: place === 'fine' })
  const named = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)
  return {
    marks,
    /** An amount without the name of its unit, which stands beside it. */
    sum,
    money: (text: string, unit: string, place?: Place) => named(sum(text, unit, 'have', place), unit),
    gain: (text: string, unit: string, place?: Place) => named(sum(text, unit, 'gain', place), unit),
    cost: (text: string, unit: string, place?: Place) => named(sum(text, unit, 'cost', place), unit),
    /**
     * A price with all the decimals of its pair; a mean is rounded against the reader: `away` for who bought, `down`
     * for who sold.
     */
    price: (text: string, scale: number, rounding: Rounding = 'nearest') =>
      placesText(text, scale, marks, { rounding }),
    /** A column of coin amounts: all with the same decimals. */
    places: (text: string, scale: number) => placesText(text, scale, marks),
    /** What one of something costs in a unit, as it was set: of a currency up to two decimals more than it has. */
    rate: (text: string, unit: string) => sumText(text, unit, marks, { isRate: true, rounding: 'nearest' }),
    /** All its digits: for counts, and where the amount is told exactly. */
    exact: (text: string) => written(text, marks),
    /** A percentage as it was set, with at most so many decimals. */
    percent: (text: string, most = 2) => `${written(trimmed(text, most), marks)}%`,
    change: (text: string) => formatChange(text, lang),
    share: (fraction: string) => formatFraction(fraction, lang),
    compact: (text: string) => formatCompact(text, lang),
    /** A result in three digits at most, where there is no room for more: a day of a calendar. */
    short: (text: string) => {
      const { length } = text.replace(/^[+-]/, '').split('.')[0] ?? ''
      return length > 3
        ? `${text.startsWith('-') ? '' : '+'}${formatCompact(text, lang)}`
        : placesText(text, length > 2 ? 0 : 1, marks, { isSigned: true })
    },
    time: formatWireTime,
  }
}
export type Numbers = ReturnType<typeof createNumbers>

/** Its own decimals, at most so many. */
const trimmed = (text: string, most: number) => {
  const [whole = '', part = ''] = text.split('.')
  const kept = part.slice(0, most).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

const known = new Map<string, Numbers>()
/** The same object for the same language, so that what depends on it is not made again. */
export const numbersIn = (lang: string): Numbers => {
  const seen = known.get(lang)
  if (seen) return seen
  const made = createNumbers(lang)
  known.set(lang, made)
  return made
}
