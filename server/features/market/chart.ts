import { limits } from '#contract/wire/limits.ts'
import { periodSeconds, type Period } from '#contract/market/market.ts'
import {
  aggregateCandles,
  candleEnd,
  candlesIn,
  candleStart,
  baseOf,
  basePeriods,
  chunkId,
  chunkOf,
  isBase,
  joinCandles,
  periods,
  withTrade,
  type BasePeriod,
} from './candles.ts'
import { volumeOf } from './units.ts'
import type { CandleCells, MarketTables, Pair, RunningCandles } from './rows.ts'

/** A candle that was updated or has closed. */
type CandleChange = { period: Period; cells: CandleCells; isClosed: boolean }
type CandleTables = Pick<MarketTables, 'candles' | 'runningCandles'>

const dayMinutes = 1440
const maxChanges = 256

type Ended = { period: BasePeriod; cells: CandleCells }

/** Reads candles: closed ones from the tables and from `ended`, which are not written yet, and the running one. */
function createRange(
  { market }: Pair,
  tables: CandleTables,
  now: () => number,
  running: ReadonlyMap<Period, CandleCells>,
  ended: () => readonly Ended[],
) {
  /** Closed candles of a stored period that start between `from` and `to`, both inclusive. */
  const endedCandles = (period: BasePeriod, from: number, to: number): CandleCells[] => {
    const candles: CandleCells[] = []
    for (let chunk = chunkOf(period, from); chunk <= chunkOf(period, to); chunk += 1) {
      const row = tables.candles.get(chunkId(market, period, chunk))
      if (row) for (const candle of candlesIn(row)) if (candle[0] >= from && candle[0] <= to) candles.push(candle)
    }
    for (const closed of ended())
      if (closed.period === period && closed.cells[0] >= from && closed.cells[0] <= to) candles.push(closed.cells)
    return candles
  }
  /**
   * Candles that start between `from` and `to`, including the running one, oldest first; at most the newest
   * `limits.maxCandles`.
   */
  const range = (period: Period, from: number, to: number): CandleCells[] => {
    const last = Math.min(candleEnd(period, candleStart(period, to)) - 1, Math.floor(now() / 1000))
    const since = Math.max(from, last - limits.maxCandles * periodSeconds[period])
    const first = candleStart(period, since) === since ? since : candleEnd(period, candleStart(period, since))
    const base = baseOf(period)
    const candles = first > last ? [] : endedCandles(base, first, last)
    const runningCandle = running.get(base)
    if (runningCandle && runningCandle[0] >= first && runningCandle[0] <= last) candles.push(runningCandle)
    return base === period ? candles : aggregateCandles(period, candles)
  }
  return { endedCandles, range }
}

/** The last 24 hours as one candle; the closed minutes are joined once a minute. */
function createDay(
  endedCandles: ReturnType<typeof createRange>['endedCandles'],
  running: () => CandleCells | null,
  now: () => number,
) {
  let day: { from: number; cells: CandleCells | null } = { from: -1, cells: null }
  return {
    /** A minute has ended. */
    forget: () => {
      day = { from: -1, cells: null }
    },
    last: (): CandleCells | null => {
      const from = candleStart('1min', Math.floor(now() / 1000)) - (dayMinutes - 1) * 60
      if (day.from !== from) {
        const candles = endedCandles('1min', from, from + dayMinutes * 60)
        const [first] = candles
        day = { from, cells: first ? candles.slice(1).reduce(joinCandles, first) : null }
      }
      const runningCandle = running()
      if (!runningCandle || runningCandle[0] < from) return day.cells
      return day.cells ? joinCandles(day.cells, runningCandle) : runningCandle
    },
  }
}

/** What has changed since it was last asked for, the newest state of each candle. */
function createChanges() {
  let changes = new Map<string, CandleChange>()
  return {
    record: (period: Period, cells: CandleCells, isClosed: boolean) => {
      // No subscribers drain them; a later subscriber starts with a snapshot.
      if (changes.size >= maxChanges) changes = new Map()
      changes.set(`${period}|${cells[0]}`, { period, cells, isClosed })
    },
    take: () => {
      const taken = [...changes.values()]
      changes = new Map()
      return taken
    },
  }
}

