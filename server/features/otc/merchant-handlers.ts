import type { otc } from '#contract/otc/otc.ts'
import { merchant as merchantSchema } from '#contract/otc/otc-order.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { checkPin } from '#server/identity/pins.ts'
import { merchantOf, openThingsOf, putRecord, recordOf } from './merchants.ts'
import { bailHold, type MerchantRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const kind = 'legal'
const checkExpected = (ctx: OtcContext, row: MerchantRow, expect: MerchantRow['bail'] | undefined) => {
  if (expect !== undefined && expect !== row.bail)
    throw new Refusal('state_moved', { now: encode(merchantSchema, merchantOf(ctx, row.user, row.user)) })
}
function checkMayPay(ctx: OtcContext, user: number, expect: MerchantRow['bail'] | undefined) {
  const row = recordOf(ctx, user)
  checkMayTrade(ctx, user)
  if (row.bail === 'held') throw new Refusal('bail_held')
  checkExpected(ctx, row, expect)
  const { bail } = ctx.settings.otc
  if (ctx.ledger.balance({ owner: user, asset: baseCoin.id, kind }).free < parseDec(bail))
    throw new Refusal('insufficient_balance')
  return row
}
/** Holds the deposit of a merchant; the amount is the venue's. */
export function holdBail(ctx: OtcContext, row: MerchantRow) {
  const { bail } = ctx.settings.otc
  const held = {
    ...row,
    bail: 'held' as const,
    bailNo: row.bailNo + 1,
    bailAmount: bail,
    since: row.since ?? ctx.now(),
  }
  ctx.ledger.hold(bailHold(held), { owner: row.user, asset: baseCoin.id, kind }, parseDec(bail), logTypes.otcBail)
  return putRecord(ctx, held, 'bail')
}

export const bail: Prepared<typeof otc.bail, OtcContext> = {
  prepare: async (asyncCtx, { user }, { pay_password, expect }) => {
    checkMayPay(asyncCtx.ctx, user, expect)
    await checkPin(asyncCtx, user, pay_password)
    return (ctx) => holdBail(ctx, checkMayPay(ctx, user, expect))
  },
}
export const refund: Decide<typeof otc.refund, OtcContext> = (ctx, { user }, { expect }) => {
  const row = recordOf(ctx, user)
  if (row.bail !== 'held') throw new Refusal('bail_none')
  checkExpected(ctx, row, expect)
  const { ads, orders } = openThingsOf(ctx, user)
  if (ads > 0 || orders > 0) throw new Refusal('bail_in_use', { ads, orders })
  ctx.ledger.release(bailHold(row), logTypes.otcBailBack)
  return putRecord(ctx, { ...row, bail: 'returned', bailAmount: '0' }, 'refund')
}
export const agent: Decide<typeof otc.agent, OtcContext> = (ctx, { user }, { user_id }) => {
  if (user_id === undefined || user_id === user) return merchantOf(ctx, user, user)
  // Only merchants have a public page, so that nobody can be looked up by number.
  if (recordOf(ctx, user_id).since === null) throw new Refusal('not_found')
  return merchantOf(ctx, user_id, user)
}
