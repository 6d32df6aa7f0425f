import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { leastLifeMs, mostLifeMs, type LegInput, type TriggerSource } from '#contract/wire/orders.ts'
import {
  bipsOf,
  defaultSlippage,
  isDistanceFit,
  isReached,
  leastBips,
  leastTicks,
  mostBips,
  trailWhen,
  whenOf,
} from '#contract/trigger/trigger-terms.ts'
import type { TriggerAct, TriggerProduct, TriggerWhen } from '#contract/trigger/trigger.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Market } from '#server/features/market/market.ts'
import { priceText } from '#server/features/market/units.ts'
import { checkAmount } from '#server/features/spot/check.ts'
import type { TriggerContext } from './context.ts'
import type { TriggerRow } from './rows.ts'
import { priceOf } from './tick.ts'

/** What the legs of one request have in common; `side` is that of the position they close. */
export type Frame = {
  market: Market
  user: number
  product: TriggerProduct
  side: 'long' | 'short'
  /** The price from which stops and targets are judged; left out for the current one of their source. */
  from?: number
  /** Several act on one quantity: a leg without a size acts on what is left of it. */
  isGroup: boolean
  multiple?: number | '' | undefined
}
export type Draft = Omit<TriggerRow, 'id' | 'seq' | 'armedAt' | 'status'>

/** A trigger without any terms. */
export const blankRow = (ctx: TriggerContext, { user, pair }: { user: number; pair: number }): TriggerRow => ({
  id: ctx.tables.triggers.nextId(),
  seq: 0,
  armedAt: null,
  status: 'armed',
  ...blank(ctx, { user, pair }),
})
const blank = ({ now }: Pick<TriggerContext, 'now'>, { user, pair }: { user: number; pair: number }): Draft => ({
  user,
  pair,
  product: 'spot',
  act: 'sell',
  role: 'stop',
  group: null,
  parent: null,
  source: 'mark',
  when: null,
  price: 0,
  trail: null,
  by: 'amount',
  wanted: 0,
  total: '0',
  limit: 0,
  tif: null,
  isPostOnly: false,
  slippage: '0',
  multiple: null,
  expiresAt: null,
  fired: null,
  order: null,
  position: null,
  filled: 0,
  spent: '0',
  why: null,
  refusal: null,
  receipt: null,
  createdAt: now(),
  updatedAt: now(),
  rev: 1,
})

const isZeroOrBlank = (text: string | undefined): text is '' | undefined =>
  text === undefined || text === '' || parseDec(text) === 0n
/** A price as typed, in ticks; 0 if it was left out. */
function ticksOf({ pair: { priceScale: scale } }: Market, text: string | undefined): number {
  if (isZeroOrBlank(text)) return 0
  if (decimalsOf(text) > scale) throw new Refusal('price_step', { scale })
  return Number(parseDec(text, scale))
}
/** A distance as typed, in ticks or hundredths of a percent, refused where it is too small or too large at a price. */
function distanceOf(market: Market, { by, distance }: NonNullable<LegInput['trail']>, price: number): number {
  const { pair } = market
  const isPercent = by === 'percent'
  const fits = (found: number) => isDistanceFit(by, found, price)
  const isWhole = isZeroOrBlank(distance) || decimalsOf(distance) <= (isPercent ? 2 : pair.priceScale)
  const found = isZeroOrBlank(distance) ? 0 : Number(parseDec(distance, isPercent ? 2 : pair.priceScale))
  if (isWhole && fits(found)) return found
  const [least, most] = [Math.max(leastTicks, bipsOf(price, leastBips)), bipsOf(price, mostBips)]
  throw new Refusal(
    'distance_range',
    isPercent
      ? { min: formatDec(BigInt(leastBips), 2), max: formatDec(BigInt(mostBips), 2) }
      : { min: priceText(pair, least), max: priceText(pair, most) },
  )
}
function expiryOf({ now }: Pick<TriggerContext, 'now'>, { expires_ms }: Pick<LegInput, 'expires_ms'>) {
  if (expires_ms === undefined) return null
  const [min, max] = [now() + leastLifeMs, now() + mostLifeMs]
  if (expires_ms < min || expires_ms > max) throw new Refusal('expiry_bad', { min, max })
  return expires_ms
}
/** The current price of a source; refused where a market has none. */
function currentPrice(market: Market, source: TriggerSource): number {
  const price = priceOf(market, source)
  if (price === null) throw new Refusal('source_unknown')
  return price
}

