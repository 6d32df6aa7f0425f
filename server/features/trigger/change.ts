import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { LegInput } from '#contract/wire/orders.ts'
import {
  isTriggerOver,
  mayTriggerTransition,
  trigger,
  triggerTransitions,
  type Trigger,
  type TriggerTransition,
  type triggers,
} from '#contract/trigger/trigger.ts'
import { isMain } from '#contract/trigger/trigger-terms.ts'
import { formatDec, SCALE } from '#contract/wire/money.ts'
import type { AsyncContext, Caller, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { priceText } from '#server/features/market/units.ts'
import { endOrder, withdraw } from '#server/features/spot/place.ts'
import { armed } from './arm.ts'
import type { TriggerContext } from './context.ts'
import { draftOf, type Draft, type Frame } from './draft.ts'
import { fitGroupHold, putGroup, settleGroup } from './group.ts'
import { endTrigger, holdType, moveTrigger, tellTrigger } from './move.ts'
import { needForSingle } from './place.ts'
import { endEntry } from './put-spot.ts'
import { triggerHold, triggerTable, type TriggerRow } from './rows.ts'
import { actingLegs, groupHold, groupNeed, liveLegs, quantityOf, sizesOf } from './sizes.ts'
import { legsOf, mirrorStops } from './stops.ts'
import { amountText, distanceText, triggerOf } from './view.ts'

const ownerSteps = ['amend', 'cancel'] as const satisfies readonly TriggerTransition[]
/** Parameters of a refused step: the trigger as it is, and the calls its owner may make now. */
const stateFor = (ctx: TriggerContext, row: TriggerRow) => ({
  now: encode(trigger, triggerOf(ctx, row)),
  may: ownerSteps.filter((step) => triggerTransitions[step].by === 'owner' && mayTriggerTransition(step, row.status)),
})
export const triggerRowOf = (body: string): TriggerRow => JSON.parse(body)
type Target = { id: number; expect?: TriggerRow['status'] | undefined }
/** A step of the owner on one of their triggers; an ended one is read from the store, to refuse with its state. */
const onOwnTrigger = <I extends Target>(
  step: (typeof ownerSteps)[number],
  work: (ctx: TriggerContext, row: TriggerRow, input: I) => Trigger,
) => ({
  prepare: async ({ store }: AsyncContext<TriggerContext>, _caller: Caller, { id }: I) => {
    const body = await store.row(triggerTable, id)
    return (ctx: TriggerContext, caller: Caller, input: I) => {
      const row = ctx.tables.triggers.get(id) ?? (body === null ? undefined : triggerRowOf(body))
      if (row?.user !== caller.user) throw new Refusal('not_found')
      if (input.expect !== undefined && input.expect !== row.status)
        throw new Refusal('state_moved', { now: stateFor(ctx, row).now })
      if (!mayTriggerTransition(step, row.status)) throw new Refusal('step_refused', stateFor(ctx, row))
      return work(ctx, row, input)
    }
  },
})

type Wish = InputOf<typeof triggers.amend>
const filled = <T>(wish: T | '' | undefined, before: T | undefined) =>
  wish === undefined || wish === '' ? before : wish
/** A trigger as the leg that it would be asked for as, with what is to change. */
function legOf(ctx: TriggerContext, row: TriggerRow, wish: Wish): LegInput {
  const { pair } = ctx.markets.ofPair(row.pair)
  const text = (ticks: number) => (ticks === 0 ? undefined : priceText(pair, ticks))
  const { trail, by } = row
  return {
    role: row.role,
    source: row.source,
    trigger_price: filled(wish.trigger_price, text(row.price)),
    ...(trail && {
      trail: {
        by: trail.by,
        distance: filled(wish.distance, distanceText(pair, trail)),
        activate_price: trail.isActive ? undefined : text(trail.activate),
      },
    }),
    amount: filled(wish.amount, by === 'amount' ? amountText(pair, row, row.wanted) : undefined),
    total: filled(wish.total, by === 'total' ? formatDec(BigInt(row.total)) : undefined),
    share: filled(wish.share, by === 'lots' ? row.wanted : undefined),
    price: filled(wish.price, text(row.limit)),
    ...(row.tif && { tif: row.tif }),
    post_only: row.isPostOnly,
    slippage: filled(wish.slippage, row.slippage),
    ...(wish.expires_ms !== undefined && { expires_ms: wish.expires_ms }),
  }
}
/**
 * The price at which what a trigger waits for begins, in ticks; where that is open yet, one that no stop has passed.
 */
function entryPrice({ tables, markets }: TriggerContext, { pair, parent, when }: TriggerRow): number {
  const order = parent?.kind === 'order' ? tables.spotOrders.get(parent.id)?.price : undefined
  const position = parent?.kind === 'position' ? tables.leverPositions.get(parent.id)?.price : undefined
  const scale = 10n ** BigInt(SCALE - markets.ofPair(pair).pair.priceScale)
  return order || (position === undefined ? (when === 'above' ? 0 : Infinity) : Number(position / scale))
}
/** Changes terms of a trigger that waits; its hold grows first, so that there is never a moment without either. */
function amendRow(ctx: TriggerContext, row: TriggerRow, wish: Wish): Trigger {
  const market = ctx.markets.ofPair(row.pair)
  const position = row.parent?.kind === 'position' ? ctx.tables.leverPositions.get(row.parent.id) : undefined
  const frame: Frame = {
    market,
    user: row.user,
    product: row.product,
    side: position?.side ?? (row.act === 'open_short' ? 'short' : 'long'),
    isGroup: row.group !== null,
    multiple: row.multiple ?? '',
    ...(row.status === 'dormant' && { from: entryPrice(ctx, row) }),
  }
  const draft = draftOf(ctx, frame, row.act, legOf(ctx, row, wish))
  const change = {
    ...termsOf(draft),
    expiresAt: draft.expiresAt ?? row.expiresAt,
    // A trailing trigger keeps the extreme that it has seen, and with it its place.
    ...(row.trail && draft.trail
      ? { trail: { ...row.trail, distance: draft.trail.distance }, armedAt: ctx.now() }
      : row.status === 'armed' && armed(ctx, row)),
  }
  checkMain(ctx, row, draft)
  const before = fitHold(ctx, row, draft)
  const moved = moveTrigger(ctx, 'amend', row, change)
  if (row.group !== null) settleGroup(ctx, row.group, before, row.id)
  const told = tellTrigger(ctx, moved, 'amended')
  if (isMain(row) || isMain(moved)) mirrorStops(ctx, row.parent?.id ?? 0)
  return told
}
const termsOf = ({ when, price, by, wanted, total, limit, slippage }: Draft) => ({
  when,
  price,
  by,
  wanted,
  total,
  limit,
  slippage,
})
/** Of the stop and the target of a whole position there is one each. */
function checkMain(ctx: TriggerContext, row: TriggerRow, draft: Draft) {
  if (row.parent?.kind !== 'position' || !isMain({ ...row, ...draft, parent: row.parent })) return
  const other = legsOf(ctx, row.parent.id).find((leg) => leg.id !== row.id && leg.role === row.role && isMain(leg))
  if (other) throw new Refusal('legs_over')
}
/** Sets aside what the changed trigger needs more, or gives back what it needs less; returns the sizes before. */
function fitHold(ctx: TriggerContext, row: TriggerRow, draft: Draft): ReadonlyMap<number, number> {
  const group = row.group === null ? undefined : ctx.tables.triggerGroups.get(row.group)
  if (group?.side === row.act) {
    const before = sizesOf(ctx, group)
    // A larger leg makes the quantity larger, but not beyond what an entry has brought.
    const wished = actingLegs(ctx, group).map((leg) => (leg.id === row.id ? { ...leg, ...termsOf(draft) } : leg))
    const q = group.kind === 'oco' ? Math.max(group.q, group.done + (quantityOf(wished) ?? draft.wanted)) : group.q
    const larger = putGroup(ctx, { ...group, q })
    ctx.tables.triggers.put({ ...row, ...termsOf(draft) })
    if (groupNeed(ctx, larger) > ctx.ledger.leftOf(groupHold(group.id))) fitGroupHold(ctx, larger)
    ctx.tables.triggers.put(row)
    return before
  }
  if (row.act !== 'close') {
    const { cell, amount } = needForSingle(ctx.markets.ofPair(row.pair), draft)
    const more = amount - ctx.ledger.leftOf(triggerHold(row.id))
    if (more > 0n) ctx.ledger.grow(triggerHold(row.id), cell, more, holdType)
    if (more < 0n) ctx.ledger.release(triggerHold(row.id), holdType, -more)
  }
  return new Map()
}
export const amend: Prepared<typeof triggers.amend, TriggerContext> = onOwnTrigger('amend', amendRow)

/** Ends one trigger of its owner, with its order if it has one; what is linked with it goes on. */
export function cancelTrigger(ctx: TriggerContext, row: TriggerRow, why: 'user' | 'deadman' = 'user') {
  const order = row.order === null ? undefined : ctx.tables.spotOrders.get(row.order)
  if (order?.status === 'waiting') {
    withdraw(ctx, order)
    endOrder(ctx, order, { reason: 'user', ...(why === 'deadman' && { endedWhy: why }) })
    return
  }
  const group = row.group === null ? undefined : ctx.tables.triggerGroups.get(row.group)
  const before = group ? sizesOf(ctx, group) : new Map<number, number>()
  endTrigger(ctx, 'cancel', row, { why })
  if (group?.entry?.kind === 'trigger' && group.entry.id === row.id) endEntry(ctx, group.id)
  else if (group) settleGroup(ctx, group.id, before)
  if (isMain(row)) mirrorStops(ctx, row.parent?.id ?? 0)
}
const linkedWith = (ctx: TriggerContext, { group, parent }: TriggerRow) => [
  ...(group === null ? [] : liveLegs(ctx, group)),
  ...(parent?.kind === 'position' ? legsOf(ctx, parent.id) : []),
]
export const cancel: Prepared<typeof triggers.cancel, TriggerContext> = onOwnTrigger(
  'cancel',
  (ctx, row, { whole = false }: InputOf<typeof triggers.cancel>) => {
    cancelTrigger(ctx, row)
    for (const { id } of whole ? linkedWith(ctx, row) : []) {
      const linked = ctx.tables.triggers.get(id)
      if (linked && !isTriggerOver(linked)) cancelTrigger(ctx, linked)
    }
    return triggerOf(ctx, ctx.tables.triggers.need(row.id))
  },
)

/** Ends a trigger whose instant has come; what it has filled stays. */
export function expireTrigger(ctx: TriggerContext, ref: string) {
  const row = ctx.tables.triggers.get(Number(ref))
  if (!row || !mayTriggerTransition('expire', row.status)) return
  const order = row.order === null ? undefined : ctx.tables.spotOrders.get(row.order)
  if (order?.status === 'waiting') {
    withdraw(ctx, order)
    endOrder(ctx, order, { reason: 'market', endedWhy: 'expired' })
    return
  }
  const group = row.group === null ? undefined : ctx.tables.triggerGroups.get(row.group)
  const before = group ? sizesOf(ctx, group) : new Map<number, number>()
  endTrigger(ctx, 'expire', row)
  if (group?.entry?.kind === 'trigger' && group.entry.id === row.id) endEntry(ctx, group.id)
  else if (group) settleGroup(ctx, group.id, before)
  if (isMain(row)) mirrorStops(ctx, row.parent?.id ?? 0)
}
