import { symbolOf } from '#contract/market/market.ts'
import { roundsShown, type Round, type RoundPhase } from '#contract/option/option.ts'
import { meanSeconds, phaseAt, roundRev, type RoundTimes } from '#contract/option/option-outcome.ts'
import { roundId, type RoundRow, type SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

type RoundContext = Pick<OptionContext, 'tables' | 'now'>

/** Number of the round that contains an instant; below 1 before the first one opens. */
export const numberAt = ({ origin, seconds }: SeriesRow, at: number) => Math.floor((at - origin) / (seconds * 1000)) + 1
/** When a round opens, locks and closes, in epoch milliseconds. */
export function timesOf(
  { tables }: Pick<OptionContext, 'tables'>,
  { origin, seconds }: SeriesRow,
  no: number,
): RoundTimes {
  const open_ms = origin + (no - 1) * seconds * 1000
  const close_ms = open_ms + seconds * 1000
  const lockSeconds = tables.optionPeriods.one('seconds', String(seconds))?.lockSeconds ?? 0
  // Buying ends before the window opens in which the delivery is measured.
  return { open_ms, lock_ms: close_ms - Math.max(lockSeconds, meanSeconds(seconds)) * 1000, close_ms }
}
/**
 * Number of the current round, or of the first one if none has opened yet. If the clock steps back, a settled round
 * does not become current again.
 */
export const currentNo = (ctx: Pick<OptionContext, 'now'>, series: SeriesRow) =>
  Math.max(1, series.next - 1, numberAt(series, ctx.now()))

const resultRowOf = ({ last }: SeriesRow, no: number): RoundRow | undefined => last.find((row) => row.no === no)
export function phaseOf(ctx: RoundContext, series: SeriesRow, no: number): RoundPhase {
  if (no >= series.next) return phaseAt(ctx.now(), timesOf(ctx, series, no))
  const result = resultRowOf(series, no)
  // A round during which the server was down has no result row: it is void, because there was no price.
  return result && result.reason === null ? 'settled' : 'void'
}
/** A round in wire form. */
export function roundOf(ctx: RoundContext, series: SeriesRow, no: number): Round {
  const phase = phaseOf(ctx, series, no)
  const result = no < series.next ? resultRowOf(series, no) : undefined
  const isSettled = phase === 'settled'
  return {
    id: roundId(series, no),
    no,
    match_id: series.pair,
    symbol: symbolOf(series.market),
    seconds: series.seconds,
    phase,
    ...timesOf(ctx, series, no),
    delivery_price: isSettled ? (result?.price ?? null) : null,
    delivery_tick: isSettled ? (result?.tick ?? null) : null,
    void_reason: phase === 'void' ? (result?.reason ?? 'stale') : null,
    rev: roundRev(phase),
  }
}
/**
 * The rounds shown to clients, in order: the last `roundsShown.past`, the current one, and the next `roundsShown.next`.
 */
export function roundsOf(ctx: RoundContext, series: SeriesRow): Round[] {
  const current = currentNo(ctx, series)
  const first = Math.max(1, current - roundsShown.past)
  return Array.from({ length: current + roundsShown.next - first + 1 }, (_, n) => roundOf(ctx, series, first + n))
}
/** The round open for purchase, or else the next one to open. */
export function nextToBuy(ctx: RoundContext, series: SeriesRow): Round {
  for (let no = Math.max(currentNo(ctx, series), series.next); ; no += 1) {
    const next = roundOf(ctx, series, no)
    if (next.phase === 'open' || next.phase === 'scheduled') return next
  }
}

/** Start of the first round: the next instant that is a multiple of the length since the epoch. */
export const originOf = (at: number, seconds: number) => Math.ceil(at / (seconds * 1000)) * seconds * 1000
