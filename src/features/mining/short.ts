import { termEndMs, termFrom } from '#contract/finance/earnings-term.ts'
import type { Machine, Mining, Seat } from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'

/** What is missing for so many machines: places first, as the server refuses. */
export type Short =
  | { readonly what: 'seat'; readonly need: number; readonly free: number }
  | { readonly what: 'collateral'; readonly need: string }
type Means = { readonly machine: Machine; readonly mining: Mining; readonly seats: readonly Seat[] }

/** Places of the caller that stay free for the whole term of a machine bought now. */
function freePlaces({ days, server_now_ms }: Machine, seats: readonly Seat[]) {
  const end = termEndMs(termFrom(server_now_ms, days))
  return seats
    .flatMap(({ mine }) => mine)
    .reduce((sum, { places, used, end_ms }) => sum + (end_ms >= end ? places - used : 0), 0)
}
export function shortOf({ machine, mining, seats }: Means, num: number): Short | null {
  const free = freePlaces(machine, seats)
  if (free < num) return { what: 'seat', need: num, free }
  const { collateral, collateral_used } = mining
  const missing = parseDec(collateral_used) + parseDec(machine.threshold) * BigInt(num) - parseDec(collateral)
  return missing > 0n ? { what: 'collateral', need: formatDec(missing) } : null
}
