import {
  hostingOrder,
  hostingTransitions,
  mayHostingStep,
  type HostingStep,
  type HostingWhy,
} from '#contract/finance/finance.ts'
import { encode } from '#contract/wire/coded.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createAccrual, type PaidDay } from './earnings/accrual.ts'
import { costOf, hostingOf, termOf } from './view.ts'
import { hostingHold, type HostingRow } from './rows.ts'
import type { FinanceContext } from './context.ts'

const kind = 'change'
/** Due when a day of an order is over. */
export const hostingDay = deadline('hostingDay')

/** Stores an order with its next rev and tells its owner. */
const putHosting = (ctx: FinanceContext, row: HostingRow, why: HostingWhy) => {
  const stored = ctx.tables.hostingOrders.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'finance.changed', v: hostingOf(ctx, stored), why })
  return stored
}
const giveBack = ({ tables }: Pick<FinanceContext, 'tables'>, { product: id, amount }: HostingRow) => {
  const product = tables.hostingProducts.need(id)
  tables.hostingProducts.put({ ...product, taken: formatDec(parseDec(product.taken) - parseDec(amount)) })
}
/** Moves an order along its transitions: the amount that is no longer hosted is free again, but for a penalty. */
function moveHosting(
  ctx: FinanceContext,
  step: HostingStep,
  row: HostingRow,
  change: Partial<HostingRow>,
  why: HostingWhy,
): HostingRow {
  if (!mayHostingStep(step, row.status))
    throw new Refusal('step_refused', { now: encode(hostingOrder, hostingOf(ctx, row)), may: [] })
  const moved = { ...row, ...change, status: hostingTransitions[step].to }
  if (moved.status === 'hosting') return putHosting(ctx, moved, why)
  const fee = parseDec(moved.cancelFee)
  if (fee > 0n)
    ctx.ledger.spend(hostingHold(row.id), fee, {
      type: logTypes.hosting,
      info: hostingHold(row.id),
      postings: [{ owner: 'penalty', asset: row.coin, kind, free: fee }],
    })
  ctx.ledger.release(hostingHold(row.id), logTypes.hosting)
  giveBack(ctx, row)
  return putHosting(ctx, { ...moved, finishedAt: ctx.now() }, why)
}

const book = (ctx: FinanceContext, row: HostingRow, { isLast }: PaidDay) =>
  moveHosting(ctx, isLast ? 'complete' : 'accrue', row, { paid: row.paid + 1 }, isLast ? 'completed' : 'accrued')
/** An order that has ended stays in memory until it is stored; it earns nothing any more. */
const runningOf = ({ tables }: FinanceContext, ref: string) => {
  const row = tables.hostingOrders.get(Number(ref))
  return row?.status === 'hosting' ? row : undefined
}
/** Interest of the orders: a day at a time, and the end of the term with the last. */
export const hostingAccrual = createAccrual<HostingRow, FinanceContext>({
  source: 'hosting',
  due: hostingDay,
  logType: logTypes.hosting,
  find: runningOf,
  earningOf: (row) => ({
    ref: String(row.id),
    user: row.user,
    asset: row.coin,
    daily: parseDec(row.daily),
    term: termOf(row),
  }),
  book,
})

/** Opens an order: its amount is held, its product has less left, and the house promises its interest. */
export function openHosting(ctx: FinanceContext, row: HostingRow): HostingRow {
  const amount = parseDec(row.amount)
  const product = ctx.tables.hostingProducts.need(row.product)
  ctx.ledger.hold(hostingHold(row.id), { owner: row.user, asset: row.coin, kind }, amount, logTypes.hostingLock)
  ctx.tables.hostingProducts.put({ ...product, taken: formatDec(parseDec(product.taken) + amount) })
  const opened = putHosting(ctx, row, 'placed')
  hostingAccrual.start(ctx, opened)
  return opened
}
/**
 * Ends an order early, once, at the cost of now. The days that are over are paid first, so that no deadline can be late
 * for it (F3, F4).
 */
export function redeemHosting(ctx: FinanceContext, held: HostingRow, seenFee: string | undefined): HostingRow {
  const row = held.status === 'hosting' ? hostingAccrual.catchUp(ctx, held) : held
  if (!mayHostingStep('redeem', row.status))
    throw new Refusal('step_refused', { now: encode(hostingOrder, hostingOf(ctx, row)), may: [] })
  const fee = costOf(ctx, row)
  if (seenFee !== undefined && fee > parseDec(seenFee)) throw new Refusal('price_moved', { price: formatDec(fee) })
  hostingAccrual.stop(ctx, row)
  return moveHosting(ctx, 'redeem', row, { isCancelled: true, cancelFee: formatDec(fee) }, 'redeemed')
}
