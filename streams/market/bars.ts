import type { LiveCandle } from '#contract/market.ts'
import type { Bar } from '#contract/market.ts'
import { compareDec } from '#contract/wire/money.ts'

/** One bar; `time` is its start in seconds, `volume` in the base coin. */
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
  time: id, open, high, low, close, volume: amount, closed,
})

/**
 * Bars of the history call. Those with a later bar behind them are over. The last one may still grow, whatever our clock
 * says: on a slow line it can be far ahead, and a bar that is taken for over would never be corrected.
 */
export function historyOf(bars: readonly Bar[]): readonly Candle[] {
  return bars.map(({ id, open, high, low, close, amount }, at) => ({
    time: id, open: plain(open), high: plain(high), low: plain(low), close: plain(close), volume: plain(amount), closed: at < bars.length - 1,
  }))
}

/** The history bears numbers; a number as decimal text without an exponent. */
const plain = (value: number) => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}

/** Bars by time, oldest first. One that is closed never changes; a running one gives way to what has seen more. */
export function mergeCandles(held: readonly Candle[], some: readonly Candle[], most: number): readonly Candle[] {
  if (some.length === 0) return held
  const newest = held.at(-1)
  const [only] = some
  if (some.length === 1 && only && newest && only.time >= newest.time) return append(held, newest, only, most)
  const byTime = new Map(held.map((bar) => [bar.time, bar]))
  for (const bar of some) {
    const known = byTime.get(bar.time)
    if (known === undefined || replaces(known, bar)) byTime.set(bar.time, bar)
  }
  return [...byTime.values()].toSorted((a, b) => a.time - b.time).slice(-most)
}

function append(held: readonly Candle[], newest: Candle, bar: Candle, most: number): readonly Candle[] {
  if (bar.time > newest.time) return [...held, bar].slice(-most)
  return replaces(newest, bar) ? [...held.slice(0, -1), bar] : held
}

const replaces = (known: Candle, bar: Candle) => !known.closed && (bar.closed || compareDec(bar.volume, known.volume) >= 0)
