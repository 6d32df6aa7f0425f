import { isPairOpen } from '#server/features/market/halt.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { spot, SpotKind } from '#contract/spot.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import type { Caller } from '#server/core/context.ts'
import type { Market } from '#server/features/market/market.ts'
import { baseUnits, priceText, quoteUnit, quoteUnits } from '#server/features/market/units.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SpotContext } from './context.ts'

type Input = InputOf<typeof spot.submit>
/** A checked order, in ticks and steps, with the amount to hold in ledger units. */
export type Checked = {
  market: Market
  kind: SpotKind
  /** 0 for a market order. */
  price: number
  /** The worst price it may trade at, in ticks. */
  worst: number
  amount: number
  /** The most to spend, in ticks × steps, for a market buy by total; null for other orders. */
  total: bigint | null
  hold: bigint
}

const defaultSlippage = '1'
const isZeroOrBlank = (text: string | undefined): text is '' | undefined =>
  text === undefined || text === '' || parseDec(text) === 0n

/** Converts a decimal to whole units of 10^-scale; refuses more decimals. */
const unitsOf = (text: string, scale: number, reason: 'amount_step' | 'price_step'): number => {
  if (decimalsOf(text) > scale) throw new Refusal(reason, { scale })
  const units = parseDec(text, scale)
  if (units > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refusal('amount_above_max', { max: formatDec(BigInt(Number.MAX_SAFE_INTEGER), scale) })
  return Number(units)
}

function amountOf({ pair }: Market, text: string): number {
  const steps = unitsOf(text, pair.amountScale, 'amount_step')
  const units = baseUnits(pair, steps)
  if (units < parseDec(pair.minAmount)) throw new Refusal('amount_below_min', { min: pair.minAmount })
  const max = parseDec(pair.maxAmount)
  if (max > 0n && units > max) throw new Refusal('amount_above_max', { max: pair.maxAmount })
  return steps
}
const checkTotal = ({ pair }: Market, units: bigint) => {
  if (units < parseDec(pair.minTotal)) throw new Refusal('amount_below_min', { min: pair.minTotal })
}

function limitPrice({ settings }: SpotContext, market: Market, text: string | undefined): number {
  const { pair } = market
  if (isZeroOrBlank(text)) throw new Refusal('price_required')
  const price = unitsOf(text, pair.priceScale, 'price_step')
  const last = BigInt(market.last())
  const one = parseDec('1')
  const band = parseDec(settings.market.priceBand)
  const low = Number((last * (one - band)) / one)
  const high = Number((last * (one + band)) / one)
  if (price < low || price > high)
    throw new Refusal('price_out_of_band', { low: priceText(pair, low), high: priceText(pair, high) })
  return price
}
/**
 * The worst price of a market order: the best opposite price plus or minus the slippage in percent. Refuses if there is
 * no such price.
 */
function worstPrice(market: Market, side: 'buy' | 'sell', slippage: string | undefined): number {
  const best = market.book().best(side === 'buy' ? 'sell' : 'buy')
  if (best === null) throw new Refusal('no_liquidity')
  const pct = parseDec(isZeroOrBlank(slippage) ? defaultSlippage : slippage)
  const hundred = parseDec('100')
  const distance = (BigInt(best) * (pct > hundred ? hundred : pct)) / hundred
  return side === 'buy' ? best + Number(distance) : Math.max(0, best - Number(distance))
}
/** The cost of a market buy by amount at the current book, up to its worst price, in ledger units. */
function costOf(market: Market, worst: number, amount: number): bigint {
  let left = amount
  let cost = 0n
  for (const [price, sum] of market.book().depth('sell', Infinity)) {
    if (price > worst || left === 0) break
    const taken = Math.min(left, sum)
    cost += quoteUnits(market.pair, price, taken)
    left -= taken
  }
  return cost
}

function marketOrder(market: Market, input: Input): Checked {
  const { pair } = market
  const isTotal = input.type === 'buy' && isZeroOrBlank(input.amount) && !isZeroOrBlank(input.total)
  if (isZeroOrBlank(input.amount) && !isTotal) throw new Refusal('quantity_required')
  if (isTotal) {
    const hold = parseDec(input.total ?? '0')
    checkTotal(market, hold)
    const worst = worstPrice(market, 'buy', input.slippage)
    return { market, kind: 'market', price: 0, worst, amount: 0, total: hold / quoteUnit(pair), hold }
  }
  const amount = amountOf(market, input.amount ?? '0')
  const worst = worstPrice(market, input.type, input.slippage)
  checkTotal(market, quoteUnits(pair, market.last(), amount))
  const hold = input.type === 'sell' ? baseUnits(pair, amount) : costOf(market, worst, amount)
  return { market, kind: 'market', price: 0, worst, amount, total: null, hold }
}
function limitOrder(ctx: SpotContext, market: Market, kind: SpotKind, input: Input): Checked {
  const { pair } = market
  if (isZeroOrBlank(input.amount)) throw new Refusal('quantity_required')
  const amount = amountOf(market, input.amount)
  const price = limitPrice(ctx, market, input.target_price)
  checkTotal(market, quoteUnits(pair, price, amount))
  const oppositeSide = input.type === 'buy' ? 'sell' : 'buy'
  const wouldTake = market.book().canFill(input.type, price)
  if (kind === 'post_only' && wouldTake)
    throw new Refusal('would_take', { best: priceText(pair, market.book().best(oppositeSide) ?? price) })
  if (kind === 'ioc' && !wouldTake) throw new Refusal('no_liquidity')
  const hold = input.type === 'sell' ? baseUnits(pair, amount) : quoteUnits(pair, price, amount)
  return { market, kind, price, worst: price, amount, total: null, hold }
}

/** Orders that one user may have resting in a market: each is looked at whenever the book is rebuilt. */
const maxOpenOrders = 200
const checkOpenOrders = ({ tables }: SpotContext, user: number, pair: number) => {
  const open = tables.spotOrders
    .group('user', user)
    .filter((order) => order.pair === pair && order.status === 'waiting')
  if (open.length >= maxOpenOrders) throw new Refusal('too_many_open', { max: maxOpenOrders })
}

/** All checks of a new order, in this order: market, user's trading lock, amount, price, opposite orders, balance. */
export function checkOrder(ctx: SpotContext, { user }: Caller, input: Input): Checked {
  const market = ctx.markets.ofCoins(input.currency_id, input.legal_id)
  const { pair } = market
  if (!isPairOpen(ctx, pair) || !pair.isSpot) throw new Refusal('market_closed')
  checkMayTrade(ctx, user)
  const kind = input.kind ?? 'limit'
  const checked = kind === 'market' ? marketOrder(market, input) : limitOrder(ctx, market, kind, input)
  const asset = input.type === 'buy' ? pair.quote : pair.base
  if (kind === 'limit' || kind === 'post_only') checkOpenOrders(ctx, user, pair.id)
  const { free } = ctx.ledger.balance({ owner: user, asset, kind: 'change' })
  if (free < checked.hold) throw new Refusal(input.type === 'buy' ? 'insufficient_balance' : 'insufficient_sellable')
  return checked
}
