import type { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { Refusal } from '#server/core/refusal.ts'
import { declareOutage } from '#server/features/otc/desk.ts'
import { logAct } from './log.ts'
import type { DeskContext } from './context.ts'

const dayMs = 86_400_000
const lastName = 'desk_outage_until'

/**
 * Declares an outage of the past 24 hours. It begins after the last declared one, so that no minute moves a deadline
 * twice.
 */
export function outage(
  ctx: DeskContext,
  by: number,
  { from_ms, to_ms, reason }: InputOf<typeof desk.outage>,
): { orders: number } {
  if (!reason) throw new Refusal('reason_required')
  const now = ctx.now()
  const declared = Number(ctx.tables.settings.get(lastName)?.value ?? 0)
  const earliest = Math.max(declared, now - dayMs)
  if (from_ms < earliest || from_ms >= to_ms || to_ms > now)
    throw new Refusal('setting_range', { min: String(earliest), max: String(now) })
  const orders = declareOutage(ctx, { from_ms, to_ms })
  ctx.tables.settings.put({ name: lastName, value: String(to_ms) })
  logAct(ctx, { by, action: 'outage', about: 'otc', reason, after: { from_ms, to_ms, orders } })
  return { orders }
}
