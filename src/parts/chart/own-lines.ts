import type { LeverFill, Position } from '#contract/lever/lever-position.ts'
import { marketOf } from '#contract/market/market.ts'
import { isSpotOrderOver, type SpotFill, type SpotOrder } from '#contract/spot/spot.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { barAt } from '#src/lib/chart-space.ts'
import { instantOf } from '#src/lib/format.ts'
import type { StopKind } from '#src/parts/lever/stops.ts'
import type { ChartLevel, ChartMark } from '#src/ui/chart-model.ts'

/** What is the caller's own in one market. */
export type Own = {
  readonly orders: readonly SpotOrder[]
  readonly positions: readonly Position[]
  readonly triggers: readonly OwnTrigger[]
  /** The price of this market at which the account of contracts is liquidated. */
  readonly liquidation: string | null
  readonly fills: readonly OwnFill[]
}
/** A trade of the caller's own, on the spot market or of a contract. */
export type OwnFill = {
  readonly id: string
  readonly at: number
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly amount: string
  readonly coin: string
}
/** A stop of an own contract that is set. */
export type OwnStop = {
  readonly id: string
  readonly kind: StopKind
  readonly position: Position
  readonly price: string
}

/** An own order that rests in the book. */
export type OwnRest = { readonly id: string; readonly kind: 'order'; readonly order: SpotOrder; readonly price: string }
/** A live trigger at the price at which it fires, or its limit order would rest. */
export type OwnTrigger = {
  readonly id: string
  readonly kind: 'trigger'
  readonly trigger: Trigger
  /** What it closes, or the order whose fill arms it. */
  readonly position: Position | null
  readonly entry: SpotOrder | null
  readonly price: string
  /** The best price that a trailing one has seen. */
  readonly best: string | null
}
/** Taken hold of at the entry of an open contract, and drawn off it to make the stop or the target that it lacks. */
export type OwnNew = {
  readonly id: string
  readonly kind: 'new'
  readonly position: Position
  readonly lacks: readonly StopKind[]
  readonly price: string
}
/** A line of one's own that can be moved to another price. */
export type OwnLine = OwnStop | OwnRest | OwnTrigger | OwnNew

/** The short words of the lines in the current language. */
export type OwnWords = {
  readonly buy: string
  readonly sell: string
  readonly long: string
  readonly short: string
  readonly takeProfit: string
  readonly stopLoss: string
  readonly liquidation: string
  readonly trail: (distance: string) => string
  readonly amount: (text: string) => string
}

const isSet = (price: string) => compareDec(price, '0') > 0
const isOpen = ({ status }: Position) => status === 'trading' || status === 'pending'
/** What of an order has not been filled. */
export const restOf = ({ trade_amount, filled_amount }: SpotOrder) =>
  formatDec(parseDec(trade_amount) - parseDec(filled_amount))

export const ordersIn = (orders: readonly SpotOrder[], market: string) =>
  orders.filter(({ symbol, kind }) => marketOf(symbol) === market && kind !== 'market')
export const positionsIn = (positions: readonly Position[], market: string) =>
  positions.filter((each) => marketOf(each.symbol) === market && isOpen(each))

/** The stops of these contracts, each with the id of its line. */
export const stopsOf = (positions: readonly Position[]): readonly OwnStop[] =>
  positions.flatMap((position) => [
    ...(isSet(position.target_profit_price)
      ? [{ id: `take ${position.id}`, kind: 'takeProfit' as const, position, price: position.target_profit_price }]
      : []),
    ...(isSet(position.stop_loss_price)
      ? [{ id: `loss ${position.id}`, kind: 'stopLoss' as const, position, price: position.stop_loss_price }]
      : []),
  ])

/** What an open contract lacks: a handle at its entry makes it. */
export const newOf = (positions: readonly Position[]): readonly OwnNew[] =>
  positions.flatMap((position): OwnNew[] => {
    const lacks = (['takeProfit', 'stopLoss'] as const).filter((kind) => !isSet(stopPriceOf(position, kind)))
    return position.status !== 'trading' || lacks.length === 0
      ? []
      : [{ id: `new ${position.id}`, kind: 'new', position, lacks, price: position.price }]
  })
export const stopPriceOf = (position: Position, kind: StopKind) =>
  kind === 'takeProfit' ? position.target_profit_price : position.stop_loss_price
/**
 * What a line drawn off the entry makes at a price: a target on the side of the mark where the contract gains, a stop
 * on the other; null where it has that one already.
 */
export function newStop({ id, position, lacks }: OwnNew, price: string, mark: string): OwnStop | null {
  const beyond = compareDec(price, mark)
  const kind = beyond > 0 === (position.type === 'long') ? 'takeProfit' : 'stopLoss'
  return beyond === 0 || !lacks.includes(kind) ? null : { id, kind, position, price }
}

/**
 * More orders than these are not taken hold of on a chart: each handle is a stop of the Tab key and a chip over the
 * bars.
 */
const mostRests = 20
/** The newest of these orders that rest, each with the id of its line. */
export const restsOf = (orders: readonly SpotOrder[]): readonly OwnRest[] =>
  orders
    .filter((order) => !isSpotOrderOver(order))
    .slice(0, mostRests)
    .map((order) => ({ id: orderLine(order), kind: 'order', order, price: order.target_price }))
