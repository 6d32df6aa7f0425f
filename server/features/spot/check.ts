import { isPairOpen } from '#server/features/market/halt.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { spot, SpotKind, SpotSide } from '#contract/spot/spot.ts'
import { leastLifeMs, mostLifeMs } from '#contract/wire/orders.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import type { Caller } from '#server/core/context.ts'
import type { Market } from '#server/features/market/market.ts'
import { baseUnits, priceText, quoteUnit, quoteUnits } from '#server/features/market/units.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SpotContext } from './context.ts'
import { expireDue } from './expire.ts'
import type { Checked } from './checked.ts'
import { levelsFor, type Levels } from './levels.ts'

type Input = InputOf<typeof spot.submit>
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
/** An amount of an order at a price, in steps. */
export function checkAmount(market: Market, text: string, price: number): number {
  const amount = amountOf(market, text)
  checkTotal(market, quoteUnits(market.pair, price, amount))
  return amount
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
/** The cost of a market buy by amount on these levels, in ledger units. */
function costOf({ pair }: Market, levels: Levels, amount: number): bigint {
  let left = amount
  let cost = 0n
  for (const [price, sum] of levels) {
    const taken = Math.min(left, sum)
    cost += quoteUnits(pair, price, taken)
    left -= taken
  }
  return cost
}

function marketOrder(ctx: SpotContext, user: number, market: Market, input: Input): Checked {
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
  // Own orders that give way are not there to be met.
  const owner = input.stp === 'maker' ? user : null
  const levels = () => levelsFor(ctx, market, owner, { side: 'buy', worst, most: amount })
  const hold = input.type === 'sell' ? baseUnits(pair, amount) : costOf(market, levels(), amount)
  return { market, kind: 'market', price: 0, worst, amount, total: null, hold }
}
function limitOrder(ctx: SpotContext, market: Market, kind: SpotKind, input: Input): Checked {
  const { pair } = market
  if (isZeroOrBlank(input.amount)) throw new Refusal('quantity_required')
  // An amount that is none is told before a price.
  amountOf(market, input.amount)
  const price = limitPrice(ctx, market, input.target_price)
  const amount = checkAmount(market, input.amount, price)
  const oppositeSide = input.type === 'buy' ? 'sell' : 'buy'
  const wouldTake = market.book().canFill(input.type, price)
  if (kind === 'post_only' && wouldTake)
    throw new Refusal('would_take', { best: priceText(pair, market.book().best(oppositeSide) ?? price) })
  if (kind === 'ioc' && !wouldTake) throw new Refusal('no_liquidity')
  const hold = input.type === 'sell' ? baseUnits(pair, amount) : quoteUnits(pair, price, amount)
  return { market, kind, price, worst: price, amount, total: null, hold }
}

/** Orders that one user may have resting in a market: each is looked at whenever the book is rebuilt. */
export const maxOpenOrders = 200
const checkOpenOrders = ({ tables }: SpotContext, user: number, pair: number) => {
  const open = tables.spotOrders
    .group('user', user)
    .filter((order) => order.pair === pair && order.status === 'waiting')
  if (open.length >= maxOpenOrders) throw new Refusal('too_many_open', { max: maxOpenOrders })
}

type Life = { kind: SpotKind } & Pick<Checked, 'stp' | 'tif' | 'expiresAt'>
/**
 * What was asked for about the life of an order; refused where it does not fit its kind or is too short or too long.
 */
function lifeOf({ now }: Pick<SpotContext, 'now'>, { kind: asked = 'limit', tif, expires_ms, stp }: Input): Life {
  const kind = asked === 'limit' && (tif === 'ioc' || tif === 'fok') ? 'ioc' : asked
  const isTill = tif === 'gtd' || expires_ms !== undefined
  const [min, max] = [now() + leastLifeMs, now() + mostLifeMs]
  const isFit = isTill
    ? (kind === 'limit' || kind === 'post_only') && tif !== 'gtc' && expires_ms !== undefined
    : tif !== 'fok' || kind === 'ioc'
  if (!isFit || (expires_ms !== undefined && (expires_ms < min || expires_ms > max)))
    throw new Refusal('expiry_bad', { min, max })
  return {
    kind,
    ...(stp !== undefined && stp !== 'taker' && { stp }),
    ...(tif === 'fok' && { tif }),
    ...(expires_ms !== undefined && { tif: 'gtd' as const, expiresAt: expires_ms }),
  }
}
/** Steps that an order would fill within its limit now; own orders in its way give way, or nothing lies behind them. */
function fillableNow(ctx: SpotContext, { pair, book }: Market, user: number, side: SpotSide, checked: Checked): number {
  const opposite = side === 'buy' ? 'sell' : 'buy'
  const isWithin = (price: number) => (side === 'buy' ? price <= checked.price : price >= checked.price)
  const isBefore = (price: number, other: number) => (side === 'buy' ? price < other : price > other)
  const own = ctx.tables.spotOrders
    .group('user', user)
    .filter((row) => row.pair === pair.id && row.side === opposite && row.status === 'waiting' && isWithin(row.price))
  const mine = own.reduce((sum, row) => sum + row.amount - row.filled, 0)
  const places = own.map(({ id, price }) => ({ price, ahead: book().queue(id)?.ahead ?? 0 }))
  const first = places.reduce<(typeof places)[number] | null>(
    (found, each) =>
      !found || isBefore(each.price, found.price) || (each.price === found.price && each.ahead < found.ahead)
        ? each
        : found,
    null,
  )
  let sum = 0
  for (const [price, amount] of book().depth(opposite, Infinity)) {
    if (!isWithin(price)) break
    if (first && checked.stp !== 'maker' && !isBefore(price, first.price)) return sum + first.ahead
    sum += amount
  }
  return checked.stp === 'maker' ? sum - mine : sum
}

/**
 * All checks of a new order, in this order: market, user's trading lock, life, amount, price, opposite orders, and
 * balance, unless the money is set aside already.
 */
export function checkOrder(ctx: SpotContext, { user }: Pick<Caller, 'user'>, input: Input, mustBeFree = true): Checked {
  const market = ctx.markets.ofCoins(input.currency_id, input.legal_id)
  const { pair } = market
  if (!isPairOpen(ctx, pair) || !pair.isSpot) throw new Refusal('market_closed')
  checkMayTrade(ctx, user)
  expireDue(ctx)
  const { kind, ...life } = lifeOf(ctx, input)
  const checked = {
    ...(kind === 'market' ? marketOrder(ctx, user, market, input) : limitOrder(ctx, market, kind, input)),
    ...life,
  }
  if (life.tif === 'fok' && fillableNow(ctx, market, user, input.type, checked) < checked.amount)
    throw new Refusal('no_liquidity')
  const asset = input.type === 'buy' ? pair.quote : pair.base
  if (kind === 'limit' || kind === 'post_only') checkOpenOrders(ctx, user, pair.id)
  const { free } = ctx.ledger.balance({ owner: user, asset, kind: 'change' })
  if (mustBeFree && free < checked.hold)
    throw new Refusal(input.type === 'buy' ? 'insufficient_balance' : 'insufficient_sellable')
  return checked
}
