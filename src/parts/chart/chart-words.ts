import type { Lang } from '#contract/wire/languages.ts'
import { tagOf, withMinus } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import type { Candle } from '#streams/market/merge-candles.ts'

/** The number and time formats of a chart in one language. */
export type ChartWords = {
  readonly tag: string
  /** A drawn value with the decimals of the price. */
  readonly price: (value: number) => string
  /** An exact price from the server. */
  readonly exact: (text: string) => string
  /** A drawn value with two decimals. */
  readonly index: (value: number) => string
  readonly amount: (value: number) => string
  readonly volume: (text: string) => string
  readonly time: (seconds: number) => string
  /** The same for a time that is already shifted to the local zone. */
  readonly axis: (seconds: number) => string
  readonly change: (bar: Candle) => { readonly text: string; readonly trend: 'rise' | 'fall' | 'flat' }
}

/** Bars of a day and longer are labelled with the market's date; shorter ones with the local time. */
export function chartWords(lang: Lang, scale: number, hasClock: boolean): ChartWords {
  const tag = tagOf(lang)
  const fixed = (digits: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'always' })
  const [price, index] = [fixed(scale), fixed(2)]
  const { change, compact, price: exact } = numbersIn(lang)
  const amount = new Intl.NumberFormat(tag, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 })
  const parts: Intl.DateTimeFormatOptions = hasClock
    ? { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { year: 'numeric', month: '2-digit', day: '2-digit' }
  const axis = new Intl.DateTimeFormat(tag, { ...parts, timeZone: 'UTC' })
  const time = hasClock ? new Intl.DateTimeFormat(tag, parts) : axis
  return {
    tag,
    price: (value) => withMinus(price.format(value)),
    exact: (text) => exact(text, scale),
    index: (value) => withMinus(index.format(value)),
    amount: (value) => amount.format(value),
    volume: compact,
    time: (seconds) => time.format(seconds * 1000),
    axis: (seconds) => axis.format(seconds * 1000),
    change: ({ open, close }) => {
      const share = Number(open) === 0 ? 0 : Number(close) / Number(open) - 1
      return { text: change((share * 100).toFixed(4)), trend: share > 0 ? 'rise' : share < 0 ? 'fall' : 'flat' }
    },
  }
}
