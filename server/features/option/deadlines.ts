import { entryMs, roundsShown } from '#contract/option/option.ts'
import { deliveryOf } from '#contract/option/option-outcome.ts'
import { numberAt, timesOf } from './rounds.ts'
import { deadline } from '#server/core/deadlines.ts'
import { fixEntry, optionEntry, settleOption, voidOption } from './settle.ts'
import { firstTickAfter, pruneTicks, recordTicks, tickOf, ticksWithin } from './ticks.ts'
import { isOptionOpen, roundId, type OptionRow, type RoundRow, type SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

/** Due just after the close of the round that a series settles next. */
export const optionRound = deadline('optionRound')
/** One more than is shown, because after the clock steps back the list may begin one round earlier. */
const maxLastRounds = roundsShown.past + 1
/** At most this many rounds are settled in one command; after a long downtime there are several commands. */
const maxSettled = 50

/** The interval (exclusive, inclusive) in which a tick may be the entry of an order. */
const entryWindow = ({ settings }: OptionContext, { acceptedAt }: OptionRow) => {
  const after = acceptedAt + settings.option.entryDelayMs
  return { after, until: after + entryMs }
}
const noEntryEnding = { delivery: null, values: [], coverage: '0', reason: 'no_entry' } as const

/**
 * Records new index ticks, and sets the entry price of the orders waiting for one. An entry uses only prices that the
 * sources reported after the order was accepted, so that knowing them early gains nothing.
 */
export function takeTicks(ctx: OptionContext) {
  for (const { pair, tick, asOf } of recordTicks(ctx))
    for (const row of ctx.tables.optionOrders.group('waiting', pair.id)) {
      const { after, until } = entryWindow(ctx, row)
      if (tick[0] > until) voidOption(ctx, row, noEntryEnding)
      else if (asOf > after) fixEntry(ctx, row, tick)
    }
}
/** Sets the deadline by which an order must have its entry price. */
export const setEntryDeadline = (ctx: OptionContext, row: OptionRow) =>
  ctx.deadlines.set(optionEntry, String(row.id), entryWindow(ctx, row).until + 1)
/** No tick came in time: voids this order only, and refunds it. */
export const lapseEntry = (ctx: OptionContext, ref: string) => {
  const row = ctx.tables.optionOrders.get(Number(ref))
  if (row && isOptionOpen(row) && row.entry === null) voidOption(ctx, row, noEntryEnding)
}

/** Sets the deadline of a series 1 ms after the close, when no tick at or before the close can come any more. */
export const setCloseDeadline = (ctx: OptionContext, series: SeriesRow) =>
  ctx.deadlines.set(optionRound, series.id, timesOf(ctx, series, series.next).close_ms + 1)

/** Settles one round on its recorded ticks; the same ticks always give the same result (O3). */
function settleOne(ctx: OptionContext, series: SeriesRow): SeriesRow {
  const { tables, now } = ctx
  const no = series.next
  const id = roundId(series, no)
  const pair = tables.pairs.need(series.pair)
  const times = timesOf(ctx, series, no)
  const cells = ticksWithin(ctx, series.market, times.open_ms, times.close_ms)
  const {
    delivery,
    values,
    coverage,
    void_reason: reason,
  } = deliveryOf(
    cells.map((each) => tickOf(pair, each)),
    times,
  )
  const orders = tables.optionOrders.group('round', id).filter(isOptionOpen)
  for (const row of orders) settleOption(ctx, row, { delivery, values, coverage, reason })
  if (orders.length) tables.optionTapes.put({ id, ticks: cells })
  const ended: RoundRow = {
    id,
    series: series.id,
    no,
    closeAt: times.close_ms,
    price: delivery?.price ?? null,
    tick: delivery?.tick_id ?? null,
    tickAt: delivery?.at_ms ?? null,
    coverage,
    reason,
    settledAt: now(),
  }
  tables.optionRounds.put(ended)
  return tables.optionSeries.put({ ...series, next: no + 1, last: [...series.last, ended].slice(-maxLastRounds) })
}
/** Skips rounds during which the server was down: they have no ticks and no stakes. */
function skipMissedRounds(ctx: OptionContext, series: SeriesRow): SeriesRow {
  const { tables, now } = ctx
  const { open_ms } = timesOf(ctx, series, series.next)
  const first = firstTickAfter(ctx, series.market, open_ms)
  const staked = [...tables.optionOrders.all()].filter(
    (row) => isOptionOpen(row) && row.pair === series.pair && row.seconds === series.seconds,
  )
  const next = Math.min(
    numberAt(series, now() - 1),
    first === null ? Infinity : numberAt(series, first - 1),
    ...staked.map(({ no }) => no),
  )
  return next > series.next ? tables.optionSeries.put({ ...series, next }) : series
}

/**
 * Settles the closed rounds of series `ref` and sets its next deadline. Running it twice or an hour late gives the same
 * result.
 */
export function settleRounds(ctx: OptionContext, ref: string) {
  const { tables, now } = ctx
  let series = tables.optionSeries.get(ref)
  if (!series) return
  const hasClosed = (each: SeriesRow) => now() > timesOf(ctx, each, each.next).close_ms
  for (let n = 0; n < maxSettled && hasClosed(series); n += 1) {
    series = skipMissedRounds(ctx, series)
    if (hasClosed(series)) series = settleOne(ctx, series)
  }
  setCloseDeadline(ctx, series)
  const opens = [...tables.optionSeries.all()].map((each) => timesOf(ctx, each, each.next).open_ms)
  pruneTicks(ctx, Math.min(...opens))
}
