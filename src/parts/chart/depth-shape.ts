import type { Level } from '#contract/market/market.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'

/** A corner of the depth curve. Floats: for display only, never booked. */
export type DepthPoint = { readonly price: number; readonly total: number }
export type DepthShape = {
  /** Starts at the best price. */
  readonly bids: readonly DepthPoint[]
  readonly asks: readonly DepthPoint[]
  readonly low: number
  readonly high: number
  readonly middle: number
  readonly most: number
}

/** The cumulated amount by distance from the middle; both sides have the same range, so that they can be compared. */
export function depthShape({ bids, asks }: Pick<BookSnapshot, 'bids' | 'asks'>): DepthShape | null {
  const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])]
  if (!(bid > 0 && ask > 0)) return null
  const middle = (bid + ask) / 2
  const reach = Math.min(middle - Number(bids.at(-1)?.[0]), Number(asks.at(-1)?.[0]) - middle)
  const within = (levels: readonly Level[]) => {
    let total = 0
    return levels
      .map(([price, amount]) => ({ price: Number(price), total: (total += Number(amount)) }))
      .filter(({ price }) => Math.abs(price - middle) <= reach * 1.0000001)
  }
  const shape = { bids: within(bids), asks: within(asks) }
  const most = Math.max(shape.bids.at(-1)?.total ?? 0, shape.asks.at(-1)?.total ?? 0)
  return { ...shape, low: middle - reach, high: middle + reach, middle, most }
}

/**
 * One side as an SVG step path: up at each level, across to the next, on to the edge; the area closes at the baseline.
 */
export function stairs(side: 'bids' | 'asks', shape: DepthShape, width: number, height: number) {
  const x = (price: number) => (((price - shape.low) / (shape.high - shape.low || 1)) * width).toFixed(1)
  const y = (total: number) => (height - (total / (shape.most || 1)) * height * 0.92).toFixed(1)
  const points = shape[side]
  const [first] = points
  if (first === undefined) return { line: '', area: '' }
  const edge = side === 'bids' ? shape.low : shape.high
  const steps = points.map(({ total }, at) => `V${y(total)}H${x(points[at + 1]?.price ?? edge)}`)
  const line = `M${x(first.price)} ${height}${steps.join('')}`
  return { line, area: `${line}V${height}Z` }
}
