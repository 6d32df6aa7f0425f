import type { assets } from '#contract/assets/assets.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { decimalsOf, divUp, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fiatsOf, type Fiat } from '#server/features/market/fiats.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { bankInSums, bankOutSums, cutTo, flashPrice, flashSums, upTo } from './quote-sums.ts'
import type { AssetsContext } from './context.ts'

type Input = InputOf<typeof assets.quote>
/** A priced amount; everything in units of 10^-8. */
type Priced = { num: bigint; price: bigint; market: bigint; fee: bigint; result: bigint }
type PriceContext = Pick<AssetsContext, 'tables' | 'markets' | 'settings'>

const one = 10n ** BigInt(SCALE)

/**
 * Index price of a coin in the base coin; null while it has no current one. An exchange never rests on an old price.
 */
export function indexOf({ markets }: Pick<AssetsContext, 'markets'>, coin: number): bigint | null {
  if (coin === baseCoin.id) return one
  const market = markets.all().find(({ pair }) => pair.base === coin && pair.quote === baseCoin.id)
  const quote = market?.quote()
  return market && quote && !market.isStale()
    ? BigInt(quote.index) * 10n ** BigInt(SCALE - market.pair.priceScale)
    : null
}
const needIndex = (ctx: PriceContext, coin: number): bigint => {
  const index = indexOf(ctx, coin)
  if (index === null || index <= 0n) throw new Refusal('feed_stale')
  return index
}

/** An amount as typed, at most as fine as `scale`. */
export function amountOf(typed: string | undefined, scale: number): bigint {
  const units = typed === undefined || typed === '' ? 0n : parseDec(typed)
  if (units === 0n) throw new Refusal('amount_required')
  if (decimalsOf(formatDec(units)) > scale) throw new Refusal('amount_step', { scale })
  return units
}
const checkBounds = (num: bigint, min: bigint, max: bigint) => {
  if (num < min) throw new Refusal('amount_below_min', { min: formatDec(min) })
  if (num > max) throw new Refusal('amount_above_max', { max: formatDec(max) })
}
const coinOf = ({ tables }: PriceContext, id: number | string): Coin => {
  const coin = typeof id === 'number' ? tables.coins.get(id) : undefined
  if (!coin) throw new Refusal('pair_unknown')
  return coin
}
const fiatOf = ({ settings }: PriceContext, code: number | string): Fiat => {
  const fiat = fiatsOf(settings.market).find((each) => each.code === code)
  if (!fiat) throw new Refusal('pair_unknown')
  return fiat
}
const baseOf = (ctx: PriceContext, id: number | string): Coin => {
  if (id !== baseCoin.id) throw new Refusal('pair_unknown')
  return coinOf(ctx, id)
}

/** Least and most of a coin for an exchange, from bounds in the base coin. */
export const flashBounds = ({ settings }: PriceContext, { scale }: Coin, worth: bigint) => ({
  min: upTo(divUp(parseDec(settings.assets.flash.min) * one, worth), scale),
  max: cutTo((parseDec(settings.assets.flash.max) * one) / worth, scale),
})
export const isFlashCoin = ({ kinds }: Coin) => kinds.includes('change')

function priceFlash(ctx: PriceContext, { from, to, num: typed }: Input): Priced {
  const [left, right] = [coinOf(ctx, from), coinOf(ctx, to)]
  if (left.id === right.id || !isFlashCoin(left) || !isFlashCoin(right)) throw new Refusal('pair_unknown')
  const num = amountOf(typed, left.scale)
  const [leftWorth, rightWorth] = [needIndex(ctx, left.id), needIndex(ctx, right.id)]
  const { min, max } = flashBounds(ctx, left, leftWorth)
  checkBounds(num, min, max)
  const { feeRate, spread } = ctx.settings.assets.flash
  const { fee, result } = flashSums({
    num,
    leftWorth,
    rightWorth,
    spread: parseDec(spread),
    feeRate: parseDec(feeRate),
    scale: right.scale,
  })
  if (result <= 0n) throw new Refusal('amount_below_min', { min: formatDec(min) })
  return {
    num,
    price: flashPrice(leftWorth, rightWorth, parseDec(spread)),
    market: flashPrice(leftWorth, rightWorth, 0n),
    fee,
    result,
  }
}

