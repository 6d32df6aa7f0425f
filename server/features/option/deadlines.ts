import { entryMs, roundsShown } from '#contract/option.ts'
import { deliveryOf } from '#contract/option-outcome.ts'
import { numberAt, timesOf } from './rounds.ts'
import { deadline } from '#server/core/deadlines.ts'
import { fixEntry, optionEntry, settleOption, voidOption } from './settle.ts'
import { firstTickAfter, pruneTicks, recordTicks, tickOf, ticksWithin } from './ticks.ts'
import { isOptionOpen, roundId, type OptionRow, type RoundRow, type SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

/** A round closes. */
export const optionRound = deadline('optionRound')
/** One more than is shown: a clock that goes back shows one that was gone from sight. */
const lastKept = roundsShown.past + 1
/** So many rounds are settled in one command; a venue that was away catches up in several. */
const maxSettled = 50

/** From when on a tick may be the entry of an order, and until when. */
const entryWindow = ({ settings }: OptionContext, { acceptedAt }: OptionRow) => {
  const after = acceptedAt + settings.option.entryDelayMs
  return { after, until: after + entryMs }
}
const noEntry = { delivery: null, coverage: '0', reason: 'no_entry' } as const

/**
 * Records what the index says, and gives entries to the orders that have waited for it. An entry rests on what sources said after the
 * order was taken, so that a lead over them gains nothing.
 */
export function takeTicks(ctx: OptionContext) {
  for (const { pair, tick, asOf } of recordTicks(ctx))
    for (const row of ctx.tables.optionOrders.group('waiting', pair.id)) {
      const { after, until } = entryWindow(ctx, row)
      if (tick[0] > until) voidOption(ctx, row, noEntry)
      else if (asOf > after) fixEntry(ctx, row, tick)
    }
}
/** Sets the deadline by which an order must have its entry. */
export const awaitEntry = (ctx: OptionContext, row: OptionRow) => ctx.deadlines.set(optionEntry, String(row.id), entryWindow(ctx, row).until + 1)
/** No tick has come in time: this order alone is given back. */
export const lapseEntry = (ctx: OptionContext, ref: string) => {
  const row = ctx.tables.optionOrders.get(Number(ref))
  if (row && isOptionOpen(row) && row.entry === null) voidOption(ctx, row, noEntry)
}

/** The deadline of a series: just after a close, when no tick at or before it can come any more. */
export const awaitClose = (ctx: OptionContext, series: SeriesRow) => ctx.deadlines.set(optionRound, series.id, timesOf(ctx, series, series.next).close_ms + 1)

/** Ends one round on what was recorded: the same ticks always end it the same way. */
function settleOne(ctx: OptionContext, series: SeriesRow): SeriesRow {
  const { tables, now } = ctx
  const no = series.next
  const id = roundId(series, no)
  const pair = tables.pairs.need(series.pair)
  const times = timesOf(ctx, series, no)
  const cells = ticksWithin(ctx, series.market, times.open_ms, times.close_ms)
  const { delivery, coverage, void_reason: reason } = deliveryOf(cells.map((each) => tickOf(pair, each)), times)
  const orders = tables.optionOrders.group('round', id).filter(isOptionOpen)
  for (const row of orders) settleOption(ctx, row, { delivery, coverage, reason })
  if (orders.length) tables.optionTapes.put({ id, ticks: cells })
  const ended: RoundRow = {
    id, series: series.id, no, closeAt: times.close_ms, price: delivery?.price ?? null, tick: delivery?.tick_id ?? null, tickAt: delivery?.at_ms ?? null,
    coverage, reason, settledAt: now(),
  }
  tables.optionRounds.put(ended)
  return tables.optionSeries.put({ ...series, next: no + 1, last: [...series.last, ended].slice(-lastKept) })
}
/** Passes over rounds that the venue slept through: no tick came and nobody has a stake on them. */
function skipSlept(ctx: OptionContext, series: SeriesRow): SeriesRow {
  const { tables, now } = ctx
  const { open_ms } = timesOf(ctx, series, series.next)
  const first = firstTickAfter(ctx, series.market, open_ms)
  const staked = [...tables.optionOrders.all()].filter((row) => isOptionOpen(row) && row.pair === series.pair && row.seconds === series.seconds)
  const next = Math.min(
    numberAt(series, now() - 1), first === null ? Infinity : numberAt(series, first - 1), ...staked.map(({ no }) => no),
  )
  return next > series.next ? tables.optionSeries.put({ ...series, next }) : series
}

/** Settles what has closed in one market and length, and sets the next deadline. Coming twice or an hour late makes no difference. */
export function settleRounds(ctx: OptionContext, ref: string) {
  const { tables, now } = ctx
  let series = tables.optionSeries.get(ref)
  if (!series) return
  const isOver = (each: SeriesRow) => now() > timesOf(ctx, each, each.next).close_ms
  for (let n = 0; n < maxSettled && isOver(series); n += 1) {
    series = skipSlept(ctx, series)
    if (isOver(series)) series = settleOne(ctx, series)
  }
  awaitClose(ctx, series)
  const opens = [...tables.optionSeries.all()].map((each) => timesOf(ctx, each, each.next).open_ms)
  pruneTicks(ctx, Math.min(...opens))
}
