import { bipsOf } from '#contract/trigger/trigger-terms.ts'
import type { TriggerWhy } from '#contract/trigger/trigger.ts'
import { parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import type { Market } from '#server/features/market/market.ts'
import { quoteUnit, quoteUnits } from '#server/features/market/units.ts'
import type { Checked } from '#server/features/spot/checked.ts'
import { expireDue } from '#server/features/spot/expire.ts'
import { levelsFor, type Levels } from '#server/features/spot/levels.ts'
import { endOrder, placeChecked, withdraw } from '#server/features/spot/place.ts'
import type { TriggerContext } from './context.ts'
import { cutResting, dropLegs, putGroup, settleGroup } from './group.ts'
import { endTrigger, isToldLate, moveTrigger, tellTrigger } from './move.ts'
import { writeTriggerReceipt } from './receipts.ts'
import { triggerHold, triggerWaits, type TriggerRow } from './rows.ts'
import { groupHold, restingOf, sizesOf } from './sizes.ts'
import { sizeOf, triggerOf } from './view.ts'

type Plan = Checked & { levels: Levels; why: TriggerWhy | null }

/** The worst price of an order at the market: so much beyond the best one there is now, never from the trigger. */
function worstNow(market: Market, side: 'buy' | 'sell', slippage: string): number | null {
  const best = market.book().best(side === 'sell' ? 'buy' : 'sell')
  if (best === null) return null
  const distance = bipsOf(best, Number(parseDec(slippage, 2)))
  return side === 'buy' ? best + distance : Math.max(1, best - distance)
}
/** Steps of a buy that its hold pays for on these levels. */
function paidFor(market: Market, levels: Plan['levels'], wanted: number, money: bigint): number {
  let [left, budget] = [wanted, money / quoteUnit(market.pair)]
  for (const [price, amount] of levels) {
    const steps = Math.min(left, amount, Number(budget / BigInt(price)))
    left -= steps
    budget -= BigInt(price) * BigInt(steps)
    if (steps < amount) break
  }
  return wanted - left
}
/** An order at the market of so many steps; null while nobody stands on the other side. */
function marketPlan(ctx: TriggerContext, market: Market, row: TriggerRow, size: number, money: bigint): Plan | null {
  const side = row.act === 'buy' ? 'buy' : 'sell'
  const worst = worstNow(market, side, row.slippage)
  if (worst === null) return null
  const most = row.by === 'total' ? Infinity : size
  const levels = levelsFor(ctx, market, row.user, { side, worst, most })
  const common = { market, kind: 'market' as const, price: 0, worst, hold: 0n, stp: 'maker' as const, levels }
  if (row.by === 'total') return { ...common, amount: 0, total: money / quoteUnit(market.pair), why: null }
  const amount = side === 'sell' ? size : paidFor(market, levels, size, money)
  return { ...common, amount, total: null, why: amount < size ? 'gap' : null }
}
/** A limit order; a post-only one that would take rests one tick behind the best price instead. */
function limitPlan(ctx: TriggerContext, market: Market, row: TriggerRow, size: number): Plan {
  const side = row.act === 'buy' ? 'buy' : 'sell'
  const best = market.book().best(side === 'sell' ? 'buy' : 'sell')
  const slides = row.isPostOnly && best !== null && market.book().canFill(side, row.limit)
  const price = slides ? Math.max(1, best + (side === 'sell' ? 1 : -1)) : row.limit
  const levels = levelsFor(ctx, market, row.user, { side, worst: price, most: size })
  const there = levels.reduce((sum, [, amount]) => sum + amount, 0)
  if (row.tif === 'fok' && there < size) throw new Refusal('no_liquidity')
  const isResting = row.tif === 'gtc' || row.isPostOnly
  return {
    market,
    // What rests ends at the instant of its trigger, before anything is matched.
    ...(isResting && row.expiresAt !== null && { tif: 'gtd', expiresAt: row.expiresAt }),
    kind: row.isPostOnly ? 'post_only' : row.tif === 'ioc' || row.tif === 'fok' ? 'ioc' : 'limit',
    price,
    worst: price,
    amount: size,
    total: null,
    hold: quoteUnits(market.pair, price, size),
    stp: 'maker',
    levels,
    why: slides ? 'slid' : null,
  }
}
/** The group in whose quantity a trigger acts; an entry brings that quantity and acts on its own. */
export const groupOf = ({ tables }: Pick<TriggerContext, 'tables'>, { group, act }: TriggerRow) => {
  const row = group === null ? undefined : tables.triggerGroups.get(group)
  return row?.side === act ? row : undefined
}

/** A leg whose order is smaller than what it may act on gives it up for a whole one. */
function giveUpOrder(ctx: TriggerContext, { order }: TriggerRow) {
  const resting = order === null ? undefined : ctx.tables.spotOrders.get(order)
  if (resting?.status !== 'waiting') return
  withdraw(ctx, resting)
  endOrder(ctx, resting, { reason: 'market', endedWhy: 'linked', isMoved: true })
}
/**
 * Makes the order of a trigger that was reached, or of a leg that rests without one. A protective order at the market
 * that does not fill whole is worked on at the next tick; an entry is refused where nothing fills.
 */
export function putSpot(ctx: TriggerContext, asked: TriggerRow) {
  const market = ctx.markets.ofPair(asked.pair)
  ctx.onRollback(market.reload)
  expireDue(ctx)
  const before = asked.group === null ? new Map<number, number>() : sizesIn(ctx, asked.group)
  const left = sizeOf(ctx, asked)
  if (left < 1 && asked.by !== 'total') return leave(ctx, asked, before)
  if (asked.act === 'buy') checkMayTrade(ctx, asked.user)
  if (asked.limit > 0) giveUpOrder(ctx, asked)
  const isNew = asked.status !== 'placed'
  const row = isNew ? moveTrigger(ctx, asked.status === 'armed' ? 'rest' : 'put', asked, {}) : asked
  const group = groupOf(ctx, row)
  if (group) cutResting(ctx, group)
  const hold = group ? groupHold(group.id) : triggerHold(row.id)
  const plan =
    row.limit > 0 ? limitPlan(ctx, market, row, left) : marketPlan(ctx, market, row, left, ctx.ledger.leftOf(hold))
  if (plan === null || (plan.amount < 1 && plan.total === null)) {
    if (row.act === 'buy') throw plan === null ? new Refusal('no_liquidity') : new Refusal('price_moved')
    if (isNew) tellTrigger(ctx, row, 'made')
    return
  }
  const shared = row.group === null ? {} : group ? { group: row.group } : { opens: row.group }
  ctx.triggerActing.id = row.id
  try {
    placeChecked(ctx, row.user, row.act === 'buy' ? 'buy' : 'sell', plan, { trigger: row.id, hold, ...shared })
  } finally {
    ctx.triggerActing.id = null
  }
  finishPut(ctx, ctx.tables.triggers.need(row.id), { plan, left, before, filled: row.filled, isNew })
}
const sizesIn = (ctx: TriggerContext, id: number) => {
  const group = ctx.tables.triggerGroups.get(id)
  return group === undefined ? new Map<number, number>() : sizesOf(ctx, group)
}

type Put = { plan: Plan; left: number; before: ReadonlyMap<number, number>; filled: number; isNew: boolean }
function receiptOf(ctx: TriggerContext, row: TriggerRow, { plan, left, before, filled }: Put): number | null {
  if (row.receipt !== null) return row.receipt
  const made = row.filled - filled
  const after = row.group === null ? before : sizesIn(ctx, row.group)
  return writeTriggerReceipt(ctx, row, {
    left: row.by === 'total' ? made : left,
    size: plan.total === null ? plan.amount : made,
    book: plan.levels,
    worst: plan.worst,
    filled: made,
    fillPrice: made === 0 ? null : (triggerOf(ctx, row).made?.fill_price ?? null),
    siblings: [...before].flatMap(([id, size]) =>
      id === row.id ? [] : [{ id, before: size, after: after.get(id) ?? 0 }],
    ),
  })
}
/** How long a limit order that a trigger has made may rest before its owner is told. */
const waitMs = 10_000
/** Who set a stop with a limit may think to be out: they are told that they are not. */
export function tellWaiting(ctx: TriggerContext, ref: string) {
  const row = ctx.tables.triggers.get(Number(ref))
  if (row?.status === 'placed' && restingOf(ctx, row) > 0) tellTrigger(ctx, row, 'waiting')
}
/** What becomes of a trigger after its order was made. */
function finishPut(ctx: TriggerContext, row: TriggerRow, put: Put) {
  const told = { receipt: receiptOf(ctx, row, put), why: put.plan.why ?? row.why }
  const isResting = restingOf(ctx, row) > 0
  const isWorking = row.limit === 0 && row.act === 'sell' && sizeOf(ctx, row) >= 1
  if (isResting && isToldLate(row) && put.isNew) ctx.deadlines.set(triggerWaits, String(row.id), ctx.now() + waitMs)
  if (isResting || isWorking) tellTrigger(ctx, moveTrigger(ctx, 'fill', row, { ...told, isShort: false }), 'made')
  else {
    if (row.filled === 0 && row.act === 'buy') throw new Refusal('no_liquidity')
    const isShort = row.by === 'amount' && row.filled < row.wanted && (row.act === 'buy' || row.limit > 0)
    endTrigger(ctx, row.filled === 0 ? 'drop' : 'finish', row, { ...told, why: isShort ? 'gap' : told.why })
  }
  if (row.group !== null) settleGroup(ctx, row.group, put.before)
}
/** Nothing is left for it: another leg was faster. */
function leave(ctx: TriggerContext, row: TriggerRow, before: ReadonlyMap<number, number>) {
  if (row.status === 'armed') return
  if (row.filled > 0 && row.status === 'placed') endTrigger(ctx, 'finish', row)
  else endTrigger(ctx, 'drop', row, { why: 'linked' })
  if (row.group !== null) settleGroup(ctx, row.group, before)
}
/** The entry of a bracket is over: what it protects is only what it has filled. */
export function endEntry(ctx: TriggerContext, id: number) {
  const group = ctx.tables.triggerGroups.get(id)
  if (group === undefined || group.isOver || group.entry === null) return
  const before = sizesOf(ctx, group)
  const alone = putGroup(ctx, { ...group, entry: null })
  if (alone.q === 0) dropLegs(ctx, alone, 'parent')
  settleGroup(ctx, id, before)
}
