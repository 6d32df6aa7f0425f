import type { assets } from '#contract/assets/assets.ts'
import type { Flash } from '#contract/assets/assets-moves.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { currencyOf } from '#server/features/market/view.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { flashBounds, indexOf, isFlashCoin } from './quote-price.ts'
import { flashPrice, flashSums } from './quote-sums.ts'
import { findQuote, takeQuote } from './quotes.ts'
import { coinsInOrder } from './view.ts'
import type { FlashRow, QuoteRow } from './rows.ts'
import type { AssetsContext } from './context.ts'

const kind = 'change'
const flashOf = (row: FlashRow): Flash => ({
  id: row.id,
  user_id: row.user,
  left_currency_id: row.left,
  right_currency_id: row.right,
  num: row.num,
  absolute_quantity: row.received,
  fee: row.fee,
  market_price: row.market,
  price: row.price,
  status: 'done',
  create_time: timeOf(row.at),
  review_time: timeOf(row.at),
})

/**
 * A quote ends early when the market has moved so far in the caller's favour that the same exchange would now give less
 * without spread and fee than the quote gives with them. Otherwise one could ask for a price, wait, and accept only
 * after a favourable move.
 */
function checkNotOvertaken(ctx: AssetsContext, { num, result }: QuoteRow, left: number, right: number) {
  const [leftWorth, rightWorth] = [indexOf(ctx, left), indexOf(ctx, right)]
  if (leftWorth === null || rightWorth === null) throw new Refusal('quote_expired')
  const { gross } = flashSums({
    num: parseDec(num),
    leftWorth,
    rightWorth,
    spread: 0n,
    feeRate: 0n,
    scale: ctx.tables.coins.need(right).scale,
  })
  if (gross < parseDec(result)) throw new Refusal('quote_expired')
}

/** Exchanges coins at a quoted price: what is given, what is received and the fee are one journal entry (L9). */
export const exchange: Decide<typeof assets.flash, AssetsContext> = (
  ctx,
  { user },
  { l_currency_id: left, r_currency_id: right, num, quote_id },
) => {
  checkMayTrade(ctx, user)
  if (num === undefined || num === '' || parseDec(num) === 0n) throw new Refusal('amount_required')
  const use = { kind: 'flash', from: left, to: right, num } as const
  checkNotOvertaken(ctx, findQuote(ctx, user, quote_id, use), left, right)
  const quote = takeQuote(ctx, user, quote_id, use)
  const [given, fee, received] = [parseDec(quote.num), parseDec(quote.fee), parseDec(quote.result)]
  const id = ctx.tables.flashes.nextId()
  ctx.ledger.post({
    type: logTypes.flashGiven,
    ref: `flash:${id}`,
    info: `flash ${id}`,
    postings: [
      { owner: user, asset: left, kind, free: -given },
      { owner: 'house', asset: left, kind, free: given },
      { owner: 'house', asset: right, kind, free: -(received + fee) },
      { owner: user, asset: right, kind, free: received + fee },
      { owner: user, asset: right, kind, free: -fee },
      { owner: 'fee', asset: right, kind, free: fee },
    ],
    typeOf: ({ asset, free = 0n }) =>
      asset === left ? logTypes.flashGiven : free > 0n ? logTypes.flashReceived : logTypes.flashFee,
  })
  ctx.ledger.noteFee({ payer: user, asset: right, kind, amount: fee, ref: `flash:${id}` })
  const row = ctx.tables.flashes.put({
    id,
    user,
    left,
    right,
    num: quote.num,
    received: quote.result,
    fee: quote.fee,
    market: quote.market,
    price: quote.price,
    at: ctx.now(),
  })
  return flashOf(row)
}

/**
 * The coins that can be exchanged, with the caller's free balance, and the limits of each pair that has a current
 * price.
 */
export const flashCoins: Decide<typeof assets.flashCoins, AssetsContext> = (ctx, { user }) => {
  const coins = coinsInOrder(ctx).filter(isFlashCoin)
  const listed = coins.map((coin) => ({
    ...currencyOf(ctx, coin),
    balance: formatDec(ctx.ledger.balance({ owner: user, asset: coin.id, kind }).free),
  }))
  const worths = coins.flatMap((coin) => {
    const worth = indexOf(ctx, coin.id)
    return worth === null || worth <= 0n ? [] : [{ coin, worth, ...flashBounds(ctx, coin, worth) }]
  })
  const { feeRate } = ctx.settings.assets.flash
  const pairs = worths.flatMap((left) =>
    worths
      .filter(({ coin }) => coin.id !== left.coin.id)
      .map((right) => ({
        left_id: left.coin.id,
        right_id: right.coin.id,
        rate: formatDec(flashPrice(left.worth, right.worth, 0n)),
        min: formatDec(left.min),
        max: formatDec(left.max),
        fee_rate: feeRate,
      })),
  )
  return { left: listed, right: listed, pairs }
}
