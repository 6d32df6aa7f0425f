import type { Period } from '#contract/market.ts'

/** One bar; `time` is its start in seconds. */
export type Candle = {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly closed: boolean
}
/** The bars of one market and period, oldest first. */
export type Candles = {
  readonly market: string
  readonly period: Period
  readonly bars: readonly Candle[]
  readonly hasOlder: boolean
}
