import { isProtective, isTriggerOver, type TriggerProduct } from '#contract/trigger/trigger.ts'
import type { OrderClass, OrderRef, orders } from '#contract/trigger/trigger-orders.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { Decide } from '#server/core/context.ts'
import { emitPosition } from '#server/features/lever/move.ts'
import { endPending } from '#server/features/lever/pending.ts'
import { endOrder, withdraw } from '#server/features/spot/place.ts'
import { cancelTrigger } from './change.ts'
import type { TriggerContext } from './context.ts'
import type { TriggerRow } from './rows.ts'

/** What is asked for: classes of a product or market, or of all. */
type Wish = {
  product?: TriggerProduct | undefined
  currency_id?: number | undefined
  legal_id?: number | undefined
  classes: readonly OrderClass[]
}
type Why = 'user' | 'deadman'
const usualClasses: readonly OrderClass[] = ['resting', 'entries']

const rowOf = ({ tables }: TriggerContext, id: number | undefined): TriggerRow | undefined =>
  id === undefined ? undefined : tables.triggers.get(id)
/** The class of what waits: an order of a protective trigger is protective as that is. */
const classOf = (row: TriggerRow | undefined, otherwise: OrderClass): OrderClass =>
  row === undefined ? otherwise : isProtective(row) ? 'protective' : 'entries'

/** All that a user has waiting, with its class. */
function waitingOf(ctx: TriggerContext, user: number) {
  const { spotOrders, leverPositions, triggers } = ctx.tables
  const orders = spotOrders
    .group('user', user)
    .filter(({ status }) => status === 'waiting')
    .map(({ id, pair, trigger }) => {
      const row = rowOf(ctx, trigger)
      return {
        kind: 'order' as const,
        id,
        pair,
        product: 'spot',
        of: row && isProtective(row) ? 'protective' : 'resting',
      }
    })
  const entries = leverPositions
    .group('user', user)
    .filter(({ status }) => status === 'pending')
    .map(({ id, pair }) => ({ kind: 'position' as const, id, pair, product: 'lever', of: 'resting' }))
  const waiting = triggers
    .group('user', user)
    // One whose order rests is cancelled with its order.
    .filter((row) => !isTriggerOver(row) && spotOrders.get(row.order ?? 0)?.status !== 'waiting')
    .map((row) => ({
      kind: 'trigger' as const,
      id: row.id,
      pair: row.pair,
      product: row.product,
      of: classOf(row, 'entries'),
    }))
  return [...orders, ...entries, ...waiting]
}
/** Cancels one, if it still waits; the reason if not. */
function cancelOne(ctx: TriggerContext, user: number, { kind, id }: OrderRef, why: Why): Reason | null {
  const { spotOrders, leverPositions, triggers } = ctx.tables
  const more = why === 'deadman' ? { endedWhy: why } : {}
  if (kind === 'order') {
    const row = spotOrders.get(id)
    if (row?.user !== user) return 'not_found'
    if (row.status !== 'waiting') return 'step_refused'
    withdraw(ctx, row)
    endOrder(ctx, row, { reason: 'user', ...more })
  } else if (kind === 'position') {
    const row = leverPositions.get(id)
    if (row?.user !== user) return 'not_found'
    if (row.status !== 'pending') return 'step_refused'
    emitPosition(ctx, endPending(ctx, row, 'cancel', more), 'cancelled')
  } else {
    const row = triggers.get(id)
    if (row?.user !== user) return 'not_found'
    if (isTriggerOver(row)) return 'step_refused'
    cancelTrigger(ctx, row, why)
  }
  return null
}
/** Cancels all that waits of these classes; what ends with another is counted once. */
export function cancelWaiting(ctx: TriggerContext, user: number, wish: Wish, why: Why = 'user'): OrderRef[] {
  const { product, currency_id, legal_id, classes } = wish
  return waitingOf(ctx, user).flatMap((each): OrderRef[] => {
    const { base, quote } = ctx.tables.pairs.need(each.pair)
    const isWanted =
      classes.some((one) => one === each.of) &&
      (product ?? each.product) === each.product &&
      (currency_id ?? base) === base &&
      (legal_id ?? quote) === quote
    const { kind, id } = each
    return isWanted && cancelOne(ctx, user, { kind, id }, why) === null ? [{ kind, id }] : []
  })
}

export const cancelAll: Decide<typeof orders.cancelAll, TriggerContext> = (ctx, { user }, input) => ({
  cancelled: cancelWaiting(ctx, user, { ...input, classes: input.classes ?? usualClasses }),
})
export const cancelBatch: Decide<typeof orders.cancelBatch, TriggerContext> = (ctx, { user }, { targets }) => ({
  results: targets.map((target) => {
    const reason = cancelOne(ctx, user, target, 'user')
    return { ...target, done: reason === null, reason }
  }),
})
