import { createWalks } from '#server/features/market/prices/feeds.ts'
import { candleStart, chunkId, chunkOf, joinCandles, type BasePeriod } from './candles.ts'
import { volumeOf } from './units.ts'
import type { Random } from '#server/core/random.ts'
import type { CandleCells, Pair } from './rows.ts'
import type { MarketContext } from './context.ts'

const minute = 60
const fiveMinutes = 300
const daySeconds = 86_400
const minuteCandleDays = 2
const fiveMinuteCandleDays = 90
const dayCandles = 540
/** Typical quote volume per minute. */
const quotePerMinute = 40_000

/**
 * Simulated price paths of all markets, oldest first, each scaled so that its last price is the pair's `firstPrice`.
 */
function pathsOf(pairs: readonly Pair[], random: Random, steps: readonly number[]): Map<string, Float64Array> {
  const walks = createWalks(
    pairs.map(({ market, firstPrice }) => ({ market, price: firstPrice })),
    random,
  )
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
    path?.forEach((price, at) => {
      path[at] = price * scale
    })
  }
  return paths
}

/** Start and length of a generated candle, in seconds. */
type Span = { time: number; seconds: number }
/** A candle from one price to another; its high and low lie slightly beyond both. */
function candleOf(pair: Pair, { time, seconds }: Span, from: number, to: number, unit: () => number): CandleCells {
  const open = Math.max(1, Math.round(from))
  const close = Math.max(1, Math.round(to))
  const spread = from * 0.0004 * Math.sqrt(seconds / minute)
  const high = Math.max(open, close) + Math.floor(unit() * spread)
  const low = Math.max(1, Math.min(open, close) - Math.floor(unit() * spread))
  const unitVolume = volumeOf(pair, close, 10 ** pair.amountScale) / 10_000
  const amount = Math.round(
    (((quotePerMinute / (1 + pair.sort / 2)) * (seconds / minute) * (0.4 + 1.2 * unit())) / unitVolume) *
      10 ** pair.amountScale,
  )
  return [time, open, high, low, close, amount, volumeOf(pair, close, amount)]
}

/** Spans of the generated candles up to now, without gaps: first days, then five minutes, then minutes. */
function timesOf(nowSeconds: number): Span[] {
  const end = candleStart('1min', nowSeconds)
  const minutes = candleStart('5min', end - minuteCandleDays * daySeconds)
  const fives = candleStart('1day', end - fiveMinuteCandleDays * daySeconds)
  const days = fives - dayCandles * daySeconds
  const times: Span[] = []
  for (let time = days; time < fives; time += daySeconds) times.push({ time, seconds: daySeconds })
  for (let time = fives; time < minutes; time += fiveMinutes) times.push({ time, seconds: fiveMinutes })
  for (let time = minutes; time < end; time += minute) times.push({ time, seconds: minute })
  return times
}

type Sink = (candle: CandleCells) => void
/** Collects candles of a stored period, oldest first, that start before `before`, and writes them in chunks. */
function createChunkWriter({ tables }: MarketContext, market: string, period: BasePeriod, before: number) {
  const chunks = new Map<number, number[]>()
  const take: Sink = (candle) => {
    if (candle[0] >= before) return
    const chunk = chunkOf(period, candle[0])
    const cells = chunks.get(chunk)
    if (cells) cells.push(...candle)
    else chunks.set(chunk, [...candle])
  }
  return {
    take,
    write: () => {
      for (const [chunk, cells] of chunks) tables.candles.put({ id: chunkId(market, period, chunk), cells })
    },
  }
}
/** Aggregates candles into a longer period; passes each longer one on when the next begins, the last one at `end`. */
function createAggregator(period: BasePeriod, pass: Sink) {
  let open: CandleCells | null = null
  return {
    take: (candle: CandleCells) => {
      const start = candleStart(period, candle[0])
      if (open?.[0] === start) {
        open = joinCandles(open, candle)
        return
      }
      if (open) pass(open)
      open = [start, candle[1], candle[2], candle[3], candle[4], candle[5], candle[6]]
    },
    end: () => {
      if (open) pass(open)
    },
  }
}

/**
 * Generates one pair's history candle by candle. Nearly 30,000 candles are reduced to flat chunks at once, to save
 * memory; only the minutes are kept as candles.
 */
function seedPairHistory(
  ctx: MarketContext,
  pair: Pair,
  times: readonly Span[],
  path: Float64Array,
  unit: () => number,
) {
  const now = Math.floor(ctx.now() / 1000)
  const minutes = createChunkWriter(ctx, pair.market, '1min', Infinity)
  const fives = createChunkWriter(ctx, pair.market, '5min', candleStart('5min', now))
  const days = createChunkWriter(ctx, pair.market, '1day', candleStart('1day', now))
  const day = createAggregator('1day', days.take)
  const takeFive = (candle: CandleCells) => {
    fives.take(candle)
    day.take(candle)
  }
  const five = createAggregator('5min', takeFive)
  const last: CandleCells[] = []
  times.forEach((span, at) => {
    const candle = candleOf(pair, span, path[at - 1] ?? path[at] ?? pair.firstPrice, path[at] ?? pair.firstPrice, unit)
    if (span.seconds === daySeconds) return days.take(candle)
    if (span.seconds === fiveMinutes) return takeFive(candle)
    minutes.take(candle)
    five.take(candle)
    last.push(candle)
  })
  five.end()
  day.end()
  for (const { write } of [minutes, fives, days]) write()
  ctx.markets.need(pair.market).resume(last)
}

/**
 * Generates a price history for a new data folder, so that every chart has data; it ends at the pairs' first prices
 * (CDL-1).
 */
export function seedHistory(ctx: MarketContext) {
  const { tables, random, now } = ctx
  if (tables.candles.count() > 0 || tables.runningCandles.count() > 0) return
  const times = timesOf(Math.floor(now() / 1000))
  const pairs = [...tables.pairs.all()]
  const paths = pathsOf(
    pairs,
    random,
    times.map(({ seconds }) => seconds),
  )
  for (const pair of pairs) seedPairHistory(ctx, pair, times, paths.get(pair.market) ?? new Float64Array(), random.unit)
}