/** Decimals of a quoted price in fiat. */
const fiatPriceScale = 4
/** Fiat per base coin when the venue sells (`in`: dearer) or buys (`out`: cheaper). */
export const fiatPrice = ({ settings }: Pick<PriceContext, 'settings'>, { rate }: Fiat, way: 'in' | 'out'): bigint => {
  const spread = parseDec(settings.assets.bankMoney.spread)
  const exact = parseDec(rate) * (way === 'in' ? one + spread : one - spread)
  return way === 'in' ? upTo(divUp(exact, one), fiatPriceScale) : cutTo(exact / one, fiatPriceScale)
}

function priceBankIn(ctx: PriceContext, { from, to, num: typed }: Input): Priced {
  const coin = baseOf(ctx, to)
  const fiat = fiatOf(ctx, from)
  const num = amountOf(typed, fiat.scale)
  const price = fiatPrice(ctx, fiat, 'in')
  const { feeRateIn, min, max } = ctx.settings.assets.bankMoney
  checkBounds(
    num,
    upTo(mulDec(parseDec(min), price, SCALE, true), fiat.scale),
    cutTo(mulDec(parseDec(max), price), fiat.scale),
  )
  const { fee, result } = bankInSums({ num, price, feeRate: parseDec(feeRateIn), scale: coin.scale })
  return { num, price, market: parseDec(fiat.rate), fee, result }
}
/** The account named by a quote for a remittance; an unknown one, or one of another currency, cannot be quoted. */
function priceRemittance(ctx: PriceContext, { from, to, num: typed, account_id }: Input): Priced {
  const coin = baseOf(ctx, to)
  const fiat = fiatOf(ctx, from)
  const account = account_id === undefined ? undefined : ctx.tables.houseAccounts.get(account_id)
  if (account?.kind !== 'remittance' || !account.isOpen || account.fiat !== fiat.code) throw new Refusal('pair_unknown')
  const num = amountOf(typed, fiat.scale)
  checkBounds(num, parseDec(account.min), parseDec(account.max))
  const price = fiatPrice(ctx, fiat, 'in')
  const { fee, result } = bankInSums({ num, price, feeRate: parseDec(account.feeRate), scale: coin.scale })
  return { num, price, market: parseDec(fiat.rate), fee, result }
}
function priceBankOut(ctx: PriceContext, { from, to, num: typed }: Input): Priced {
  const coin = baseOf(ctx, from)
  const fiat = fiatOf(ctx, to)
  const num = amountOf(typed, coin.scale)
  const { feeRateOut, feeMinOut, min, max } = ctx.settings.assets.bankMoney
  checkBounds(num, parseDec(min), parseDec(max))
  const price = fiatPrice(ctx, fiat, 'out')
  const { fee, result } = bankOutSums({
    num,
    price,
    feeRate: parseDec(feeRateOut),
    feeMin: parseDec(feeMinOut),
    coinScale: coin.scale,
    fiatScale: fiat.scale,
  })
  if (result <= 0n) throw new Refusal('amount_below_min', { min })
  return { num, price, market: parseDec(fiat.rate), fee, result }
}

/** Rewards of mining for the base coin. What the purse holds is checked when they are converted. */
function priceMining(ctx: PriceContext, { from, to, num: typed }: Input): Priced {
  const [coin, base] = [coinOf(ctx, from), baseOf(ctx, to)]
  const { coin: name, feeRate, spread, min } = ctx.settings.assets.convert
  if (coin.name !== name) throw new Refusal('pair_unknown')
  const num = amountOf(typed, coin.scale)
  if (num < parseDec(min)) throw new Refusal('amount_below_min', { min })
  const worth = needIndex(ctx, coin.id)
  const { fee, result } = flashSums({
    num,
    leftWorth: worth,
    rightWorth: one,
    spread: parseDec(spread),
    feeRate: parseDec(feeRate),
    scale: base.scale,
  })
  if (result <= 0n) throw new Refusal('amount_below_min', { min })
  return { num, price: flashPrice(worth, one, parseDec(spread)), market: flashPrice(worth, one, 0n), fee, result }
}

/** The price of one amount. */
export function priceQuote(ctx: PriceContext, input: Input): Priced {
  switch (input.kind) {
    case 'flash':
      return priceFlash(ctx, input)
    case 'bank_in':
      return priceBankIn(ctx, input)
    case 'remittance':
      return priceRemittance(ctx, input)
    case 'bank_out':
      return priceBankOut(ctx, input)
    case 'mining':
      return priceMining(ctx, input)
  }
}
