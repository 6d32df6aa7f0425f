import { combine, ema, rsi, smooth, sma, type Band, type PlainCandle, type Points } from './indicators.ts'

// Further indicators by their usual definitions. Floats: for display only, never booked.

type Bars = readonly PlainCandle[]
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: readonly number[]) => sumOf(values) / values.length
/** What each window of so many values comes to; null where one of them is missing. */
const windowed = (values: Points, length: number, of: (window: readonly number[]) => number | null): Points =>
  values.map((_, at) => {
    const window = values.slice(Math.max(0, at - length + 1), at + 1).filter((value) => value !== null)
    return window.length < length ? null : of(window)
  })
const mean = (values: Points, length: number) => windowed(values, length, meanOf)
const highest = (values: Points, length: number) => windowed(values, length, (window) => Math.max(...window))
const lowest = (values: Points, length: number) => windowed(values, length, (window) => Math.min(...window))
const shifted = (values: Points, by: number): Points => values.map((_, at) => values[at - by] ?? null)
const wilder = (values: Points, length: number) => smooth(values, length, 1 / length)
const highsOf = (bars: Bars) => bars.map(({ high }) => high)
const lowsOf = (bars: Bars) => bars.map(({ low }) => low)
const closesOf = (bars: Bars) => bars.map(({ close }) => close)
const typicalOf = (bars: Bars) => bars.map(({ high, low, close }) => (high + low + close) / 3)
/** Where a value stands in a range, from 0 at its low to 100 at its high; the middle of none. */
const placeIn = (value: number, low: number, high: number) => (high === low ? 50 : (100 * (value - low)) / (high - low))
const middleOf = (bars: Bars, length: number) =>
  combine(highest(highsOf(bars), length), lowest(lowsOf(bars), length), (high, low) => (high + low) / 2)

/** Linearly weighted moving average: the newest counts `length` times, the oldest once. */
export const wma = (values: readonly number[], length: number): Points =>
  windowed(
    values,
    length,
    (window) => sumOf(window.map((value, at) => value * (at + 1))) / ((length * (length + 1)) / 2),
  )
