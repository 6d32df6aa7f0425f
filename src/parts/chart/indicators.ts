/** One value per bar; null where too few bars lie behind it. */
export type Points = readonly (number | null)[]

/** What the maths needs of a bar. Floats: they are drawn, never booked. */
export type PlainCandle = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** The mean of the last `length` values. */
export function sma(values: readonly number[], length: number): Points {
  let sum = 0
  return values.map((value, at) => {
    sum += value - (at >= length ? (values[at - length] ?? 0) : 0)
    return at >= length - 1 ? sum / length : null
  })
}

/** Smooths what is there: begins with the mean of the first `length` values, then weighs each new one by `weight`. */
function smooth(values: Points, length: number, weight: number): Points {
  let sum = 0
  let count = 0
  let held: number | null = null
  return values.map((value) => {
    if (value === null) return held
    if (held !== null) held += (value - held) * weight
    else {
      sum += value
      count += 1
      if (count === length) held = sum / length
    }
    return held
  })
}

/** The exponential mean: newer values weigh more. */
export const ema = (values: Points, length: number): Points => smooth(values, length, 2 / (length + 1))

export type Band = { readonly middle: Points; readonly upper: Points; readonly lower: Points }

/** Bollinger: the mean and `width` standard deviations of all `length` values on both sides of it. */
export function boll(values: readonly number[], length = 20, width = 2): Band {
  const middle = sma(values, length)
  const reach = middle.map((mean, at) => {
    if (mean === null) return null
    let sum = 0
    for (let back = at - length + 1; back <= at; back += 1) sum += ((values[back] ?? mean) - mean) ** 2
    return width * Math.sqrt(sum / length)
  })
  return { middle, upper: combine(middle, reach, (mean, off) => mean + off), lower: combine(middle, reach, (mean, off) => mean - off) }
}

export type Macd = { readonly dif: Points; readonly dea: Points; readonly bars: Points }

/** How far a fast exponential mean is from a slow one, the same smoothed, and the distance of the two. */
export function macd(values: readonly number[], fast = 12, slow = 26, signal = 9): Macd {
  const dif = combine(ema(values, fast), ema(values, slow), (quick, calm) => quick - calm)
  const dea = ema(dif, signal)
  return { dif, dea, bars: combine(dif, dea, (one, other) => one - other) }
}

/** Wilder's index of strength: rises among all moves of the last `length` bars, 0 to 100; 50 where nothing moves. */
export function rsi(values: readonly number[], length: number): Points {
  const moves: Points = values.map((value, at) => (at === 0 ? null : value - (values[at - 1] ?? value)))
  const part = (of: (move: number) => number) =>
    smooth(moves.map((move) => (move === null ? null : of(move))), length, 1 / length)
  return combine(part((move) => Math.max(move, 0)), part((move) => Math.max(-move, 0)), (up, down) =>
    up + down === 0 ? 50 : (100 * up) / (up + down),
  )
}

export type Kdj = { readonly k: Points; readonly d: Points; readonly j: Points }

/** Where the close lies in the range of the last `length` bars, smoothed once (K), twice (D), and thrown ahead (J). */
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

const combine = (one: Points, other: Points, join: (one: number, other: number) => number): Points =>
  one.map((value, at) => {
    const second = other[at] ?? null
    return value === null || second === null ? null : join(value, second)
  })
