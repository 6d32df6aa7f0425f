import { period as periodSchema, periodSeconds, type Period } from '#contract/market/market.ts'
import type { CandleCells, CandleChunk } from './rows.ts'

export const periods = periodSchema.options

/** Periods whose candles are stored; the candles of all other periods are aggregated from them. */
export type BasePeriod = '1min' | '5min' | '1day'
export const basePeriods: readonly BasePeriod[] = ['1min', '5min', '1day']
export const baseOf = (period: Period): BasePeriod =>
  period === '1min' || period === '3min'
    ? '1min'
    : period === '1day' || period === '1week' || period === '1mon'
      ? '1day'
      : '5min'
export const isBase = (period: Period): period is BasePeriod => baseOf(period) === period

const daySeconds = 86_400
/** The first day of the epoch was a Thursday; weeks begin on Monday. */
const mondayShift = 3 * daySeconds

/**
 * Start of the candle that contains an instant, in epoch seconds: aligned to UTC, weeks start on Monday, months by the
 * calendar.
 */
export function candleStart(period: Period, seconds: number): number {
  if (period === '1mon') {
    const day = new Date(seconds * 1000)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1) / 1000
  }
  const length = periodSeconds[period]
  const shift = period === '1week' ? mondayShift : 0
  return Math.floor((seconds + shift) / length) * length - shift
}
/** End (exclusive) of the candle that starts at `start`, in epoch seconds. */
export function candleEnd(period: Period, start: number): number {
  if (period !== '1mon') return start + periodSeconds[period]
  const day = new Date(start * 1000)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1) / 1000
}

/** The candle updated by one trade; `quote` is the trade's quote volume. */
export const withTrade = (
  [time, open, high, low, , amount, volume]: CandleCells,
  price: number,
  steps: number,
  quote: number,
): CandleCells => [time, open, Math.max(high, price), Math.min(low, price), price, amount + steps, volume + quote]
/** Joins two consecutive candles into one. */
export const joinCandles = ([time, open, high, low, , amount, volume]: CandleCells, next: CandleCells): CandleCells => [
  time,
  open,
  Math.max(high, next[2]),
  Math.min(low, next[3]),
  next[4],
  amount + next[5],
  volume + next[6],
]

/** Aggregates candles, given oldest first, into candles of a longer period. */
export function aggregateCandles(period: Period, candles: Iterable<CandleCells>): CandleCells[] {
  const longer: CandleCells[] = []
  for (const candle of candles) {
    const start = candleStart(period, candle[0])
    const last = longer.at(-1)
    if (last?.[0] === start) longer[longer.length - 1] = joinCandles(last, candle)
    else longer.push([start, candle[1], candle[2], candle[3], candle[4], candle[5], candle[6]])
  }
  return longer
}

/** Length of the time span that one stored chunk covers. */
const chunkSeconds = { '1min': 3600, '5min': daySeconds, '1day': 366 * daySeconds } as const satisfies Record<
  BasePeriod,
  number
>
const cellsPerCandle = 7
export const chunkOf = (period: BasePeriod, seconds: number) => Math.floor(seconds / chunkSeconds[period])
export const chunkId = (market: string, period: BasePeriod, chunk: number) => `${market}|${period}|${chunk}`

/** The candles of one chunk, oldest first. */
export function candlesIn({ cells }: CandleChunk): CandleCells[] {
  const candles: CandleCells[] = []
  for (let at = 0; at + cellsPerCandle <= cells.length; at += cellsPerCandle) {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, amount = 0, volume = 0] = cells.slice(
      at,
      at + cellsPerCandle,
    )
    candles.push([time, open, high, low, close, amount, volume])
  }
  return candles
}
