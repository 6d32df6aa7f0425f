import { SCALE } from '#contract/wire/money.ts'

const hundred = 100n * 10n ** BigInt(SCALE)

/** The distance of a limit price from the market, in percent; on one side it fills at once, on the other it rests. */
export type Distance = { readonly percent: bigint; readonly way: 'below' | 'above' }
/** Null without a market to compare with, and if both are equal. */
export function distanceOf(price: bigint | null, market: bigint | null): Distance | null {
  if (price === null || market === null || market === 0n || price === market) return null
  const apart = price > market ? price - market : market - price
  return { percent: (apart * hundred) / market, way: price > market ? 'above' : 'below' }
}