/** The running candles as they were stored, and in a folder of an older release those that its candles make up. */
function restoreRunning(
  { market }: Pair,
  { runningCandles }: CandleTables,
  now: () => number,
  running: Map<Period, CandleCells>,
  range: ReturnType<typeof createRange>['range'],
) {
  for (const period of periods) {
    const cells = runningCandles.get(market)?.bars[period]
    if (cells) running.set(period, cells)
  }
  for (const period of periods) {
    const start = candleStart(period, Math.floor(now() / 1000))
    const [cells] = running.has(period) || !running.has(baseOf(period)) ? [] : range(period, start, start)
    if (cells) running.set(period, cells)
  }
}

/**
 * The candles of one market: running ones in memory, closed ones in the tables. A closed candle never changes (CDL-2).
 */
export function createChart(pair: Pair, tables: CandleTables, now: () => number) {
  const running = new Map<Period, CandleCells>()
  let ended: Ended[] = []
  let isMoved = false
  const changes = createChanges()
  const { endedCandles, range } = createRange(pair, tables, now, running, () => ended)
  const day = createDay(endedCandles, () => running.get('1min') ?? null, now)
  restoreRunning(pair, tables, now, running, range)

  const end = (period: Period, cells: CandleCells) => {
    running.delete(period)
    if (isBase(period)) ended.push({ period, cells })
    if (period === '1min') day.forget()
    isMoved = true
    changes.record(period, cells, true)
  }
  /** Closes the candles whose period has ended. */
  const close = () => {
    const seconds = now() / 1000
    for (const [period, cells] of running) if (seconds >= candleEnd(period, cells[0])) end(period, cells)
  }
  const trade = (price: number, steps: number) => {
    close()
    const seconds = Math.floor(now() / 1000)
    const quote = volumeOf(pair, price, steps)
    for (const period of periods) {
      const current = running.get(period)
      const cells: CandleCells = current
        ? withTrade(current, price, steps, quote)
        : [candleStart(period, seconds), price, price, price, price, steps, quote]
      running.set(period, cells)
      changes.record(period, cells, false)
    }
    isMoved = true
  }
  /** Writes closed and running candles to the tables, as part of the command it is called in. */
  const write = () => {
    if (!isMoved) return
    for (const { period, cells } of ended) {
      const id = chunkId(pair.market, period, chunkOf(period, cells[0]))
      tables.candles.put({ id, cells: [...(tables.candles.get(id)?.cells ?? []), ...cells] })
    }
    const candles: Partial<Record<Period, CandleCells>> = Object.fromEntries(running)
    const row: RunningCandles = { market: pair.market, bars: candles }
    tables.runningCandles.put(row)
    ended = []
    isMoved = false
  }
  /** Builds the running candles from generated minute candles that end now. */
  const resume = (minutes: readonly CandleCells[]) => {
    const seconds = Math.floor(now() / 1000)
    for (const period of [...basePeriods, ...periods.filter((each) => !isBase(each))]) {
      const start = candleStart(period, seconds)
      const parts = isBase(period) ? minutes.filter(([time]) => time >= start) : range(baseOf(period), start, seconds)
      const [cells] = aggregateCandles(period, parts)
      if (cells) running.set(period, cells)
    }
    isMoved = true
  }

  return {
    trade,
    resume,
    close,
    range,
    running: (period: Period) => running.get(period) ?? null,
    /** The newest closed candle. */
    lastEnded: (period: Period): CandleCells | null => {
      const start = running.get(period)?.[0] ?? candleStart(period, Math.floor(now() / 1000))
      return range(period, candleStart(period, start - 1), start - 1).at(-1) ?? null
    },
    /** All trades of the last 24 hours as one candle; null when there were none. */
    lastDay: day.last,
    write,
    takeChanges: changes.take,
  }
}
