import type { SpotContext } from './context.ts'
import { endOrder, withdraw } from './place.ts'
import { spotExpiry } from './rows.ts'

/** Ends an order whose instant has come; what it has filled stays. */
export function expireOrder(ctx: SpotContext, ref: string) {
  const row = ctx.tables.spotOrders.get(Number(ref))
  if (row?.status !== 'waiting' || row.expiresAt === undefined || row.expiresAt > ctx.now()) return
  withdraw(ctx, row)
  endOrder(ctx, row, { reason: 'market', endedWhy: 'expired' })
}

/** Ends what has expired before anything is matched: an order never fills after its instant. */
export function expireDue(ctx: SpotContext) {
  for (const { kind, ref } of ctx.deadlines.due(ctx.now())) if (kind === spotExpiry.kind) expireOrder(ctx, ref)
}
