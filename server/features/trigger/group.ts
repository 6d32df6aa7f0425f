import type { TriggerWhy } from '#contract/trigger/trigger.ts'
import { shrink } from '#server/features/spot/amend.ts'
import { endOrder, withdraw } from '#server/features/spot/place.ts'
import type { TriggerContext } from './context.ts'
import { endTrigger, holdType, moveTrigger, tellTrigger } from './move.ts'
import type { GroupRow } from './rows.ts'
import { actingLegs, groupHold, groupNeed, leftOf, liveLegs, quantityOf, restingOf, sizesOf } from './sizes.ts'

export const putGroup = (ctx: TriggerContext, group: GroupRow) => ctx.tables.triggerGroups.put(group)
/** Sets aside what a group lacks, or returns what it needs no more. */
export function fitGroupHold(ctx: TriggerContext, group: GroupRow) {
  const { ledger, tables } = ctx
  const id = groupHold(group.id)
  const more = groupNeed(ctx, group) - ledger.leftOf(id)
  const { base, quote } = tables.pairs.need(group.pair)
  const asset = group.side === 'sell' ? base : quote
  if (more > 0n) ledger.grow(id, { owner: group.user, asset, kind: 'change' }, more, holdType)
  if (more < 0n) ledger.release(id, holdType, -more)
}

/** A leg that cancels others was made smaller, or has ended: no more is at stake than what is left of them. */
function lowered(ctx: TriggerContext, group: GroupRow): GroupRow {
  const quantity = group.kind === 'oco' ? quantityOf(actingLegs(ctx, group)) : null
  return quantity === null || group.done + quantity >= group.q
    ? group
    : putGroup(ctx, { ...group, q: group.done + quantity })
}

/**
 * After anything in a group has changed: tells the legs whose size is another one, ends those that nothing is left for,
 * and returns what is held for nobody. `before` are the sizes before the change; `acting` is a leg whose end is told by
 * its order. The book stays as it is.
 */
export function settleGroup(
  ctx: TriggerContext,
  id: number,
  before: ReadonlyMap<number, number>,
  acting: number | null = ctx.triggerActing.id,
) {
  const found = ctx.tables.triggerGroups.get(id)
  if (found === undefined || found.isOver) return
  const group = lowered(ctx, found)
  const isSpent = leftOf(group) < 1 && group.entry === null
  if (isSpent) dropLegs(ctx, group, 'linked', acting)
  else {
    const after = sizesOf(ctx, group)
    for (const row of actingLegs(ctx, group)) {
      if (after.get(row.id) === before.get(row.id) || row.id === acting) continue
      const isShort = row.status === 'placed' && row.limit > 0 && (after.get(row.id) ?? 0) > restingOf(ctx, row)
      tellTrigger(ctx, moveTrigger(ctx, 'resize', row, { isShort }), 'resized')
    }
  }
  if (liveLegs(ctx, id).length === 0) endGroup(ctx, group)
  else if (ctx.ledger.leftOf(groupHold(id)) > groupNeed(ctx, group)) fitGroupHold(ctx, group)
}
function endGroup(ctx: TriggerContext, group: GroupRow) {
  ctx.ledger.release(groupHold(group.id), holdType)
  putGroup(ctx, { ...(ctx.tables.triggerGroups.get(group.id) ?? group), isOver: true })
}
export function dropLegs(ctx: TriggerContext, group: GroupRow, why: TriggerWhy, except = ctx.triggerActing.id) {
  for (const row of actingLegs(ctx, group)) if (row.id !== except) endTrigger(ctx, 'drop', row, { why })
}

/** Takes out of the book what a group may not act on any more, because another leg does. */
export function cutResting(ctx: TriggerContext, group: GroupRow) {
  const sizes = sizesOf(ctx, group)
  for (const row of actingLegs(ctx, group)) {
    const order = row.order === null ? undefined : ctx.tables.spotOrders.get(row.order)
    const size = sizes.get(row.id) ?? 0
    if (order?.status !== 'waiting' || order.amount - order.filled <= size) continue
    if (size > 0) cutTo(ctx, row.id, () => shrink(ctx, order, order.filled + size))
    else {
      withdraw(ctx, order)
      endOrder(ctx, order, { reason: 'market', endedWhy: 'linked' })
    }
  }
}
/** Its owner has not asked for less: what a leg wants stays. */
function cutTo(ctx: TriggerContext, id: number, cut: () => void) {
  const { id: acting } = ctx.triggerActing
  ctx.triggerActing.id = id
  try {
    cut()
  } finally {
    ctx.triggerActing.id = acting
  }
}
