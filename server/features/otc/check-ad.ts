import type { PayWay } from '#contract/wallet/bank.ts'
import { fiatsOf, type Fiat } from '#server/features/market/fiats.ts'
import { moreOf, waysOf } from '#server/features/wallet/bank/methods.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { worthOf } from '#server/features/market/view.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { otc } from '#contract/otc/otc.ts'
import type { OtcSide } from '#contract/otc/otc-order.ts'
import { cutUnits, otcBand, otcEscrow, otcFloatPrice, otcIndexPrice, otcWorth } from '#contract/otc/otc-sums.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { recordOf } from './merchants.ts'
import type { AdRow } from './rows.ts'
import type { OtcContext } from './context.ts'

const kind = 'legal'
const isBlank = (text: string | undefined): text is undefined | '' =>
  text === undefined || text === '' || parseDec(text) === 0n

/** The coins that may be traded: those with a trust account and a price. */
export const otcCoins = (ctx: OtcContext): Coin[] =>
  [...ctx.tables.coins.all()]
    .filter(({ id, kinds }) => kinds.includes(kind) && (worthOf(ctx, id) ?? 0n) > 0n)
    .toSorted((a, b) => a.sort - b.sort)
export const coinOf = (ctx: OtcContext, id: number): Coin => {
  const coin = otcCoins(ctx).find((each) => each.id === id)
  if (!coin) throw new Refusal('not_found')
  return coin
}
export const fiatOf = ({ settings }: Pick<OtcContext, 'settings'>, code: string): Fiat => {
  const fiat = fiatsOf(settings.market).find((each) => each.code === code)
  if (!fiat) throw new Refusal('not_found')
  return fiat
}
/** The price of a coin in a currency, by the venue's prices. */
export const indexPriceOf = (ctx: OtcContext, coin: number, { rate, scale }: Fiat) =>
  otcIndexPrice(formatDec(worthOf(ctx, coin) ?? 0n), rate, scale)
/** The bounds of an order in a currency. */
export function fiatBounds({ settings: { otc } }: Pick<OtcContext, 'settings'>, { rate, scale }: Fiat) {
  const worth = (amount: string) => formatDec(cutUnits(mulDec(parseDec(amount), parseDec(rate)), scale))
  return { min: worth(otc.minWorth), max: worth(otc.maxWorth) }
}

/** Refuses unless the deposit of a merchant is held. */
export const checkBail = (ctx: OtcContext, user: number) => {
  if (recordOf(ctx, user).bail !== 'held') throw new Refusal('bail_needed', { amount: ctx.settings.otc.bail })
}
/** The ways of an ad; its seller needs a bound method for each. */
function checkWays(ctx: OtcContext, user: number, side: OtcSide, ways: readonly PayWay[] | undefined): PayWay[] {
  const unique = [...new Set(ways)]
  if (unique.length === 0) throw new Refusal('way_unknown')
  if (side === 'buy') return unique
  const bound = waysOf(ctx, user)
  const missing = unique.filter((way) => !bound.includes(way))
  if (missing.length > 0) throw new Refusal('payee_missing', { ways: missing })
  return unique
}
/** The further methods that a sell ad offers: the seller's own, of its ways. */
function checkMore(ctx: OtcContext, user: number, side: OtcSide, ways: readonly PayWay[], ids: readonly number[]) {
  const rows = side === 'buy' ? [] : [...new Set(ids)].map((each) => moreOf(ctx, user, each))
  return rows.map((row) => {
    if (row === undefined || !ways.includes(row.way)) throw new Refusal('payee_missing', { ways: [...ways] })
    return row.id
  })
}
type Terms = Pick<AdRow, 'price' | 'min' | 'max' | 'ways' | 'more' | 'payMinutes' | 'remark' | 'margin' | 'hours'>
type TypedTerms = Pick<
  InputOf<typeof otc.editAd>,
  'price' | 'min_amount' | 'max_amount' | 'ways' | 'methods' | 'pay_minutes' | 'remark' | 'margin' | 'hours'
