import type { Bar, LiveCandle } from '#contract/market/market.ts'
import { compareDec } from '#contract/wire/money.ts'

/** One candle; `time` is its start in epoch seconds, `volume` is in the base coin. */
export type Candle = {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly closed: boolean
}

export const candleOf = ({ id, open, high, low, close, amount, closed }: LiveCandle): Candle => ({
  time: id,
  open,
  high,
  low,
  close,
  volume: amount,
  closed,
})

/**
 * Candles of the history call. All but the last are closed. The last one may still grow, whatever the local clock says:
 * with high latency that clock can be far ahead, and a candle wrongly taken as closed would never be corrected.
 */
export function historyOf(history: readonly Bar[]): readonly Candle[] {
  return history.map(({ id, open, high, low, close, amount }, at) => ({
    time: id,
    open: plain(open),
    high: plain(high),
    low: plain(low),
    close: plain(close),
    volume: plain(amount),
    closed: at < history.length - 1,
  }))
}

/** A number of the history call as decimal text without an exponent. */
const plain = (value: number) => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}

/** Candles by time, oldest first. A closed one never changes; an open one is replaced by one with more volume. */
export function mergeCandles(held: readonly Candle[], some: readonly Candle[], maxCount: number): readonly Candle[] {
  if (some.length === 0) return held
  const newest = held.at(-1)
  const [only] = some
  if (some.length === 1 && only && newest && only.time >= newest.time) return append(held, newest, only, maxCount)
  const byTime = new Map(held.map((candle) => [candle.time, candle]))
  for (const candle of some) {
    const known = byTime.get(candle.time)
    if (known === undefined || isReplaced(known, candle)) byTime.set(candle.time, candle)
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time).slice(-maxCount)
}

function append(held: readonly Candle[], newest: Candle, candle: Candle, maxCount: number): readonly Candle[] {
  if (candle.time > newest.time) return [...held, candle].slice(-maxCount)
  return isReplaced(newest, candle) ? [...held.slice(0, -1), candle] : held
}

const isReplaced = (known: Candle, candle: Candle) =>
  !known.closed && (candle.closed || compareDec(candle.volume, known.volume) >= 0)
