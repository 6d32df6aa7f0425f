import type { ChartCandle } from '#src/ui/chart-model.ts'
import type { Candle } from '#streams/market/merge-candles.ts'
import type { PlainCandle } from './indicators.ts'

/** A bar for drawing, with the fields that indicators need. */
export type DrawnCandle = ChartCandle & PlainCandle

const drawn = new WeakMap<Candle, DrawnCandle>()

/** The chart has no time zones: intraday times are shifted to the local zone, days stay at the market's boundaries. */
const shiftSec = () => -new Date().getTimezoneOffset() * 60

/** Candles as chart bars; an unchanged candle yields the same object, so that only the end is redrawn. */
export function drawnCandles(bars: readonly Candle[], hasClock: boolean): readonly DrawnCandle[] {
  const shift = hasClock ? shiftSec() : 0
  return bars.map((bar) => {
    const known = drawn.get(bar)
    if (known !== undefined) return known
    const made = {
      time: bar.time + shift,
      open: Number(bar.open),
      high: Number(bar.high),
      low: Number(bar.low),
      close: Number(bar.close),
      volume: Number(bar.volume),
    }
    drawn.set(bar, made)
    return made
  })
}
