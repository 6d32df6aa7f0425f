import { symbolOf } from '#contract/market.ts'
import { roundsShown, type Round, type RoundPhase } from '#contract/option.ts'
import { phaseAt, roundRev, type RoundTimes } from '#contract/option-outcome.ts'
import { roundId, type RoundRow, type SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

type Some = Pick<OptionContext, 'tables' | 'now'>

/** Which round holds this instant; below 1 before the first has opened. */
export const numberAt = ({ origin, seconds }: SeriesRow, at: number) => Math.floor((at - origin) / (seconds * 1000)) + 1
/** When a round opens, locks and closes. */
export function timesOf({ tables }: Pick<OptionContext, 'tables'>, { origin, seconds }: SeriesRow, no: number): RoundTimes {
  const open_ms = origin + (no - 1) * seconds * 1000
  const close_ms = open_ms + seconds * 1000
  const lockSeconds = tables.optionPeriods.one('seconds', String(seconds))?.lockSeconds ?? 0
  return { open_ms, lock_ms: close_ms - lockSeconds * 1000, close_ms }
}
/** The round that is under way, or the first one if none has opened yet. A clock that goes back takes no ended round up again. */
export const currentNo = (ctx: Pick<OptionContext, 'now'>, series: SeriesRow) => Math.max(1, series.next - 1, numberAt(series, ctx.now()))

const endOf = ({ last }: SeriesRow, no: number): RoundRow | undefined => last.find((row) => row.no === no)
export function phaseOf(ctx: Some, series: SeriesRow, no: number): RoundPhase {
  if (no >= series.next) return phaseAt(ctx.now(), timesOf(ctx, series, no))
  const end = endOf(series, no)
  // A round that the venue slept through has no end of its own: there was no price.
  return end && end.reason === null ? 'settled' : 'void'
}
/** A round as everybody sees it. */
export function roundOf(ctx: Some, series: SeriesRow, no: number): Round {
  const phase = phaseOf(ctx, series, no)
  const end = no < series.next ? endOf(series, no) : undefined
  const isSettled = phase === 'settled'
  return {
    id: roundId(series, no), no, match_id: series.pair, symbol: symbolOf(series.market), seconds: series.seconds, phase,
    ...timesOf(ctx, series, no), delivery_price: isSettled ? (end?.price ?? null) : null, delivery_tick: isSettled ? (end?.tick ?? null) : null,
    void_reason: phase === 'void' ? (end?.reason ?? 'stale') : null, rev: roundRev(phase),
  }
}
/** The last ten, the one under way, the next two; in their order. */
export function roundsOf(ctx: Some, series: SeriesRow): Round[] {
  const current = currentNo(ctx, series)
  const first = Math.max(1, current - roundsShown.past)
  return Array.from({ length: current + roundsShown.next - first + 1 }, (_, n) => roundOf(ctx, series, first + n))
}
/** The round that can be bought now, or else the one that comes next. */
export function nextToBuy(ctx: Some, series: SeriesRow): Round {
  for (let no = Math.max(currentNo(ctx, series), series.next); ; no += 1) {
    const next = roundOf(ctx, series, no)
    if (next.phase === 'open' || next.phase === 'scheduled') return next
  }
}

/** Where the first round begins: at the next instant that the clock divides by its length. */
export const originOf = (at: number, seconds: number) => Math.ceil(at / (seconds * 1000)) * seconds * 1000
