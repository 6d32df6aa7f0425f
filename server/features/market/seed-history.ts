import { createWalks } from '#server/features/market/prices/feeds.ts'
import { candleStart, chunkId, chunkOf, joinCandles, type BasePeriod } from './candles.ts'
import { volumeOf } from './units.ts'
import type { Random } from '#server/core/random.ts'
import type { CandleCells, Pair } from './rows.ts'
import type { MarketContext } from './context.ts'

const minute = 60
const fiveMinutes = 300
const daySeconds = 86_400
const minuteDays = 2
const coarseDays = 90
const yearsOfDays = 540
/** Quote traded in a typical minute. */
const quotePerMinute = 40_000

/** Raw paths of all markets, oldest first: the last price of each becomes the pair's first price. */
function pathsOf(pairs: readonly Pair[], random: Random, steps: readonly number[]): Map<string, Float64Array> {
  const walks = createWalks(pairs.map(({ market, firstPrice }) => ({ market, price: firstPrice })), random)
  const paths = new Map(pairs.map(({ market }) => [market, new Float64Array(steps.length)]))
  steps.forEach((seconds, at) => {
    for (const { market, price } of walks.step(seconds)) {
      const path = paths.get(market)
      if (path) path[at] = price
    }
  })
  for (const { market, firstPrice } of pairs) {
    const path = paths.get(market)
    const scale = firstPrice / (path?.at(-1) ?? firstPrice)
    path?.forEach((price, at) => { path[at] = price * scale })
  }
  return paths
}

type Made = { time: number; seconds: number }
/** One bar between two prices: its high and low lie a little beyond both. */
function barOf(pair: Pair, { time, seconds }: Made, from: number, to: number, unit: () => number): CandleCells {
  const open = Math.max(1, Math.round(from))
  const close = Math.max(1, Math.round(to))
  const reach = from * 0.0004 * Math.sqrt(seconds / minute)
  const high = Math.max(open, close) + Math.floor(unit() * reach)
  const low = Math.max(1, Math.min(open, close) - Math.floor(unit() * reach))
  const one = volumeOf(pair, close, 10 ** pair.amountScale) / 10_000
  const amount = Math.round((quotePerMinute / (1 + pair.sort / 2) * (seconds / minute) * (0.4 + 1.2 * unit()) / one) * 10 ** pair.amountScale)
  return [time, open, high, low, close, amount, volumeOf(pair, close, amount)]
}

/** Bars of falling length up to now: days, then five minutes, then minutes; one goes on where the other ends. */
function timesOf(nowSeconds: number): Made[] {
  const end = candleStart('1min', nowSeconds)
  const minutes = candleStart('5min', end - minuteDays * daySeconds)
  const fives = candleStart('1day', end - coarseDays * daySeconds)
  const days = fives - yearsOfDays * daySeconds
  const times: Made[] = []
  for (let time = days; time < fives; time += daySeconds) times.push({ time, seconds: daySeconds })
  for (let time = fives; time < minutes; time += fiveMinutes) times.push({ time, seconds: fiveMinutes })
  for (let time = minutes; time < end; time += minute) times.push({ time, seconds: minute })
  return times
}

type Sink = (bar: CandleCells) => void
/** Takes bars of a kept period in, oldest first, and keeps those that are over: flat, in stretches. */
function createKeeping({ tables }: MarketContext, market: string, period: BasePeriod, before: number) {
  const chunks = new Map<number, number[]>()
  const take: Sink = (bar) => {
    if (bar[0] >= before) return
    const chunk = chunkOf(period, bar[0])
    const cells = chunks.get(chunk)
    if (cells) cells.push(...bar)
    else chunks.set(chunk, [...bar])
  }
  return {
    take,
    write: () => {
      for (const [chunk, cells] of chunks) tables.candles.put({ id: chunkId(market, period, chunk), cells })
    },
  }
}
/** Joins shorter bars as they come; each longer one goes on when the next begins, the last one at the end. */
function createJoining(period: BasePeriod, pass: Sink) {
  let open: CandleCells | null = null
  return {
    take: (bar: CandleCells) => {
      const start = candleStart(period, bar[0])
      if (open?.[0] === start) {
        open = joinCandles(open, bar)
        return
      }
      if (open) pass(open)
      open = [start, bar[1], bar[2], bar[3], bar[4], bar[5], bar[6]]
    },
    end: () => {
      if (open) pass(open)
    },
  }
}

/** One pair's past, bar by bar: of nearly thirty thousand only numbers stay, and the minutes it goes on from. */
function openPast(ctx: MarketContext, pair: Pair, times: readonly Made[], path: Float64Array, unit: () => number) {
  const now = Math.floor(ctx.now() / 1000)
  const minutes = createKeeping(ctx, pair.market, '1min', Infinity)
  const fives = createKeeping(ctx, pair.market, '5min', candleStart('5min', now))
  const days = createKeeping(ctx, pair.market, '1day', candleStart('1day', now))
  const day = createJoining('1day', days.take)
  const takeFive = (bar: CandleCells) => {
    fives.take(bar)
    day.take(bar)
  }
  const five = createJoining('5min', takeFive)
  const last: CandleCells[] = []
  times.forEach((made, at) => {
    const bar = barOf(pair, made, path[at - 1] ?? path[at] ?? pair.firstPrice, path[at] ?? pair.firstPrice, unit)
    if (made.seconds === daySeconds) return days.take(bar)
    if (made.seconds === fiveMinutes) return takeFive(bar)
    minutes.take(bar)
    five.take(bar)
    last.push(bar)
  })
  five.end()
  day.end()
  for (const { write } of [minutes, fives, days]) write()
  ctx.markets.need(pair.market).resume(last)
}

/** Makes the past of a fresh venue, so that every chart has something to show; ends at the pairs' first prices. */
export function seedHistory(ctx: MarketContext) {
  const { tables, random, now } = ctx
  if (tables.candles.count() > 0 || tables.runningCandles.count() > 0) return
  const times = timesOf(Math.floor(now() / 1000))
  const pairs = [...tables.pairs.all()]
  const paths = pathsOf(pairs, random, times.map(({ seconds }) => seconds))
  for (const pair of pairs) openPast(ctx, pair, times, paths.get(pair.market) ?? new Float64Array(), random.unit)
}