/** Volume-weighted moving average of the closes; without any volume their plain mean. */
export const vwma = (bars: Bars, length: number): Points => {
  const volumes = sma(
    bars.map(({ volume }) => volume),
    length,
  )
  const traded = sma(
    bars.map(({ close, volume }) => close * volume),
    length,
  )
  const plain = sma(closesOf(bars), length)
  return plain.map((close, at) => {
    const [volume, sum] = [volumes[at] ?? null, traded[at] ?? null]
    return volume === null || sum === null || volume === 0 ? close : sum / volume
  })
}
/** Donchian channel: the highest high and the lowest low, and what is between them. */
export const donchian = (bars: Bars, length: number): Band => ({
  upper: highest(highsOf(bars), length),
  lower: lowest(lowsOf(bars), length),
  middle: middleOf(bars, length),
})
/** Wilder's true range: of the bar, and of what it lies away from the close before. */
const trueRange = (bars: Bars): Points =>
  bars.map(({ high, low }, at) => {
    const before = bars[at - 1]?.close
    return before === undefined ? high - low : Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
/** Average true range, smoothed as Wilder does. */
export const atr = (bars: Bars, length: number): Points => wilder(trueRange(bars), length)
/** Keltner channel: an EMA, and so many average true ranges on both sides of it. */
export const keltner = (bars: Bars, length: number, width: number): Band => {
  const middle = ema(closesOf(bars), length)
  const reach = atr(bars, length)
  return {
    middle,
    upper: combine(middle, reach, (at, off) => at + width * off),
    lower: combine(middle, reach, (at, off) => at - width * off),
  }
}
/** Wilder's parabolic stop and reverse; `step` and `most` are its acceleration factor. */
export function sar(bars: Bars, step = 0.02, most = 0.2): Points {
  const [first, second] = bars
  if (!first || !second) return bars.map(() => null)
  let isLong = second.close >= first.close
  let extreme = isLong ? Math.max(first.high, second.high) : Math.min(first.low, second.low)
  let stop = isLong ? first.low : first.high
  let speed = step
  return bars.map(({ high, low }, at) => {
    if (at < 2) return at === 0 ? null : stop
    const [one, other] = [bars[at - 1] ?? first, bars[at - 2] ?? first]
    stop += speed * (extreme - stop)
    stop = isLong ? Math.min(stop, one.low, other.low) : Math.max(stop, one.high, other.high)
    const isBroken = isLong ? low < stop : high > stop
    if (isBroken) {
      isLong = !isLong
      stop = extreme
      extreme = isLong ? high : low
      speed = step
    } else if (isLong ? high > extreme : low < extreme) {
      extreme = isLong ? high : low
      speed = Math.min(speed + step, most)
    }
    return stop
  })
}
/** Supertrend: the band of so many average true ranges that the closes have not crossed. */
export function supertrend(bars: Bars, length: number, width: number): Points {
  const ranges = atr(bars, length)
  let band: { upper: number; lower: number; isRising: boolean } | null = null
  return bars.map(({ high, low, close }, at) => {
    const range = ranges[at] ?? null
    if (range === null) return null
    const [upper, lower] = [(high + low) / 2 + width * range, (high + low) / 2 - width * range]
    const before = bars[at - 1]?.close ?? close
    const kept = band ?? { upper, lower, isRising: true }
    const next = {
      upper: upper < kept.upper || before > kept.upper ? upper : kept.upper,
      lower: lower > kept.lower || before < kept.lower ? lower : kept.lower,
    }
    const isRising: boolean = kept.isRising ? close >= next.lower : close > next.upper
    band = { ...next, isRising }
    return isRising ? next.lower : next.upper
  })
}
/** Ichimoku: conversion and base line, and the two edges of the cloud, which lie `slow` bars ahead. */
export function ichimoku(bars: Bars, fast: number, slow: number, length: number) {
  const [conversion, base] = [middleOf(bars, fast), middleOf(bars, slow)]
  return {
    conversion,
    base,
    near: shifted(
      combine(conversion, base, (one, other) => (one + other) / 2),
      slow,
    ),
    far: shifted(middleOf(bars, length), slow),
  }
}

/** Stochastic RSI: where the RSI stands in its own range, smoothed once (K) and twice (D). */
export function stochRsi(
  closes: readonly number[],
  rsiLength: number,
  length: number,
  smoothK: number,
  smoothD: number,
) {
  const strength = rsi(closes, rsiLength)
  const [high, low] = [highest(strength, length), lowest(strength, length)]
  const range = combine(high, low, (top, bottom) => top - bottom)
  const above = combine(strength, low, (value, bottom) => value - bottom)
  const raw = combine(above, range, (value, all) => placeIn(value, 0, all))
  const k = mean(raw, smoothK)
  return { k, d: mean(k, smoothD) }
}
/** Directional movement of Wilder: +DI, −DI, and how far they are apart, smoothed (ADX). */
export function dmi(bars: Bars, length: number) {
  const move = (isUp: boolean): Points =>
    bars.map(({ high, low }, at) => {
      const before = bars[at - 1]
      if (!before) return null
      const [up, down] = [high - before.high, before.low - low]
      const [own, other] = isUp ? [up, down] : [down, up]
      return own > other && own > 0 ? own : 0
    })
  const ranges = wilder(
    trueRange(bars).map((range, at) => (at === 0 ? null : range)),
    length,
  )
  const share = (isUp: boolean) =>
    combine(wilder(move(isUp), length), ranges, (moved, range) => (range === 0 ? 0 : (100 * moved) / range))
  const [plus, minus] = [share(true), share(false)]
  const apart = combine(plus, minus, (up, down) => (up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down)))
  return { plus, minus, adx: wilder(apart, length) }
}
/** Commodity channel index: how many mean deviations, times 0.015, the typical price is from its mean. */
export const cci = (bars: Bars, length: number): Points =>
  windowed(typicalOf(bars), length, (window) => {
    const middle = meanOf(window)
    const deviation = meanOf(window.map((value) => Math.abs(value - middle)))
    return deviation === 0 ? 0 : ((window.at(-1) ?? middle) - middle) / (0.015 * deviation)
  })
/** Williams %R: how far the close is below the highest high, from 0 to −100. */
export const williams = (bars: Bars, length: number): Points => {
  const [high, low] = [highest(highsOf(bars), length), lowest(lowsOf(bars), length)]
  return bars.map(({ close }, at) => {
    const [top, bottom] = [high[at] ?? null, low[at] ?? null]
    return top === null || bottom === null ? null : placeIn(close, bottom, top) - 100
  })
}
/** On-balance volume: the volume of bars that rose, less that of bars that fell, since the first bar. */
export function obv(bars: Bars): Points {
  let sum = 0
  return bars.map(({ close, volume }, at) => (sum += volume * Math.sign(close - (bars[at - 1]?.close ?? close))))
}
/** Money flow index: what was turned over while the typical price rose, as a share of all, 0 to 100. */
export function mfi(bars: Bars, length: number): Points {
  const typical = typicalOf(bars)
  const flow = (isUp: boolean): Points =>
    bars.map(({ volume }, at) => {
      const [now = 0, before] = [typical[at], typical[at - 1]]
      if (before === undefined) return null
      return (isUp ? now > before : now < before) ? now * volume : 0
    })
  const sum = (isUp: boolean) => windowed(flow(isUp), length, sumOf)
  return combine(sum(true), sum(false), (up, down) => placeIn(up, 0, up + down))
}
/** Rate of change in per cent over so many bars. */
export const roc = (closes: readonly number[], length: number): Points =>
  combine(closes, shifted(closes, length), (now, before) => (before === 0 ? 0 : 100 * (now / before - 1)))
/** TRIX: the change in per cent of a moving average that was smoothed three times, and its signal. */
export function trix(closes: readonly number[], length: number, signal: number) {
  const triple = ema(ema(ema(closes, length), length), length)
  const line = combine(triple, shifted(triple, 1), (now, before) => (before === 0 ? 0 : 100 * (now / before - 1)))
  return { line, signal: ema(line, signal) }
}
/** Chaikin money flow: volume weighted by where the close stands in its bar, from −1 to 1. */
export function cmf(bars: Bars, length: number): Points {
  const flow = bars.map(({ high, low, close, volume }) => ((placeIn(close, low, high) - 50) / 50) * volume)
  const volumes = windowed(
    bars.map(({ volume }) => volume),
    length,
    sumOf,
  )
  return combine(windowed(flow, length, sumOf), volumes, (sum, all) => (all === 0 ? 0 : sum / all))
}
