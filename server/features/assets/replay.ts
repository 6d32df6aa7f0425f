import { bookEntry, worthAt, type Move } from '#contract/pnl.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { SCALE } from '#contract/wire/money.ts'
import { periodSeconds } from '#contract/market/market.ts'
import type { LogRow } from '#server/core/rows.ts'
import type { MigrationData } from '#server/core/table-def.ts'
import { basePeriods, candlesIn } from '#server/features/market/candles.ts'
import type { CandleCells, CandleChunk, Pair, RunningCandles } from '#server/features/market/rows.ts'
import { dayOf } from './days.ts'
import { firstPnl, type PnlRow } from './pnl-rows.ts'

type Data = Pick<MigrationData, 'rows'>
const minuteSeconds = 60

/**
 * Prices of the past, in units of 10^-8: the close of the minute or, where minutes are not kept, of the last candle
 * before.
 */
function pricesIn({ rows }: Data): (asset: number, atMs: number) => bigint {
  const closes = new Map<number, { at: number; price: bigint }[]>()
  const markets = new Map<string, { base: number; toUnits: bigint }>()
  for (const { body } of rows('pairs')) {
    const pair: Pair = JSON.parse(body)
    if (pair.quote !== baseCoin.id) continue
    const toUnits = 10n ** BigInt(SCALE - pair.priceScale)
    markets.set(pair.market, { base: pair.base, toUnits })
    closes.set(pair.base, [{ at: 0, price: BigInt(pair.firstPrice) * toUnits }])
  }
  const take = (name: string, seconds: number, candles: readonly CandleCells[]) => {
    const market = markets.get(name)
    if (!market) return
    const found = closes.get(market.base) ?? []
    for (const [time, , , , close] of candles) found.push({ at: time + seconds, price: BigInt(close) * market.toUnits })
  }
  for (const { body } of rows('bars')) {
    const chunk: CandleChunk = JSON.parse(body)
    const [name = '', period] = chunk.id.split('|')
    const base = basePeriods.find((each) => each === period)
    if (base) take(name, periodSeconds[base], candlesIn(chunk))
  }
  for (const { body } of rows('running_bars')) {
    const { market, bars }: RunningCandles = JSON.parse(body)
    const running = bars['1min']
    if (running) take(market, minuteSeconds, [running])
  }
  for (const found of closes.values()) found.sort((a, b) => a.at - b.at)
  return (asset, atMs) => {
    if (asset === baseCoin.id) return 10n ** BigInt(SCALE)
    const found = closes.get(asset) ?? []
    let [low, high] = [0, found.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((found[middle]?.at ?? 0) * 1000 <= atMs + minuteSeconds * 1000) low = middle + 1
      else high = middle
    }
    return found[low - 1]?.price ?? 0n
  }
}

const isTrade = ({ type }: LogRow) => type === logTypes.spotGiven || type === logTypes.spotReceived
/** Trades of older releases have an entry for each leg, one after the other at the same instant. */
const isOtherLeg = (row: LogRow, [leg, ...more]: readonly LogRow[]) =>
  leg !== undefined &&
  more.length === 0 &&
  isTrade(row) &&
  isTrade(leg) &&
  row.type !== leg.type &&
  row.at === leg.at &&
  row.seq === leg.seq + 1

/**
 * What every user's bookings have come to on each day, worked out again from the account log of a folder that has not
 * kept it.
 */
export function* replayLogs(data: Data): Generator<PnlRow> {
  const priceAt = pricesIn(data)
  const latest = new Map<number, PnlRow>()
  const waiting = new Map<number, LogRow[]>()
  const cells = new Set<string>()
  const over: PnlRow[] = []

  const book = (user: number, day: number, at: number, moves: readonly Move[]) => {
    const before = latest.get(user)
    if (before && before.day < day) over.push({ ...before, isLatest: false })
    const books = bookEntry(before ?? firstPnl(user, day), moves, (asset, units) => worthAt(units, priceAt(asset, at)))
    latest.set(user, { ...firstPnl(user, day), ...books })
  }
  const flush = (rows: readonly LogRow[]) => {
    const [first] = rows
    if (first)
      book(
        first.user,
        dayOf(first.at),
        first.at,
        rows.map(({ asset, value, type }) => ({ asset, units: BigInt(value), type })),
      )
  }
  for (const { body } of data.rows('logs')) {
    const row: LogRow = JSON.parse(body)
    const held = waiting.get(row.user) ?? []
    const joins = held.at(-1)?.seq === row.seq || isOtherLeg(row, held)
    if (!joins) flush(held)
    const cell = `${row.user}|${row.asset}|${row.kind}`
    // A log that does not begin with the account: what was there before came in before.
    if (!cells.has(cell) && row.before !== '0')
      book(row.user, dayOf(row.at), row.at, [{ asset: row.asset, units: BigInt(row.before), type: logTypes.deposit }])
    cells.add(cell)
    waiting.set(row.user, joins ? [...held, row] : [row])
    yield* over.splice(0)
  }
  for (const rows of waiting.values()) flush(rows)
  yield* over
  yield* latest.values()
}
