import { isPairOpen } from '#server/features/market/halt.ts'
import type { BookSide } from '#server/features/market/book/book.ts'
import { houseMaker, houseTaker, type HouseOrder, type Market } from '#server/features/market/market.ts'
import { quoteUnits } from '#server/features/market/units.ts'
import type { Random } from '#server/core/random.ts'
import { placeOrder } from './settle.ts'
import { normal } from '#server/features/market/prices/feeds.ts'
import type { SpotContext } from './context.ts'

const nearLevels = 30
const farLevels = 30
/** Distance between levels as a fraction of the price: small near the price, larger further out. */
const nearGap = 0.00002
const farGap = 0.0003
const halfSpread = 0.00001
/** How many unchanged levels get a new size at each step. */
const resizedPerStep = 2
const takersPerSecond = 0.9
const takerRange = 0.002

type Chance = Pick<Random, 'unit' | 'int'>
type TargetLevel = { price: number; quote: number }

/** Rounds a gap to 1, 2 or 5 times a power of ten ticks, so that levels keep their prices while the index moves. */
export function roundGap(price: number, fraction: number): number {
  const raw = Math.max(1, price * fraction)
  const power = 10 ** Math.floor(Math.log10(raw))
  return [1, 2, 5, 10].map((factor) => factor * power).find((gap) => gap >= raw * 0.75) ?? power
}

/** Pseudo-random offset of the level within its grid cell; always the same for the same cell. */
const offsetOf = (cell: number) => Math.imul(cell, 0x9e3779b1) >>> 4

/** The levels one side should have, best first: one in each cell of two fixed grids, with its size in quote. */
export function targetLevels(side: BookSide, index: number): TargetLevel[] {
  const sign = side === 'buy' ? -1 : 1
  const targets: TargetLevel[] = []
  let from = index + sign * Math.max(1, Math.round(index * halfSpread))
  for (const [gap, count, quote] of [
    [roundGap(index, nearGap), nearLevels, 4000],
    [roundGap(index, farGap), farLevels, 30_000],
  ] as const) {
    let cell = sign < 0 ? Math.floor(from / gap) - 1 : Math.ceil(from / gap)
    for (let n = 0; n < count && cell > 0; n += 1, cell += sign)
      targets.push({ price: cell * gap + (offsetOf(cell) % gap), quote })
    from = (cell + (sign < 0 ? 1 : 0)) * gap
  }
  return targets
}

/** The market maker: keeps depth around the index in the order book, and places random taking orders. */
function createMarketMaker(chance: Chance) {
  const stepsFor = ({ pair }: Market, price: number, quote: number) => {
    const unitPrice = Number(quoteUnits(pair, price, 1)) / 1e8
    return Math.max(1, Math.round((quote / (1 + pair.sort / 2) / unitPrice) * Math.exp(0.8 * normal(chance))))
  }
  const quoteLevel = (ctx: SpotContext, market: Market, side: BookSide, { price, quote }: TargetLevel) =>
    placeOrder(ctx, market, {
      id: market.nextHouseId(),
      owner: houseMaker,
      side,
      kind: 'limit',
      price,
      amount: stepsFor(market, price, quote),
    })

  const ordersByPrice = ({ house }: Market, side: BookSide): Map<number, HouseOrder> =>
    new Map([...house.values()].filter((order) => order.side === side).map((order) => [order.price, order]))

  /**
   * Cancels levels that are no longer wanted, adds missing ones, and resizes a few; all other levels keep their orders.
   */
  const requote = (ctx: SpotContext, market: Market, index: number) => {
    const plans = (['buy', 'sell'] as const).map((side) => ({
      side,
      targets: targetLevels(side, index),
      existing: ordersByPrice(market, side),
    }))
    for (const { targets, existing } of plans) {
      const prices = new Set(targets.map(({ price }) => price))
      for (const { id, price } of existing.values()) if (!prices.has(price)) market.cancel(id)
    }
    for (const { side, targets, existing } of plans) {
      for (const level of targets) if (!existing.has(level.price)) quoteLevel(ctx, market, side, level)
      for (let n = 0; n < resizedPerStep; n += 1) {
        const level = targets[chance.int(targets.length)]
        const order = level && existing.get(level.price)
        if (!level || !order || !market.house.has(order.id)) continue
        market.cancel(order.id)
        quoteLevel(ctx, market, side, level)
      }
    }
  }
  /** Places one taking order, of log-normal size. */
  const take = (ctx: SpotContext, market: Market) => {
    const side: BookSide = chance.unit() < 0.5 ? 'buy' : 'sell'
    const best = market.book().best(side === 'buy' ? 'sell' : 'buy')
    if (best === null) return
    const distance = Math.max(1, Math.round(best * takerRange))
    const price = side === 'buy' ? best + distance : Math.max(1, best - distance)
    placeOrder(ctx, market, {
      id: market.nextHouseId(),
      owner: houseTaker,
      side,
      kind: 'ioc',
      price,
      amount: stepsFor(market, best, 600),
    })
  }
  /** Quotes around a price that nobody stands behind any more would be given away. */
  const withdraw = (market: Market) => {
    for (const id of market.house.keys()) market.cancel(id)
  }
  return {
    /** One step in one market, within a command; trades with users' orders are booked like any other trade. */
    step: (ctx: SpotContext, market: Market, seconds: number) => {
      const index = market.quote()?.index
      if (index === undefined || !isPairOpen(ctx, market.pair)) return
      ctx.onRollback(market.reload)
      if (market.isStale()) return withdraw(market)
      requote(ctx, market, index)
      if (ctx.settings.spot.hasTakers && chance.unit() < 1 - Math.exp(-takersPerSecond * seconds)) take(ctx, market)
    },
  }
}

/** Lets the market maker requote every market; part of the price command. */
export const quoteMarkets = (ctx: SpotContext) => {
  const { maker } = ctx
  if (!ctx.settings.spot.hasMaker) return
  const seconds = Math.max(0, ctx.now() - maker.steppedAt) / 1000
  maker.steppedAt = ctx.now()
  const { step } = createMarketMaker(maker.chance)
  for (const market of ctx.markets.all()) step(ctx, market, seconds)
}