>
type Deal = { user: number; side: OtcSide; coin: Coin; fiat: Fiat; number: bigint }

/** Checks the terms of an ad for this quantity. */
function checkTerms(ctx: OtcContext, { user, side, coin, fiat, number }: Deal, input: TypedTerms): Terms {
  const { min_amount: min, max_amount: max, pay_minutes, remark = '', margin = '', hours = '' } = input
  const index = indexPriceOf(ctx, coin.id, fiat)
  const price = margin === '' ? input.price : otcFloatPrice(index, margin, fiat.scale)
  if (isBlank(price)) throw new Refusal('price_required')
  const { low, high } = otcBand(index, ctx.settings.otc.priceBand, fiat.scale)
  if (parseDec(price) < parseDec(low) || parseDec(price) > parseDec(high))
    throw new Refusal('price_out_of_band', { low, high })
  if (isBlank(min) || isBlank(max)) throw new Refusal('amount_required')
  const worth = otcWorth(number, price, fiat.scale)
  const bounds = fiatBounds(ctx, fiat)
  if (parseDec(min) > parseDec(max) || parseDec(max) > worth)
    throw new Refusal('amount_range', { min, max, worth: formatDec(worth) })
  if (parseDec(min) < parseDec(bounds.min)) throw new Refusal('amount_below_min', { min: bounds.min })
  if (parseDec(max) > parseDec(bounds.max)) throw new Refusal('amount_above_max', { max: bounds.max })
  const ways = checkWays(ctx, user, side, input.ways)
  const more = checkMore(ctx, user, side, ways, input.methods ?? [])
  if (pay_minutes === undefined || !ctx.settings.otc.payMinutes.includes(pay_minutes))
    throw new Refusal('period_required')
  return { price, min, max, ways, more, payMinutes: pay_minutes, remark, margin, hours }
}

/** All checks of a new ad but the fund password. */
export function checkPublish(ctx: OtcContext, user: number, input: InputOf<typeof otc.publish>) {
  checkMayTrade(ctx, user)
  const coin = coinOf(ctx, input.currency_id)
  const fiat = fiatOf(ctx, input.fiat)
  checkBail(ctx, user)
  const { side, total_number: total } = input
  if (isBlank(total)) throw new Refusal('quantity_required')
  if (decimalsOf(total) > coin.scale) throw new Refusal('amount_step', { scale: coin.scale })
  const number = parseDec(total)
  const terms = checkTerms(ctx, { user, side, coin, fiat, number }, input)
  const { feeRate } = ctx.settings.otc
  const escrow = side === 'sell' ? otcEscrow(number, feeRate, coin.scale) : 0n
  if (ctx.ledger.balance({ owner: user, asset: coin.id, kind }).free < escrow) throw new Refusal('insufficient_balance')
  return { terms, side, coin, fiat, total: formatDec(number), feeRate, escrow }
}

const keptMore = (ctx: OtcContext, { user, more = [] }: AdRow, ways: readonly PayWay[]) =>
  more.filter((each) => ways.some((way) => way === moreOf(ctx, user, each)?.way))
/** The changed terms of an ad; what is not named stays. The limits fit what is left of it. */
export function checkEdit(ctx: OtcContext, row: AdRow, input: TypedTerms): Terms {
  const number = parseDec(row.surplus) + parseDec(row.locked)
  return checkTerms(
    ctx,
    { user: row.user, side: row.side, coin: coinOf(ctx, row.coin), fiat: fiatOf(ctx, row.fiat), number },
    {
      price: input.price ?? row.price,
      min_amount: input.min_amount ?? row.min,
      max_amount: input.max_amount ?? row.max,
      ways: input.ways ?? [...row.ways],
      // Those of a way that is offered no more go with it.
      methods: input.methods ?? keptMore(ctx, row, input.ways ?? row.ways),
      pay_minutes: input.pay_minutes ?? row.payMinutes,
      remark: input.remark ?? row.remark,
      margin: input.margin ?? row.margin,
      hours: input.hours ?? row.hours,
    },
  )
}