type Waiting = Pick<Draft, 'when' | 'price' | 'trail'>
/** What a leg waits for; refused where its price is passed already, so that nobody is sold out by a typing error. */
function waitingOf(frame: Frame, act: TriggerAct, source: TriggerSource, leg: LegInput): Waiting {
  const { market, side } = frame
  const current = currentPrice(market, source)
  const price = ticksOf(market, leg.trigger_price)
  if (leg.trail) {
    if (price > 0) throw new Refusal('trigger_required')
    const when = trailWhen(act, side)
    const activate = ticksOf(market, leg.trail.activate_price)
    const distance = distanceOf(market, leg.trail, activate || current)
    const isActive = activate === 0 || isReached(when === 'below' ? 'above' : 'below', current, activate)
    return { when, price: 0, trail: { by: leg.trail.by, distance, activate, isActive, start: current } }
  }
  if (price === 0) {
    const mayRest = frame.product === 'spot' && frame.isGroup && leg.role !== 'stop' && ticksOf(market, leg.price) > 0
    if (!mayRest) throw new Refusal('trigger_required')
    return { when: null, price, trail: null }
  }
  return { when: sideOf(frame, act, leg, price, current), price, trail: null }
}
function sideOf(frame: Frame, act: TriggerAct, { role }: LegInput, price: number, current: number): TriggerWhen {
  const { market, side, from = current } = frame
  if (role !== 'entry') {
    const when = whenOf(act, role, side)
    if (isReached(when, from, price))
      throw new Refusal('stop_wrong_side', {
        price: priceText(market.pair, price),
        bound: priceText(market.pair, from),
      })
    return when
  }
  if (price === current) throw new Refusal('trigger_beyond', { price: priceText(market.pair, current) })
  return price > current ? 'above' : 'below'
}

type Then = Pick<Draft, 'limit' | 'tif' | 'isPostOnly' | 'slippage'>
const mostSlippage = parseDec('50')
/** What a leg makes when it is reached. */
function thenOf(ctx: TriggerContext, { market, product }: Frame, act: TriggerAct, leg: LegInput): Then {
  const limit = ticksOf(market, leg.price)
  if (limit > 0 && (act === 'close' || (product === 'lever' && !ctx.settings.lever.isEntrustAllowed)))
    throw new Refusal('limit_disabled')
  const { tif = 'gtc', post_only = false } = leg
  const isFit = tif !== 'gtd' && (limit > 0 || (tif === 'gtc' && !post_only)) && (!post_only || tif === 'gtc')
  if (!isFit || (product === 'lever' && post_only)) throw new Refusal('expiry_bad')
  const isOwn = product === 'spot' && !isZeroOrBlank(leg.slippage) && parseDec(leg.slippage) <= mostSlippage
  const slippage = isOwn && leg.slippage ? leg.slippage : defaultSlippage[act]
  return { limit, tif: limit > 0 ? tif : null, isPostOnly: post_only, slippage }
}

type Size = Pick<Draft, 'by' | 'wanted' | 'total' | 'multiple'>
function lotsOf(ctx: TriggerContext, frame: Frame, act: TriggerAct, { share }: LegInput): Size {
  const { leverMin: min, leverMax: max } = frame.market.pair
  const isAll = share === undefined || share === ''
  if (isAll && act === 'close') return { by: 'all', wanted: 0, total: '0', multiple: null }
  if (isAll || share < 1) throw new Refusal('lots_required')
  const { multiple } = frame
  if (act === 'close') return { by: 'lots', wanted: share, total: '0', multiple: null }
  if (share < min || (max > 0 && share > max)) throw new Refusal('lots_out_of_range', { min, max })
  if (typeof multiple !== 'number' || !ctx.settings.lever.multiples.includes(multiple))
    throw new Refusal('multiple_unknown')
  return { by: 'lots', wanted: share, total: '0', multiple }
}
/** Base amount of a leg, or the total of a buy at the market; judged at its limit, its trigger or the current price. */
function amountOf({ market, isGroup }: Frame, act: TriggerAct, leg: LegInput, price: number): Size {
  if (!isZeroOrBlank(leg.amount))
    return { by: 'amount', wanted: checkAmount(market, leg.amount, price), total: '0', multiple: null }
  const isTotal = act === 'buy' && !isGroup && !isZeroOrBlank(leg.total) && isZeroOrBlank(leg.price)
  if (isTotal && leg.total) {
    const { minTotal: min } = market.pair
    if (parseDec(leg.total) < parseDec(min)) throw new Refusal('amount_below_min', { min })
    return { by: 'total', wanted: 0, total: String(parseDec(leg.total)), multiple: null }
  }
  if (!isGroup || leg.role === 'entry') throw new Refusal('quantity_required')
  return { by: 'parent', wanted: 0, total: '0', multiple: null }
}

/** A leg as it was asked for, checked on its own. */
export function draftOf(ctx: TriggerContext, frame: Frame, act: TriggerAct, leg: LegInput): Draft {
  const { market, user, product } = frame
  const source = leg.source ?? (product === 'lever' ? 'mark' : 'last')
  if (product === 'lever' && !ctx.settings.lever.isStopAllowed) throw new Refusal('stop_disabled')
  const waiting = waitingOf(frame, act, source, leg)
  const then = thenOf(ctx, frame, act, leg)
  const at = then.limit || waiting.price || currentPrice(market, source)
  const size = product === 'lever' ? lotsOf(ctx, frame, act, leg) : amountOf(frame, act, leg, at)
  return {
    ...blank(ctx, { user, pair: market.pair.id }),
    product,
    act,
    role: leg.role,
    source,
    ...waiting,
    ...then,
    ...size,
    expiresAt: expiryOf(ctx, leg),
  }
}
