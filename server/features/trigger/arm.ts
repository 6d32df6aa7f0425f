import type { TriggerContext } from './context.ts'
import { moveTrigger, tellTrigger } from './move.ts'
import type { TriggerRow } from './rows.ts'
import { priceOf } from './tick.ts'

/** What a trigger has from the moment it counts: its place in the order of arming, and the price it trails from. */
export function armed(ctx: TriggerContext, row: Pick<TriggerRow, 'pair' | 'source' | 'trail'>) {
  const start = priceOf(ctx.markets.ofPair(row.pair), row.source) ?? 0
  const seq = (ctx.triggerCounts.seq += 1)
  return { seq, armedAt: ctx.now(), trail: row.trail && { ...row.trail, start } }
}
/** What a trigger waited for has happened; where its price is passed already, it fires at the next tick. */
export const armTrigger = (ctx: TriggerContext, row: TriggerRow, change: Partial<TriggerRow> = {}) =>
  tellTrigger(ctx, moveTrigger(ctx, 'arm', row, { ...change, ...armed(ctx, row) }), 'armed')
