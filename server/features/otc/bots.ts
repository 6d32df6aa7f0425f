import { isOtcOrderOver, mayOtcStep, type OtcRole } from '#contract/otc/otc-steps.ts'
import { cutUnits } from '#contract/otc/otc-sums.ts'
import { parseDec } from '#contract/wire/money.ts'
import { venueText } from '#server/core/sentences.ts'
import { ruleOrder } from './desk.ts'
import { addStatement, agreeSplit, confirmOrder, markPaid, offerSplit, otcBot } from './settle.ts'
import { clockOf } from './view.ts'
import type { BotRule, OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

/**
 * The rules by which the demo's merchants act (ALL-10), in milliseconds after the last change of the order. Null:
 * never. `quick` and `slow` pay and confirm; `forgetful` never pays, so that the time to pay runs out; `appealing`
 * disputes each payment.
 */
const rules: Readonly<Record<BotRule, { pay: number | null; confirm: number | null; appeal: number | null }>> = {
  quick: { pay: 8000, confirm: 8000, appeal: null },
  slow: { pay: 90_000, confirm: 90_000, appeal: null },
  forgetful: { pay: null, confirm: 8000, appeal: null },
  appealing: { pay: 8000, confirm: null, appeal: 15_000 },
}
/** An appeal in which a merchant of the demo takes part is decided this long after its last statement. */
const rulingMs = 90_000

type Plan = { afterMs: number; act: (ctx: OtcContext, row: OrderRow) => void }
/** What a merchant does next in its role; null if it waits. */
function planOf(ctx: OtcContext, row: OrderRow, role: OtcRole, rule: BotRule): Plan | null {
  const { pay, confirm, appeal } = rules[rule]
  const may = (step: Parameters<typeof mayOtcStep>[0]) => mayOtcStep(step, role, clockOf(row), ctx.now())
  if (row.status === 'to_be_paid' && pay !== null && may('pay'))
    return { afterMs: pay, act: (on, order) => void markPaid(on, order, []) }
  if (row.status !== 'to_be_confirmed') return null
  if (confirm !== null && may('confirm')) return { afterMs: confirm, act: (on, order) => void confirmOrder(on, order) }
  if (appeal !== null && may('appealAsSeller'))
    return {
      afterMs: appeal,
      act: (on, order) => void addStatement(on, order, 'seller', { problem: disputeIn(on, order), vouchers: [] }),
    }
  return null
}
/**
 * What a merchant does about a split it is offered: it agrees when at least half of the coins are for it, and offers
 * half once otherwise.
 */
const answerMs = 8000
function answerOf(ctx: OtcContext, row: OrderRow, role: OtcRole): Plan | null {
  const standing = row.offers.at(-1)
  if (!standing || !mayOtcStep('agree', role, clockOf(row), ctx.now())) return null
  const half = cutUnits(parseDec(row.number) / 2n, ctx.tables.coins.need(row.coin).scale)
  const mine = parseDec(role === 'buyer' ? standing.to_buyer : standing.to_seller)
  if (mine >= half) return { afterMs: answerMs, act: (on, order) => void agreeSplit(on, order) }
  if (half === 0n || row.offers.some(({ by }) => by === role)) return null
  return { afterMs: answerMs, act: (on, order) => void offerSplit(on, order, role, half) }
}
const disputeIn = ({ tables }: OtcContext, { buyer }: OrderRow) =>
  venueText('otc_dispute', tables.users.need(buyer.user).lang)

/** The demo's ruling: a payment with a voucher goes to the buyer, one without back to the seller. */
function rule(ctx: OtcContext, row: OrderRow) {
  const to = row.vouchers.length > 0 ? 'buyer' : 'seller'
  const person = ctx.tables.otcBots.get(row.buyer.user) ? row.seller.user : row.buyer.user
  ruleOrder(ctx, String(row.id), { to, reason: venueText(`otc_ruling_${to}`, ctx.tables.users.need(person).lang) })
}

/** Lets the merchants of the demo act on one order when they are due; otherwise sets when to look again. */
export function actAsBot(ctx: OtcContext, ref: string) {
  const row = ctx.tables.otcOrders.get(Number(ref))
  if (!row || isOtcOrderOver(row)) return
  const sides = [
    ['buyer', row.buyer.user],
    ['seller', row.seller.user],
  ] as const
  const isAppealed = row.status === 'seller_appealing' || row.status === 'overtime_appealing'
  const plans = sides.flatMap(([role, user]) => {
    const bot = ctx.tables.otcBots.get(user)
    const plan = !bot ? null : isAppealed ? answerOf(ctx, row, role) : planOf(ctx, row, role, bot.rule)
    return plan ? [plan] : []
  })
  const [next] = isAppealed ? [...plans, { afterMs: rulingMs, act: rule }] : plans
  if (!next) return
  const at = row.updatedAt + next.afterMs
  if (at <= ctx.now()) next.act(ctx, row)
  else ctx.deadlines.set(otcBot, ref, at)
}
