import type { PnlDay } from '#contract/assets/assets.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

/** Profit of a day in per cent of what was there: worth at its start and what came in; null when that was nothing. */
export function percentOf({ worth, flow, pnl }: PnlDay): string | null {
  const units = parseDec(pnl)
  const came = parseDec(flow)
  // The worth at the end, less the profit, less what went out, is the worth at the start with what came in.
  const base = parseDec(worth) - units - (came < 0n ? came : 0n)
  return base <= 0n ? null : formatDec((units * 100n * 10n ** BigInt(SCALE)) / base)
}
/** The profit since the start of the days, day after day. */
export function curveOf(days: readonly PnlDay[]): readonly string[] {
  let sum = 0n
  return days.map(({ pnl }) => formatDec((sum += parseDec(pnl))))
}
