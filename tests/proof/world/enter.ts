import { noMethods } from '#server/features/wallet/bank/view.ts'
import { aFileRow, aKycRow } from '#tests/support/builders/person-rows.ts'
import { logTypes } from '#contract/wire/booking.ts'
import type { VenueContext } from '#server/features.ts'
import { befriend } from '#server/features/chat/friendship.ts'
import { openAd } from '#server/features/otc/ad-handlers.ts'
import { checkPublish } from '#server/features/otc/check-ad.ts'
import { checkTake } from '#server/features/otc/check-order.ts'
import { holdBail } from '#server/features/otc/merchant-handlers.ts'
import { recordOf } from '#server/features/otc/merchants.ts'
import { openOrder } from '#server/features/otc/open-order.ts'

const usdt = 3
export const voucherOf = (user: number, n: number) => `voucher/w${user}-${n}.png`
const vouchers = 400
const forSale = 500_000_000_000n

/**
 * What the first two need for OTC and for chat: they may trade with each other, and are friends. Returns their chat.
 */
export function enterProducts(ctx: VenueContext, users: readonly number[]): string {
  const at = ctx.now()
  for (const user of users) {
    // Beside the bail of a merchant there is something to sell.
    ctx.ledger.post({
      type: logTypes.deposit,
      ref: `otc:${user}`,
      postings: [
        { owner: 'external', asset: usdt, kind: 'legal', free: -forSale },
        { owner: user, asset: usdt, kind: 'legal', free: forSale },
      ],
    })
    ctx.tables.kycs.put(aKycRow(user, 2, at))
    ctx.tables.payMethods.put({
      ...noMethods(user, at),
      real_name: 'A',
      bank_name: 'HSBC',
      bank_account: `12345${user}`,
      rev: 1,
    })
    for (let n = 0; n < vouchers; n += 1) ctx.tables.files.put(aFileRow(user, voucherOf(user, n), at))
  }
  const [from = 0, to = 0] = users
  const apply = { id: `${from}:${to}`, no: 1, from, to, remark: '', name: '', tag: '', power: 0, at, rev: 0 }
  return `g${befriend(ctx, { ...apply, status: 'pending' }).id}`
}
/**
 * An order between two, as the desk's own calls make it: their fund passwords are hashed outside of the simulated time.
 */
export function openOtc(ctx: VenueContext, seller: number, buyer: number, value: string) {
  const merchant = recordOf(ctx, seller)
  if (merchant.bail !== 'held') holdBail(ctx, merchant)
  const terms = {
    side: 'sell',
    currency_id: usdt,
    fiat: 'USD',
    price: '1.01',
    total_number: '20',
    min_amount: '10',
    max_amount: '20',
    ways: ['bank'],
    pay_minutes: 15,
  } as const
  const ad = openAd(ctx, seller, checkPublish(ctx, seller, { ...terms, ways: [...terms.ways], pay_password: '' }))
  return openOrder(ctx, checkTake(ctx, buyer, { id: String(ad.id), means: 'money', value, way: 'bank' }, ad))
}
