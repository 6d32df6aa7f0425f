import type { TriggerContext } from './context.ts'
import { isMain } from '#contract/trigger/trigger-terms.ts'
import { onEnd, onFill, onNeed, onOrder } from './hooks.ts'
import { placeOnPosition, protectOrder } from './place.ts'
import { enterAll, protectAll } from './put.ts'
import { triggerHold } from './rows.ts'
import { entriesIn, lapseEntries, followPosition, followStops, legsOf } from './stops.ts'

/** Follows orders and positions; those of older releases have stops that are no triggers yet. */
export function seedTrigger(ctx: TriggerContext) {
  Object.assign(ctx.spotHooks, {
    onOrder: (row) => onOrder(ctx, row),
    onFill: (row, fill) => onFill(ctx, row, fill),
    onEnd: (row) => onEnd(ctx, row),
    onNeed: (row, needed) => onNeed(ctx, row, needed),
    protect: (user, checked, side, stops) => protectOrder(ctx, user, checked, side, stops),
  } satisfies TriggerContext['spotHooks'])
  Object.assign(ctx.leverHooks, {
    onPosition: (row) => followPosition(ctx, row),
    onStops: (row) => followStops(ctx, row),
    attach: (row, legs) => void placeOnPosition(ctx, row, legs),
    more: ({ id }) => legsOf(ctx, id).filter((leg) => !isMain(leg)).length,
    held: (user, quote) =>
      entriesIn(ctx, user, quote).reduce((sum, { id }) => sum + ctx.ledger.leftOf(triggerHold(id)), 0n),
    lapse: (user, quote) => lapseEntries(ctx, user, quote),
    protect: (command) => protectAll(ctx, command),
    enter: (command) => enterAll(ctx, command),
  } satisfies TriggerContext['leverHooks'])
  for (const position of ctx.tables.leverPositions.all())
    if (position.takeProfit > 0n || position.stopLoss > 0n) followStops(ctx, position, false)
}