const orderLine = ({ id }: SpotOrder) => `order ${id}`
/** The colour of an order. */
export const sideTone = (side: SpotOrder['type']) => (side === 'buy' ? 'rise' : 'fall')

/** The tone of a stop: the accent for a profit taken, and a line colour that is neither rise nor fall for a loss. */
export const stopTone = (kind: StopKind) => (kind === 'takeProfit' ? 'accent' : 'line-a')

export const triggerTone = ({ trigger: { role, act, trail } }: OwnTrigger) =>
  role === 'profit'
    ? 'accent'
    : trail !== null
      ? 'line-b'
      : role === 'stop'
        ? 'line-a'
        : sideTone(act === 'open_short' ? 'sell' : 'buy')
/** The short name of a trigger on its line; of an entry with its size. */
export function triggerName({ trigger: { role, act, trail, size } }: OwnTrigger, words: OwnWords): string {
  if (trail !== null) return words.trail(trail.by === 'percent' ? `${trail.distance}%` : trail.distance)
  if (role !== 'entry') return role === 'profit' ? words.takeProfit : words.stopLoss
  const side = act === 'open_long' ? words.long : act === 'open_short' ? words.short : words.buy
  return `${side} ${words.amount(size.left)}`
}

/** The words of an order on its line: its side, and what is left of it. */
export const orderText = (order: SpotOrder, words: OwnWords) => `${words[order.type]} ${words.amount(restOf(order))}`

/** The caller's own prices across a chart. One that is moved by a handle is labelled by it instead. */
export function ownLevels(
  { orders, positions, triggers, liquidation }: Own,
  words: OwnWords,
  movable: readonly OwnLine[],
): readonly ChartLevel[] {
  const handled = new Set(movable.map(({ id }) => id))
  return [
    ...orders.map(
      (order): ChartLevel => ({
        id: orderLine(order),
        price: Number(order.target_price),
        label: handled.has(orderLine(order)) ? '' : orderText(order, words),
        color: sideTone(order.type),
        isDashed: true,
      }),
    ),
    ...positions.map(
      (each): ChartLevel => ({
        id: `entry ${each.id}`,
        price: Number(each.price),
        label: words[each.type],
        color: each.type === 'long' ? 'rise' : 'fall',
        isDashed: each.status === 'pending',
      }),
    ),
    ...stopsOf(positions).map(
      ({ id, kind, price }): ChartLevel => ({
        id,
        price: Number(price),
        label: handled.has(id) ? '' : words[kind],
        color: stopTone(kind),
        isDashed: true,
      }),
    ),
    ...triggers.map(
      (line): ChartLevel => ({
        id: line.id,
        price: Number(line.price),
        label: handled.has(line.id) ? '' : triggerName(line, words),
        color: triggerTone(line),
        isDashed: true,
      }),
    ),
    ...(liquidation === null
      ? []
      : [{ id: 'liquidation', price: Number(liquidation), label: words.liquidation, color: 'line-c' } as const]),
  ]
}

/** The prices that the axis makes room for: not the liquidation, which may be far from all others. */
export const fittedOf = (levels: readonly ChartLevel[]): readonly number[] =>
  levels.filter(({ id }) => id !== 'liquidation').map(({ price }) => price)

const secondsOf = (time: string) => Math.floor((instantOf(time) ?? 0) / 1000)
const coinOf = (symbol: string) => symbol.split('/')[0] ?? ''
export const spotFills = (fills: readonly SpotFill[]): readonly OwnFill[] =>
  fills.map(({ id, at, type, price, amount, symbol }) => ({
    id: `spot ${id}`,
    at: secondsOf(at),
    side: type,
    price,
    amount,
    coin: coinOf(symbol),
  }))
/** Opening a long and closing a short buy. */
export const leverFills = (fills: readonly LeverFill[]): readonly OwnFill[] =>
  fills.map(({ id, at, type, act, price, number, symbol }) => ({
    id: `lever ${id}`,
    at: secondsOf(at),
    side: (type === 'long') === (act === 'open') ? 'buy' : 'sell',
    price,
    amount: number,
    coin: coinOf(symbol),
  }))

/**
 * The own trades as arrows at the bars in which they happened; several of one side at one price in one bar are one
 * arrow.
 */
export function marksOf(
  fills: readonly OwnFill[],
  starts: readonly number[],
  words: Readonly<Record<'buy' | 'sell', string>>,
): readonly ChartMark[] {
  const marks = new Map<string, ChartMark>()
  for (const { side, price, at: time } of fills) {
    const at = barAt(time, starts)
    const id = `${at} ${side} ${price}`
    if (at >= 0 && !marks.has(id)) marks.set(id, { id, at, price: Number(price), side, text: words[side] })
  }
  // One letter is enough for the arrows of one side in one bar: behind the outermost.
  const outermost = new Map<string, ChartMark>()
  for (const mark of marks.values()) {
    const place = `${mark.at} ${mark.side}`
    const held = outermost.get(place)
    if (held === undefined || (mark.side === 'buy' ? mark.price < held.price : mark.price > held.price))
      outermost.set(place, mark)
  }
  const lettered = new Set(outermost.values())
  return [...marks.values()].map((mark) => (lettered.has(mark) ? mark : { ...mark, text: '' }))
}
