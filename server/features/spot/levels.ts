import type { SpotSide } from '#contract/spot/spot.ts'
import type { Market } from '#server/features/market/market.ts'
import type { SpotContext } from './context.ts'

/** Prices in ticks and steps at each of them, best first. */
export type Levels = readonly (readonly [price: number, amount: number])[]
/** Levels that an order of so many steps meets within its bound; what `owner` has there gives way. */
export function levelsFor(
  { tables }: Pick<SpotContext, 'tables'>,
  { pair, book }: Market,
  owner: number | null,
  { side, worst, most }: { side: SpotSide; worst: number; most: number },
): Levels {
  const opposite = side === 'sell' ? 'buy' : 'sell'
  const own = new Map<number, number>()
  for (const row of owner === null ? [] : tables.spotOrders.group('user', owner))
    if (row.pair === pair.id && row.side === opposite && row.status === 'waiting')
      own.set(row.price, (own.get(row.price) ?? 0) + row.amount - row.filled)
  const levels: [number, number][] = []
  let left = most
  for (const [price, there] of book().depth(opposite, Infinity)) {
    if (left <= 0 || (side === 'sell' ? price < worst : price > worst)) break
    const amount = there - (own.get(price) ?? 0)
    if (amount > 0) levels.push([price, amount])
    left -= amount
  }
  return levels
}
