import {
  otcSteps,
  isOtcStepFrom,
  isOtcStepInTime,
  otcFilterOf,
  type OtcRole,
  type OtcStep,
} from '#contract/otc/otc-steps.ts'
import { otcFee } from '#contract/otc/otc-sums.ts'
import type { OtcAppeal, OtcOrderWhy } from '#contract/otc/otc-order.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { releaseMethod, useMethod as keepMethod } from '#server/features/wallet/bank/methods.ts'
import { closeAsks } from '#server/identity/asks.ts'
import { relockPart, unlockPart } from './ads.ts'
import { isBot } from './bot-people.ts'
import { countDone, countFailed, countRuling } from './merchants.ts'
import { clockOf, orderOf } from './view.ts'
import { orderHold, sideId, type AdRow, type OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

/** Due when an order must be paid; and when the seller should have confirmed. */
export const otcPay = deadline('otcPay')
export const otcConfirm = deadline('otcConfirm')
/** Due when a merchant of the demo acts on an order. */
export const otcBot = deadline('otcBot')
const minuteMs = 60_000
const botMs = 1000
export const orderRef = (id: number) => `otc-order:${id}`

/** Sends an order to both of its parties, each in its own view. */
const emitOrder = (ctx: OtcContext, row: OrderRow, why: OtcOrderWhy) => {
  for (const { user } of [row.buyer, row.seller])
    ctx.emit(user, { ev: 'otc.orderChanged', v: orderOf(ctx, row, user), why })
}
/** Stores an order, its lines in both lists and when a merchant of the demo looks at it, and sends it. */
export function putOrder(ctx: OtcContext, row: OrderRow, why: OtcOrderWhy): OrderRow {
  const stored = ctx.tables.otcOrders.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  const filter = otcFilterOf(row.status)
  for (const [role, { user }] of [
    ['buyer', row.buyer],
    ['seller', row.seller],
  ] as const)
    ctx.tables.otcSides.put({ id: sideId(row.id, role), order: row.id, user, role, coin: row.coin, filter })
  if (isBot(ctx, row.buyer.user) || isBot(ctx, row.seller.user))
    ctx.deadlines.set(otcBot, String(row.id), ctx.now() + botMs)
  emitOrder(ctx, stored, why)
  return stored
}

/** The only code that changes an order. A step that the table does not allow throws: the caller has checked it. */
function moveOrder(
  ctx: OtcContext,
  step: OtcStep,
  row: OrderRow,
  change: Partial<OrderRow>,
  why: OtcOrderWhy,
): OrderRow {
  if (!isOtcStepFrom(step, row.status) || !isOtcStepInTime(step, clockOf(row), ctx.now()))
    throw new Error(`otc order ${row.id}: ${step} from ${row.status}`)
  const { to } = otcSteps[step]
  return putOrder(ctx, { ...row, ...change, status: to === 'same' ? row.status : to }, why)
}
const clearDeadlines = ({ deadlines }: OtcContext, { id }: OrderRow) => {
  deadlines.clear(otcPay, String(id))
  deadlines.clear(otcConfirm, String(id))
}
export const setPayDeadline = ({ deadlines }: OtcContext, { id, payDeadline }: OrderRow) =>
  deadlines.set(otcPay, String(id), payDeadline)

export function markPaid(ctx: OtcContext, row: OrderRow, vouchers: readonly string[]): OrderRow {
  const confirmDeadline = ctx.now() + ctx.settings.otc.confirmMinutes * minuteMs
  clearDeadlines(ctx, row)
  ctx.deadlines.set(otcConfirm, String(row.id), confirmDeadline)
  return moveOrder(ctx, 'pay', row, { vouchers, paidAt: ctx.now(), confirmDeadline }, 'paid')
}
export const replaceVouchers = (ctx: OtcContext, row: OrderRow, vouchers: readonly string[]) =>
  moveOrder(ctx, 'vouchers', row, { vouchers }, 'vouchers')
export function undoPaid(ctx: OtcContext, row: OrderRow): OrderRow {
  clearDeadlines(ctx, row)
  setPayDeadline(ctx, row)
  return moveOrder(ctx, 'undo', row, { vouchers: [], paidAt: null, confirmDeadline: null }, 'undone')
}
/** From the confirm deadline on the buyer may appeal; nothing else moves, and both are told (OTC-R4). */
export const tellOverdue = (ctx: OtcContext, row: OrderRow) => moveOrder(ctx, 'overdue', row, {}, 'deadline')

const kind = 'legal'
/**
 * Pays the escrow to the buyer; the fee goes to the venue, from what was set aside for it or from what the buyer
 * receives.
 */
function release({ ledger }: OtcContext, row: OrderRow, number: bigint, fee: bigint) {
  const cell = { asset: row.coin, kind } as const
  const buyer = row.buyer.user
  const hold = orderHold(row)
  const given = ledger.take(hold, number)
  const received = { ...cell, owner: buyer, free: number }
  const charged = row.feePayer === 'buyer' ? { ...cell, owner: buyer, free: -fee } : ledger.take(hold, fee)
  ledger.post({
    type: logTypes.otcEscrow,
    ref: hold,
    info: orderRef(row.id),
    from: row.seller.user,
    // The fee is a line of its own: what it costs is told as an expense, not as coins that went to somebody.
    postings: [given, received, ...(fee > 0n ? [charged, { ...cell, owner: 'fee' as const, free: fee }] : [])],
    typeOf: (posting) =>
      posting === received ? logTypes.otcReceived : posting === charged ? logTypes.otcFee : logTypes.otcEscrow,
  })
  ledger.noteFee({
    payer: row.feePayer === 'seller' ? row.seller.user : buyer,
    asset: row.coin,
    kind,
    amount: fee,
    ref: orderRef(row.id),
  })
}
type Ending = Pick<Partial<OrderRow>, 'reason' | 'ruling' | 'split'>
type EndStep = 'confirm' | 'ruleForBuyer' | 'cancel' | 'timeout' | 'ruleForSeller' | 'agree'
/** The fee of what the buyer gets: of a part in proportion. */
const feeOf = ({ tables }: OtcContext, row: OrderRow, given: bigint) =>
  given === parseDec(row.number)
    ? parseDec(row.fee)
    : otcFee(given, tables.otcAds.need(row.ad).feeRate, tables.coins.need(row.coin).scale)
/**
 * Ends an order: escrow, both records, the ad and the status change in one command, so that the escrow is never nowhere
 * (E4).
 */
function end(ctx: OtcContext, step: EndStep, row: OrderRow, change: Ending, why: OtcOrderWhy): OrderRow {
  const isDone = otcSteps[step].to === 'confirmed'
  const given = !isDone ? 0n : change.split ? parseDec(change.split.to_buyer) : parseDec(row.number)
  const fee = feeOf(ctx, row, given)
  clearDeadlines(ctx, row)
  const after = ctx.journal.next() - 1
  if (isDone) release(ctx, row, given, fee)
  unlockPart(ctx, row, formatDec(given))
  const booked = { after, count: ctx.journal.next() - 1 - after }
  releaseMethod(ctx, row.way, orderRef(row.id), row.more)
  closeAsks(ctx, `appeal-${row.id}`)
  const ended = moveOrder(
    ctx,
    step,
    row,
    { ...change, ...(isDone && { fee: formatDec(fee) }), booked, endedAt: ctx.now() },
    why,
  )
  // That the time ran out is not held against a buyer who had paid.
  if (isDone && row.isLate === true) countFailed(ctx, row.buyer.user, -1)
  if (given === parseDec(row.number))
    countDone(ctx, { buyer: row.buyer.user, seller: row.seller.user, createdAt: row.createdAt, paidAt: row.paidAt })
  return ended
}
export const confirmOrder = (ctx: OtcContext, row: OrderRow) => end(ctx, 'confirm', row, {}, 'confirmed')
export function cancelOrder(ctx: OtcContext, row: OrderRow, reason: 'buyer' | 'timeout'): OrderRow {
  const ended = end(
    ctx,
    reason === 'buyer' ? 'cancel' : 'timeout',
    row,
    { reason },
    reason === 'buyer' ? 'cancelled' : 'timeout',
  )
  countFailed(ctx, row.buyer.user)
  return ended
}
export function endByRuling(ctx: OtcContext, row: OrderRow, to: OtcRole, reason: string): OrderRow {
  const ruling = { to, reason, at: ctx.now() }
  const ended =
    to === 'buyer'
      ? end(ctx, 'ruleForBuyer', row, { ruling }, 'ruled')
      : end(ctx, 'ruleForSeller', row, { ruling, reason: 'ruling' }, 'ruled')
  const [winner, loser] = to === 'buyer' ? [row.buyer.user, row.seller.user] : [row.seller.user, row.buyer.user]
  countRuling(ctx, winner, loser)
  return ended
}

/**
 * Opens an appeal or adds a statement to one. An appeal ends both deadlines: from now on the desk decides, or the
 * seller confirms.
 */
export function addStatement(
  ctx: OtcContext,
  row: OrderRow,
  by: OtcRole,
  { problem, vouchers }: { problem: string; vouchers: readonly string[] },
): OrderRow {
  const step = row.status !== 'to_be_confirmed' ? 'statement' : by === 'seller' ? 'appealAsSeller' : 'appealAsBuyer'
  const statementKind = step === 'statement' ? 'reply' : by === 'seller' ? 'seller' : 'overtime'
  if (step !== 'statement') clearDeadlines(ctx, row)
  const appeals = [
    ...row.appeals,
    { by, kind: statementKind, problem, vouchers: [...vouchers], at_ms: ctx.now() } satisfies OtcAppeal,
  ]
  return moveOrder(ctx, step, row, { appeals }, step === 'statement' ? 'statement' : 'appealed')
}
/**
 * The buyer says that the money was sent, though the time to pay is over: the coins are set aside again, and the desk
 * decides.
 */
export function appealLate(
  ctx: OtcContext,
  row: OrderRow,
  ad: AdRow,
  { problem, vouchers }: { problem: string; vouchers: readonly string[] },
): OrderRow {
  const reopened: OrderRow = { ...row, isLate: true, reason: null, endedAt: null, booked: null, vouchers }
  relockPart(ctx, ad, reopened)
  // A further method may have been removed since: where it led is copied.
  if (row.more === undefined || ctx.tables.moreMethods.get(row.more))
    keepMethod(ctx, row.seller.user, row.way, orderRef(row.id), row.more)
  const appeals = [
    { by: 'buyer', kind: 'late', problem, vouchers: [...vouchers], at_ms: ctx.now() } satisfies OtcAppeal,
  ]
  return moveOrder(ctx, 'appealLate', row, { ...reopened, status: row.status, appeals }, 'appealed')
}
/** Offers a split of the coins; the offer that stood before is gone. */
export function offerSplit(ctx: OtcContext, row: OrderRow, by: OtcRole, toBuyer: bigint): OrderRow {
  const to_seller = formatDec(parseDec(row.number) - toBuyer)
  const offers = [
    ...row.offers,
    { no: row.offers.length + 1, by, to_buyer: formatDec(toBuyer), to_seller, at_ms: ctx.now() },
  ]
  return moveOrder(ctx, 'offer', row, { offers }, 'offered')
}
/** Pays the escrow as the standing offer says: to the buyer and back to the seller in one step (E12). */
export function agreeSplit(ctx: OtcContext, row: OrderRow): OrderRow {
  const standing = row.offers.at(-1)
  if (!standing) throw new Error(`otc order ${row.id}: no split is offered`)
  const { to_buyer, to_seller } = standing
  return end(ctx, 'agree', row, { split: { to_buyer, to_seller, at_ms: ctx.now() } }, 'agreed')
}
/** Moves the deadlines of an open order later by the length of a declared outage (OTC-R9). */
export function moveDeadlines(ctx: OtcContext, row: OrderRow, byMs: number): OrderRow {
  const confirmDeadline = row.confirmDeadline === null ? null : row.confirmDeadline + byMs
  const moved = moveOrder(
    ctx,
    'outage',
    row,
    { payDeadline: row.payDeadline + byMs, confirmDeadline, movedMs: row.movedMs + byMs },
    'outage',
  )
  if (moved.status === 'to_be_paid') setPayDeadline(ctx, moved)
  else if (confirmDeadline !== null && confirmDeadline > ctx.now())
    ctx.deadlines.set(otcConfirm, String(row.id), confirmDeadline)
  return moved
}
