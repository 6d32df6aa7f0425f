/** One value per bar; null until there are enough bars. */
export type Points = readonly (number | null)[]

/** The input of the indicators. Floats: for display only, never booked. */
export type PlainCandle = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Simple moving average of the last `length` values. */
export function sma(values: readonly number[], length: number): Points {
  let sum = 0
  return values.map((value, at) => {
    sum += value - (at >= length ? (values[at - length] ?? 0) : 0)
    return at >= length - 1 ? sum / length : null
  })
}

/** Exponential smoothing that skips nulls; the first value is the mean of the first `length` values. */
export function smooth(values: Points, length: number, weight: number): Points {
  let sum = 0
  let count = 0
  let smoothed: number | null = null
  return values.map((value) => {
    if (value === null) return smoothed
    if (smoothed !== null) smoothed += (value - smoothed) * weight
    else {
      sum += value
      count += 1
      if (count === length) smoothed = sum / length
    }
    return smoothed
  })
}

/** Exponential moving average with weight 2 / (length + 1). */
export const ema = (values: Points, length: number): Points => smooth(values, length, 2 / (length + 1))

export type Band = { readonly middle: Points; readonly upper: Points; readonly lower: Points }

/** Bollinger bands: the mean, and `width` population standard deviations on both sides of it. */
export function boll(values: readonly number[], length = 20, width = 2): Band {
  const middle = sma(values, length)
  const reach = middle.map((mean, at) => {
    if (mean === null) return null
    let sum = 0
    for (let back = at - length + 1; back <= at; back += 1) sum += ((values[back] ?? mean) - mean) ** 2
    return width * Math.sqrt(sum / length)
  })
  return {
    middle,
    upper: combine(middle, reach, (mean, off) => mean + off),
    lower: combine(middle, reach, (mean, off) => mean - off),
  }
}

export type Macd = { readonly dif: Points; readonly dea: Points; readonly bars: Points }

/** MACD: fast minus slow EMA (DIF), its smoothing (DEA), and their difference. */
export function macd(values: readonly number[], fast = 12, slow = 26, signal = 9): Macd {
  const dif = combine(ema(values, fast), ema(values, slow), (quick, calm) => quick - calm)
  const dea = ema(dif, signal)
  return { dif, dea, bars: combine(dif, dea, (one, other) => one - other) }
}

/** Wilder's relative strength index over `length` bars, 0 to 100; 50 when nothing moved. */
export function rsi(values: readonly number[], length: number): Points {
  const moves: Points = values.map((value, at) => (at === 0 ? null : value - (values[at - 1] ?? value)))
  const part = (of: (move: number) => number) =>
    smooth(
      moves.map((move) => (move === null ? null : of(move))),
      length,
      1 / length,
    )
  return combine(
    part((move) => Math.max(move, 0)),
    part((move) => Math.max(-move, 0)),
    (up, down) => (up + down === 0 ? 50 : (100 * up) / (up + down)),
  )
}

export type Kdj = { readonly k: Points; readonly d: Points; readonly j: Points }

/**
 * KDJ: the position of the close in the range of the last `length` bars, smoothed once (K) and twice (D); J = 3K − 2D.
 */
export function kdj(bars: readonly PlainCandle[], length = 9, smoothK = 3, smoothD = 3): Kdj {
  let k = 50
  let d = 50
  const rows = bars.map(({ close }, at) => {
    if (at < length - 1) return null
    let [high, low] = [-Infinity, Infinity]
    for (let back = at - length + 1; back <= at; back += 1) {
      high = Math.max(high, bars[back]?.high ?? high)
      low = Math.min(low, bars[back]?.low ?? low)
    }
    const place = high === low ? 50 : (100 * (close - low)) / (high - low)
    k += (place - k) / smoothK
    d += (k - d) / smoothD
    return { k, d, j: 3 * k - 2 * d }
  })
  return { k: rows.map((row) => row && row.k), d: rows.map((row) => row && row.d), j: rows.map((row) => row && row.j) }
}

export const combine = (one: Points, other: Points, join: (one: number, other: number) => number): Points =>
  one.map((value, at) => {
    const second = other[at] ?? null
    return value === null || second === null ? null : join(value, second)
  })
