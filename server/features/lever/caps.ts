import { fillPrice, flowLeft, highestMultiple, measuredCap, skewShift, takenBy } from '#contract/lever/lever-fill.ts'
import { divDown, divUp, formatDec, parseDec } from '#contract/wire/money.ts'
import type { LeverSide } from '#contract/lever/lever-position.ts'
import { one, valueOf } from '#contract/lever/lever-risk.ts'
import { Refusal } from '#server/core/refusal.ts'
import { bookPrice } from '#server/features/market/prices/mark.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { markOf } from './account.ts'
import type { LeverContext } from './context.ts'
import type { LeverRow } from './rows.ts'

type CapContext = Pick<LeverContext, 'tables' | 'markets' | 'settings' | 'now' | 'leverFlows'>
const abs = (value: bigint) => (value < 0n ? -value : value)
const signed = (side: LeverSide, value: bigint) => (side === 'long' ? value : -value)

/** Largest net value of all users in a market: what the market maker's depth bears, at most the house's own limit. */
function capOf({ markets, settings }: CapContext, pair: number): bigint {
  const most = parseDec(settings.lever.netCap)
  const depth = markets.ofPair(pair).quote()?.depth
  const measured = depth === undefined ? most : measuredCap(depth)
  return measured < most ? measured : most
}
/** Base amount that all users together hold net (long less short). */
const netNumber = ({ tables, markets }: CapContext, pair: number) =>
  -BigInt(tables.leverHouse.get(pair)?.lots ?? 0) * parseDec(markets.ofPair(pair).pair.leverShare)

/** Net value before and after a change by `number` (positive is bought by users), with the cap. */
function netAround(ctx: CapContext, pair: number, number: bigint) {
  const { price } = markOf(ctx, pair)
  const net = netNumber(ctx, pair)
  return { before: (net * price) / one, after: ((net + number) * price) / one, cap: capOf(ctx, pair) }
}
/** Base amount that users have bought (negative: sold) net in the last seconds, in a market. */
const flowOf = ({ leverFlows, now }: Pick<CapContext, 'leverFlows' | 'now'>, pair: number) => {
  const last = leverFlows.get(pair)
  return last ? flowLeft(last.number, now() - last.at) : 0n
}
/** Notes a fill: what is filled soon after it in the same direction meets what is left of the book. */
export function noteFlow(
  ctx: Pick<LeverContext, 'leverFlows' | 'now' | 'onRollback'>,
  { pair, side, number }: Pick<LeverRow, 'pair' | 'side' | 'number'>,
  act: 'open' | 'close',
) {
  const before = ctx.leverFlows.get(pair) ?? { number: 0n, at: 0 }
  ctx.leverFlows.set(pair, {
    number: flowOf(ctx, pair) + signed(side, act === 'open' ? number : -number),
    at: ctx.now(),
  })
  ctx.onRollback(() => ctx.leverFlows.set(pair, before))
}
/**
 * Net value of all contracts in a market, rounded away from zero, and its cap, rounded down: an estimate made of them
 * never flatters.
 */
export function netView(ctx: CapContext, pair: number) {
  const { before, cap } = netAround(ctx, pair, 0n)
  const flow = flowOf(ctx, pair)
  return {
    net: formatDec(divUp(before, one), 0),
    net_cap: formatDec(divDown(cap, one), 0),
    ...(flow !== 0n && { flow: formatDec(flow) }),
  }
}
/** Tells each market its net value, at every tick. */
export function tellNet(ctx: CapContext) {
  for (const market of ctx.markets.all()) if (market.pair.isLever) market.setNet(netView(ctx, market.pair.id))
}
/** What a fill comes from: price in the book and charge for skew. */
export function fillOf(
  ctx: CapContext,
  pair: number,
  { side, opens, number }: { side: LeverSide; opens: boolean; number: bigint },
) {
  const market = ctx.markets.ofPair(pair)
  const { price: mark } = markOf(ctx, pair)
  const change = signed(side, opens ? number : -number)
  const book = bookPrice(market, change > 0n ? 'sell' : 'buy', number, takenBy(flowOf(ctx, pair), change))
  const shift = skewShift(mark, netAround(ctx, pair, change))
  const spread = parseDec(market.pair.spread)
  return { book, shift, price: fillPrice({ side, opens, mark, book, spread, shift }) }
}

/**
 * True if a position of this size may open: it takes the net value no further from zero than the cap, or brings it
 * nearer.
 */
export function hasRoom(ctx: CapContext, pair: number, side: LeverSide, number: bigint): boolean {
  const { before, after, cap } = netAround(ctx, pair, signed(side, number))
  return abs(after) <= cap || abs(after) < abs(before)
}
/** Lots that may still be opened on one side. */
export function roomOf(ctx: CapContext, { id, leverShare }: Pair, side: LeverSide): number {
  const { price } = markOf(ctx, id)
  if (price <= 0n) return 0
  const left = capOf(ctx, id) - signed(side, (netNumber(ctx, id) * price) / one)
  return left <= 0n ? 0 : Number((left * one) / (price * parseDec(leverShare)))
}
/** Highest leverage for a position that makes the net value larger; others may use any. */
export function multipleNow(ctx: CapContext, pair: number, side: LeverSide, number: bigint): number {
  const most = Math.max(...ctx.settings.lever.multiples)
  const { before, after, cap } = netAround(ctx, pair, signed(side, number))
  return abs(after) <= abs(before) ? most : highestMultiple(most, after, cap)
}
/** Largest value of one position at a leverage: the tier of the lowest leverage that is not below it. */
export const sizeAt = ({ settings }: Pick<LeverContext, 'settings'>, multiple: number) =>
  parseDec(settings.lever.sizes.find((tier) => multiple <= tier.multiple)?.most ?? '0')

/**
 * Refuses a position that is too large for its leverage, for the market's cap, or for the margin that the cap now asks
 * for.
 */
export function checkCaps(
  ctx: CapContext,
  pair: Pair,
  { side, lots, number, multiple }: { side: LeverSide; lots: number; number: bigint; multiple: number },
) {
  const { price } = markOf(ctx, pair.id)
  const most = sizeAt(ctx, multiple)
  const value = valueOf(price, number)
  if (value > most)
    throw new Refusal('size_over_limit', {
      max: Math.max(0, Number((most * BigInt(lots)) / value)),
      value: formatDec(most),
    })
  if (!hasRoom(ctx, pair.id, side, number)) throw new Refusal('net_full', { max: roomOf(ctx, pair, side) })
  const highest = multipleNow(ctx, pair.id, side, number)
  if (multiple > highest)
    throw new Refusal('multiple_over', {
      max: ctx.settings.lever.multiples.filter((each) => each <= highest).at(-1) ?? 1,
    })
}
