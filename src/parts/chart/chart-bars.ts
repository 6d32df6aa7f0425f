import type { ChartCandle } from '#src/ui/chart-model.ts'
import type { Candle } from '#streams/market/merge-candles.ts'
import type { PlainCandle } from './indicators.ts'

/** A bar as it is drawn, with what the maths needs. */
export type DrawnCandle = ChartCandle & PlainCandle

const drawn = new WeakMap<Candle, DrawnCandle>()

/** The axis of a chart knows no zones: hours are moved to the reader's own, days stay where the market begins them. */
const shiftSec = () => -new Date().getTimezoneOffset() * 60

/** Told bars as drawn bars; a bar that did not change is the same object again, so that only the end is drawn. */
export function drawnCandles(bars: readonly Candle[], hasClock: boolean): readonly DrawnCandle[] {
  const shift = hasClock ? shiftSec() : 0
  return bars.map((bar) => {
    const known = drawn.get(bar)
    if (known !== undefined) return known
    const made = {
      time: bar.time + shift,
      open: Number(bar.open), high: Number(bar.high), low: Number(bar.low), close: Number(bar.close), volume: Number(bar.volume),
    }
    drawn.set(bar, made)
    return made
  })
}
