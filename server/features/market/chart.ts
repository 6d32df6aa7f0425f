import { limits } from '#contract/wire/limits.ts'
import { periodSeconds, type Period } from '#contract/market.ts'
import { addUp, candleEnd, candlesIn, candleStart, baseOf, basePeriods, chunkId, chunkOf, isBase, joinCandles, periods, withTrade, type BasePeriod } from './candles.ts'
import { volumeOf } from './units.ts'
import type { CandleCells, MarketTables, Pair, RunningCandles } from './rows.ts'

/** A candle that has moved or ended. */
export type CandleChange = { period: Period; cells: CandleCells; isClosed: boolean }
type CandleTables = Pick<MarketTables, 'candles' | 'runningCandles'>

const dayMinutes = 1440
const changesKept = 256

/** The candles of one market: those under way here, those that ended in the tables. A candle never changes after its end. */
export function createChart(pair: Pair, tables: CandleTables, now: () => number) {
  const running = new Map<Period, CandleCells>()
  let ended: { period: BasePeriod; cells: CandleCells }[] = []
  let changes = new Map<string, CandleChange>()
  let isMoved = false
  let day: { from: number; cells: CandleCells | null } = { from: -1, cells: null }

  for (const period of periods) {
    const cells = tables.runningCandles.get(pair.market)?.bars[period]
    if (cells) running.set(period, cells)
  }

  const note = (period: Period, cells: CandleCells, isClosed: boolean) => {
    // Nobody listens: who comes later begins with a snapshot.
    if (changes.size >= changesKept) changes = new Map()
    changes.set(`${period}|${cells[0]}`, { period, cells, isClosed })
  }
  const end = (period: Period, cells: CandleCells) => {
    running.delete(period)
    if (isBase(period)) ended.push({ period, cells })
    if (period === '1min') day = { from: -1, cells: null }
    isMoved = true
    note(period, cells, true)
  }
  /** Ends what is over. */
  const close = () => {
    const seconds = now() / 1000
    for (const [period, cells] of running) if (seconds >= candleEnd(period, cells[0])) end(period, cells)
  }
  const trade = (price: number, steps: number) => {
    close()
    const seconds = Math.floor(now() / 1000)
    const quote = volumeOf(pair, price, steps)
    for (const period of periods) {
      const known = running.get(period)
      const cells: CandleCells = known
        ? withTrade(known, price, steps, quote)
        : [candleStart(period, seconds), price, price, price, price, steps, quote]
      running.set(period, cells)
      note(period, cells, false)
    }
    isMoved = true
  }

  /** Ended candles of a kept period from `from` to `to`, both counted. */
  const endedCandles = (period: BasePeriod, from: number, to: number): CandleCells[] => {
    const candles: CandleCells[] = []
    for (let chunk = chunkOf(period, from); chunk <= chunkOf(period, to); chunk += 1) {
      const row = tables.candles.get(chunkId(pair.market, period, chunk))
      if (row) for (const candle of candlesIn(row)) if (candle[0] >= from && candle[0] <= to) candles.push(candle)
    }
    for (const { period: of, cells } of ended) if (of === period && cells[0] >= from && cells[0] <= to) candles.push(cells)
    return candles
  }
  /** Candles that begin between `from` and `to`, the running one among them, oldest first; the newest thousand at most. */
  const range = (period: Period, from: number, to: number): CandleCells[] => {
    const last = Math.min(candleEnd(period, candleStart(period, to)) - 1, Math.floor(now() / 1000))
    const since = Math.max(from, last - limits.maxCandles * periodSeconds[period])
    const first = candleStart(period, since) === since ? since : candleEnd(period, candleStart(period, since))
    const base = baseOf(period)
    const candles = first > last ? [] : endedCandles(base, first, last)
    const under = running.get(base)
    if (under && under[0] >= first && under[0] <= last) candles.push(under)
    return base === period ? candles : addUp(period, candles)
  }

  const write = () => {
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

  /** Candles under way, out of minutes that were made up to now. */
  const resume = (minutes: readonly CandleCells[]) => {
    const seconds = Math.floor(now() / 1000)
    for (const period of [...basePeriods, ...periods.filter((each) => !isBase(each))]) {
      const start = candleStart(period, seconds)
      const parts = isBase(period) ? minutes.filter(([time]) => time >= start) : range(baseOf(period), start, seconds)
      const [cells] = addUp(period, parts)
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
    /** The newest candle that has ended. */
    lastEnded: (period: Period): CandleCells | null => {
      const start = running.get(period)?.[0] ?? candleStart(period, Math.floor(now() / 1000))
      return range(period, candleStart(period, start - 1), start - 1).at(-1) ?? null
    },
    /** All trades of the last 24 hours as one candle; null when there were none. */
    lastDay: (): CandleCells | null => {
      const from = candleStart('1min', Math.floor(now() / 1000)) - (dayMinutes - 1) * 60
      if (day.from !== from) {
        const candles = endedCandles('1min', from, from + dayMinutes * 60)
        const [first] = candles
        day = { from, cells: first ? candles.slice(1).reduce(joinCandles, first) : null }
      }
      const under = running.get('1min') ?? null
      if (!under || under[0] < from) return day.cells
      return day.cells ? joinCandles(day.cells, under) : under
    },
    /** Writes ended and running candles with the command it is called in. */
    write: () => {
      if (isMoved) write()
    },
    takeChanges: () => {
      const taken = [...changes.values()]
      changes = new Map()
      return taken
    },
  }
}
export type Chart = ReturnType<typeof createChart>
