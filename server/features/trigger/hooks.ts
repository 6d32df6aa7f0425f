import { shareOut } from '#contract/pnl.ts'
import { isTriggerOver } from '#contract/trigger/trigger.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { basisOf } from '#server/features/assets/results.ts'
import type { SpotFilled } from '#server/features/spot/context.ts'
import type { SpotRow } from '#server/features/spot/rows.ts'
import { baseUnits } from '#server/features/market/units.ts'
import { armTrigger } from './arm.ts'
import type { TriggerContext } from './context.ts'
import { fitGroupHold, putGroup, settleGroup } from './group.ts'
import { endTrigger, holdType, moveTrigger } from './move.ts'
import { endEntry, groupOf } from './put-spot.ts'
import { triggerHold, type GroupRow, type TriggerRow } from './rows.ts'
import { actingLegs, groupHold, needOf, sizesOf } from './sizes.ts'

const rowOf = ({ tables }: TriggerContext, { trigger }: SpotRow) =>
  trigger === undefined ? undefined : tables.triggers.get(trigger)
const groupFed = ({ tables }: TriggerContext, { opens }: SpotRow) =>
  opens === undefined ? undefined : tables.triggerGroups.get(opens)

/** An order of a trigger was made, moved to another price or made smaller. */
export function onOrder(ctx: TriggerContext, order: SpotRow) {
  const row = rowOf(ctx, order)
  if (row && row.order !== order.id) moveTrigger(ctx, 'resize', row, { order: order.id })
  const fed = groupFed(ctx, order)
  if (fed && fed.entry?.kind !== 'trigger') putGroup(ctx, { ...fed, entry: { kind: 'order', id: order.id } })
  if (row && row.id !== ctx.triggerActing.id && row.by === 'amount') followSize(ctx, row, order)
}
/** Made smaller by its owner, an order stands for a trigger that wants no more than it has. */
function followSize(ctx: TriggerContext, { id, wanted: before, filled }: TriggerRow, order: SpotRow) {
  const wanted = filled + order.amount - order.filled
  if (wanted >= before) return
  const row = ctx.tables.triggers.need(id)
  const group = groupOf(ctx, row)
  const sizes = group ? sizesOf(ctx, group) : new Map<number, number>()
  const smaller = moveTrigger(ctx, 'resize', row, { wanted })
  if (group) settleGroup(ctx, group.id, sizes, id)
  else returnSurplus(ctx, smaller)
}
function returnSurplus(ctx: TriggerContext, row: TriggerRow) {
  const { pair } = ctx.markets.ofPair(row.pair)
  const surplus = ctx.ledger.leftOf(triggerHold(row.id)) - needOf(pair, row, row.wanted - row.filled)
  if (surplus > 0n) ctx.ledger.release(triggerHold(row.id), holdType, surplus)
}

/** What an order has traded counts for its trigger, for the quantity of its group, and for what it feeds. */
export function onFill(ctx: TriggerContext, order: SpotRow, fill: SpotFilled) {
  const row = rowOf(ctx, order)
  if (row) takeFill(ctx, row, fill)
  const fed = groupFed(ctx, order)
  if (fed && !fed.isOver) feed(ctx, fed, fill.net)
}
/** What a sale adds to the net result of its trigger: told in the coin of all results, so only of pairs with it. */
function resultOf(ctx: TriggerContext, row: TriggerRow, { amount, net }: SpotFilled): Pick<TriggerRow, 'net'> {
  const { pair } = ctx.markets.ofPair(row.pair)
  const isFirst = row.filled === 0
  if (row.act !== 'sell' || pair.quote !== baseCoin.id || (!isFirst && row.net === undefined)) return {}
  const cost = shareOut(basisOf(ctx, row.user, pair.base), baseUnits(pair, amount))
  return { net: String(BigInt(row.net ?? '0') + net - cost) }
}
function takeFill(ctx: TriggerContext, row: TriggerRow, fill: SpotFilled) {
  const { amount, quote } = fill
  const group = groupOf(ctx, row)
  const before = group ? sizesOf(ctx, group) : new Map<number, number>()
  const filled = row.filled + amount
  const moved = moveTrigger(ctx, 'fill', row, {
    filled,
    spent: String(BigInt(row.spent) + quote),
    ...resultOf(ctx, row, fill),
  })
  if (group) {
    putGroup(ctx, { ...group, done: group.done + amount })
    settleGroup(ctx, group.id, before, row.id)
    // What was bought below the limit is not needed any more.
  } else if (row.limit > 0) returnSurplus(ctx, moved)
}
/** What an entry has brought, without its fee and cut to whole steps, goes from free into the hold of its group. */
function feed(ctx: TriggerContext, fed: GroupRow, got: bigint) {
  const { pair } = ctx.markets.ofPair(fed.pair)
  const step = baseUnits(pair, 1)
  const net = BigInt(fed.net) + got
  const { free } = ctx.ledger.balance({ owner: fed.user, asset: pair.base, kind: 'change' })
  const missing = net / step - BigInt(fed.q)
  const growth = Number(missing < free / step ? missing : free / step)
  const before = sizesOf(ctx, fed)
  const group = putGroup(ctx, { ...fed, net: String(net), q: fed.q + growth })
  ctx.failpoint('duringGrow')
  for (const leg of actingLegs(ctx, group)) if (leg.status === 'dormant' && group.q > 0) armTrigger(ctx, leg)
  if (growth > 0) fitGroupHold(ctx, group)
  settleGroup(ctx, group.id, before)
}

/** An order is over: so is its trigger, unless it is being made, and the entry of what it feeds. */
export function onEnd(ctx: TriggerContext, order: SpotRow) {
  const row = rowOf(ctx, order)
  if (row && !isTriggerOver(row) && row.id !== ctx.triggerActing.id && row.limit > 0) endByOrder(ctx, row, order)
  if (order.opens !== undefined) endEntry(ctx, order.opens)
}
function endByOrder(ctx: TriggerContext, row: TriggerRow, order: SpotRow) {
  const group = groupOf(ctx, row)
  const before = group ? sizesOf(ctx, group) : new Map<number, number>()
  if (order.status === 'completed') endTrigger(ctx, 'finish', row)
  else if (order.reason === 'user')
    endTrigger(ctx, 'cancel', row, { why: order.endedWhy === 'deadman' ? 'deadman' : 'user' })
  else if (order.endedWhy === 'expired') endTrigger(ctx, 'expire', row)
  else endTrigger(ctx, 'drop', row, { why: 'linked' })
  if (row.group !== null) settleGroup(ctx, row.group, before)
}

/** An order of a trigger is about to need so much of the hold that it pays out of. */
export function onNeed(ctx: TriggerContext, order: SpotRow, needed: bigint) {
  const row = rowOf(ctx, order)
  if (!row || row.act !== 'buy') return
  const { quote } = ctx.tables.pairs.need(row.pair)
  const cell = { owner: row.user, asset: quote, kind: 'change' as const }
  const hold = row.group === null ? triggerHold(row.id) : groupHold(row.group)
  const more = needed - ctx.ledger.leftOf(hold)
  if (more > 0n) ctx.ledger.grow(hold, cell, more, holdType)
  else if (row.group === null && more < 0n) ctx.ledger.release(hold, holdType, -more)
}
