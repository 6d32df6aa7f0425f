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
/** An order that may be placed: in ticks and steps, with what it needs to be held. */
export type Checked = {
  market: Market
  kind: SpotKind
  /** 0 for a market order. */
  price: number
  /** The worst tick it may trade at. */
  worst: number
  amount: number
  /** Ticks × steps to spend, for a market buy by total. */
  total: bigint | null
  hold: bigint
}

const defaultSlippage = '1'
const isBlank = (text: string | undefined): text is '' | undefined => text === undefined || text === '' || parseDec(text) === 0n

/** Text to whole units of a pair's scale; more decimals than that are refused. */
const unitsOf = (text: string, scale: number, reason: 'amount_step' | 'price_step'): number => {
  if (decimalsOf(text) > scale) throw new Refusal(reason, { scale })
  const units = parseDec(text, scale)
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('amount_above_max', { max: formatDec(BigInt(Number.MAX_SAFE_INTEGER), scale) })
  return Number(units)
}

function amountOf({ pair }: Market, text: string): number {
  const steps = unitsOf(text, pair.amountScale, 'amount_step')
  const units = baseUnits(pair, steps)
  if (units < parseDec(pair.minAmount)) throw new Refusal('amount_below_min', { min: pair.minAmount })
  const most = parseDec(pair.maxAmount)
  if (most > 0n && units > most) throw new Refusal('amount_above_max', { max: pair.maxAmount })
  return steps
}
const checkTotal = ({ pair }: Market, units: bigint) => {
  if (units < parseDec(pair.minTotal)) throw new Refusal('amount_below_min', { min: pair.minTotal })
}

function limitPrice({ settings }: SpotContext, market: Market, text: string | undefined): number {
  const { pair } = market
  if (isBlank(text)) throw new Refusal('price_required')
  const price = unitsOf(text, pair.priceScale, 'price_step')
  const last = BigInt(market.last())
  const one = parseDec('1')
  const band = parseDec(settings.market.priceBand)
  const low = Number((last * (one - band)) / one)
  const high = Number((last * (one + band)) / one)
  if (price < low || price > high) throw new Refusal('price_out_of_band', { low: priceText(pair, low), high: priceText(pair, high) })
  return price
}
/** How far a market order may go from the best price; it must have one. */
function worstPrice(market: Market, side: 'buy' | 'sell', slippage: string | undefined): number {
  const best = market.book().best(side === 'buy' ? 'sell' : 'buy')
  if (best === null) throw new Refusal('no_liquidity')
  const pct = parseDec(isBlank(slippage) ? defaultSlippage : slippage)
  const hundred = parseDec('100')
  const room = (BigInt(best) * (pct > hundred ? hundred : pct)) / hundred
  return side === 'buy' ? best + Number(room) : Math.max(0, best - Number(room))
}
/** What a market buy by amount costs at most: the book up to its worst price. */
function costOf(market: Market, worst: number, amount: number): bigint {
  let left = amount
  let cost = 0n
  for (const [price, sum] of market.book().depth('sell', Infinity)) {
    if (price > worst || left === 0) break
    const some = Math.min(left, sum)
    cost += quoteUnits(market.pair, price, some)
    left -= some
  }
  return cost
}

function marketOrder(market: Market, input: Input): Checked {
  const { pair } = market
  const isTotal = input.type === 'buy' && isBlank(input.amount) && !isBlank(input.total)
  if (isBlank(input.amount) && !isTotal) throw new Refusal('quantity_required')
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
  if (isBlank(input.amount)) throw new Refusal('quantity_required')
  const amount = amountOf(market, input.amount)
  const price = limitPrice(ctx, market, input.target_price)
  checkTotal(market, quoteUnits(pair, price, amount))
  const facing = input.type === 'buy' ? 'sell' : 'buy'
  const wouldTake = market.book().canFill(input.type, price)
  if (kind === 'post_only' && wouldTake) throw new Refusal('would_take', { best: priceText(pair, market.book().best(facing) ?? price) })
  if (kind === 'ioc' && !wouldTake) throw new Refusal('no_liquidity')
  const hold = input.type === 'sell' ? baseUnits(pair, amount) : quoteUnits(pair, price, amount)
  return { market, kind, price, worst: price, amount, total: null, hold }
}

/** Everything an order may be refused for, in this order: the market, the person, amount, price, what it meets, money. */
export function checkOrder(ctx: SpotContext, { user }: Caller, input: Input): Checked {
  const market = ctx.markets.ofCoins(input.currency_id, input.legal_id)
  const { pair } = market
  if (!pair.isOpen || !pair.isSpot) throw new Refusal('market_closed')
  checkMayTrade(ctx, user)
  const kind = input.kind ?? 'limit'
  const checked = kind === 'market' ? marketOrder(market, input) : limitOrder(ctx, market, kind, input)
  const asset = input.type === 'buy' ? pair.quote : pair.base
  const { free } = ctx.ledger.balance({ owner: user, asset, kind: 'change' })
  if (free < checked.hold) throw new Refusal(input.type === 'buy' ? 'insufficient_balance' : 'insufficient_sellable')
  return checked
}
