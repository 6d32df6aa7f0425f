import { addressOn } from '#contract/market/market-address.ts'
import { withdrawFee, type withdraw } from '#contract/wallet/withdraw.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountOf } from '#server/features/assets/quote-price.ts'
import { findQuote } from '#server/features/assets/quotes.ts'
import { indexWorth } from '#server/features/market/worth.ts'
import { maskAccount, payeeOf } from '#server/features/wallet/bank/methods.ts'
import { checkMayWithdraw } from '#server/identity/locks.ts'
import { bookOf, networkOf } from './addresses.ts'
import { checkDay, checkLimit } from './days.ts'
import type { AddressRow } from './rows.ts'
import type { Application } from './settle.ts'
import type { WithdrawContext } from './context.ts'

const kind = 'change'
const checkPinSet = ({ tables }: WithdrawContext, user: number) => {
  if (tables.users.need(user).pin === null) throw new Refusal('pay_password_unset')
}
const checkFree = ({ ledger }: WithdrawContext, user: number, asset: number, number: bigint) => {
  if (ledger.balance({ owner: user, asset, kind }).free < number) throw new Refusal('insufficient_balance')
}

/** What a withdrawal is worth by the index of now; refused above what the level lets out in a day. */
function worthWithin(ctx: WithdrawContext, user: number, coin: number, number: bigint): bigint {
  const worth = indexWorth(ctx, coin, formatDec(number))
  if (worth === null) throw new Refusal('feed_stale')
  checkLimit(ctx, user, worth)
  return worth
}

type Coin = InputOf<typeof withdraw.submit>
/** The address of the book that a call names, by id or as text; it must be usable by now. */
function addressIn(
  ctx: WithdrawContext,
  book: readonly AddressRow[],
  { address_id, address, netType, nettype }: Coin,
): AddressRow {
  if (address_id === undefined && !address) throw new Refusal('address_required')
  const network = netType || nettype
  const isNamed = (row: AddressRow) =>
    address_id === undefined ? addressOn(row.network, address ?? '') === row.address : row.id === address_id
  const row = book.find((each) => isNamed(each) && (!network || each.network === network))
  if (!row) throw new Refusal('address_unknown')
  if (row.usableAt > ctx.now()) throw new Refusal('address_held', { usable_ms: row.usableAt })
  return row
}
/** All checks of a withdrawal to an address but the secrets, in the order in which a person can mend them (WDR-R1). */
export function checkWithdraw(ctx: WithdrawContext, user: number, input: Coin): Application {
  const coin = ctx.tables.coins.need(input.currency)
  checkMayWithdraw(ctx, user)
  const book = bookOf(ctx, user, coin.id)
  if (book.length === 0) throw new Refusal('address_unset')
  checkPinSet(ctx, user)
  const row = addressIn(ctx, book, input)
  const network = networkOf(coin, row.network)
  const number = amountOf(input.number, coin.scale)
  const max = parseDec(coin.maxNumber)
  if (number < parseDec(network.minNumber)) throw new Refusal('amount_below_min', { min: network.minNumber })
  if (max > 0n && number > max) throw new Refusal('amount_above_max', { max: coin.maxNumber })
  const fee = withdrawFee(number, {
    ratePercent: parseDec(network.rate),
    feeMin: parseDec(network.feeMin),
    scale: coin.scale,
  })
  if (fee >= number) throw new Refusal('amount_below_min', { min: formatDec(fee) })
  checkFree(ctx, user, coin.id, number)
  checkDay(ctx, user)
  return {
    worth: worthWithin(ctx, user, coin.id, number),
    user,
    coin: coin.id,
    network: network.name,
    address: row.address,
    number,
    fee,
    notes: input.notes || null,
    fiat: null,
    fiatAmount: null,
    way: null,
    payee: null,
  }
}

type Bank = InputOf<typeof withdraw.submitBank>
export const bankUse = ({ currency, fiat, number }: Bank) =>
  ({ kind: 'bank_out', from: currency, to: fiat, num: number }) as const
/**
 * All checks of a withdrawal by bank but the secrets. The quote is looked at, not used up: that is part of the
 * decision.
 */
export function checkBankWithdraw(ctx: WithdrawContext, user: number, input: Bank): Application {
  checkMayWithdraw(ctx, user)
  const way = input.way ?? 'bank'
  const payee = payeeOf(ctx, user, way)
  checkPinSet(ctx, user)
  if (!input.number || parseDec(input.number) === 0n) throw new Refusal('amount_required')
  const quote = findQuote(ctx, user, input.quote_id, bankUse(input))
  const number = parseDec(quote.num)
  checkFree(ctx, user, input.currency, number)
  checkDay(ctx, user)
  const worth = worthWithin(ctx, user, input.currency, number)
  const account = payee.bank_account ?? payee.alipay_account ?? payee.wechat_account ?? ''
  return {
    user,
    coin: input.currency,
    network: null,
    address: maskAccount(account),
    number,
    worth,
    fee: parseDec(quote.fee),
    notes: input.notes || null,
    fiat: input.fiat,
    fiatAmount: quote.result,
    way,
    payee: JSON.stringify(payee),
  }
}
