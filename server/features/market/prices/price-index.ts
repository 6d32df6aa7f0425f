import type { Random } from '#server/core/random.ts'
import type { Market } from '#server/features/market/market.ts'
import type { Markets } from '#server/features/market/markets.ts'
import type { Feed, FeedKind } from './feeds.ts'

/** Largest distance of the mark price from the index, as a fraction of the index. */
const maxMarkDistance = 0.005
/**
 * A price that differs from the last index by more than this fraction is rejected until it has persisted for `jumpConfirmMs`. Until
 * then the quote is not updated and becomes stale, so that nothing is decided on it.
 */
const maxJump = 0.15
const jumpConfirmMs = 10_000

/** Mark price in ticks: the median of the index, the last trade and the mid price of the book, capped to ±0.5 % of the index (P8). */
export function markOf(index: number, others: readonly number[]): number {
  const sorted = [index, ...others].toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? index
  const maxDistance = Math.floor(index * maxMarkDistance)
  return Math.min(index + maxDistance, Math.max(index - maxDistance, median))
}
const marketPricesOf = (market: Market): number[] => {
  const bid = market.book().best('buy')
  const ask = market.book().best('sell')
  return bid === null || ask === null ? [] : [market.last(), Math.round((bid + ask) / 2)]
}

/** Tick ids are random: a counter would tell how often the index was read, and what comes next. */
const tickIdBytes = 9

/** Rejects prices that are not finite and positive, and jumps that do not persist. */
function createPriceFilter() {
  const since = new Map<string, number>()
  const isRejected = (market: Market, price: number, at: number): boolean => {
    if (!Number.isFinite(price) || price <= 0) return true
    const { market: name } = market.pair
    const last = market.quote()?.index
    if (last === undefined || Math.abs(price - last) <= last * maxJump) {
      since.delete(name)
      return false
    }
    const firstSeenAt = since.get(name) ?? at
    const isHeld = at - firstSeenAt < jumpConfirmMs
    if (isHeld) since.set(name, firstSeenAt)
    else since.delete(name)
    return isHeld
  }
  return { isRejected, isHeld: (market: string) => since.has(market) }
}

/** Turns feed prices into ticks with index and mark price: option rounds settle on the index, leveraged positions are marked to the mark. */
export function createPriceIndex(markets: Markets, { now, random }: { now: () => number; random: Pick<Random, 'bytes'> }) {
  const filter = createPriceFilter()
  let feed: Feed | null = null
  return {
    /** Sets the source of prices. */
    follow: (next: Feed) => {
      feed = next
    },
    kind: (): FeedKind => (feed ? (feed.kind ?? 'simulated') : 'none'),
    /** The latest prices of a market's sources; null unless prices come from named sources. */
    viewOf: (market: string) => feed?.viewOf?.(market) ?? null,
    /** Whether a jump of this market's price has yet to persist. */
    isHeld: filter.isHeld,
    /** Reads the feed and sets the quote of each market with a new, accepted price. */
    read: () => {
      if (!feed) return
      const at = now()
      for (const { market: name, price, sources = feed.sources, asOf = at } of feed.read(at)) {
        const market = markets.need(name)
        if (filter.isRejected(market, price, at)) continue
        const index = Math.max(1, Math.round(price))
        const tick = random.bytes(tickIdBytes).toString('base64url')
        market.setQuote({ tick, index, mark: markOf(index, marketPricesOf(market)), sources, at, asOf })
        if (feed.kind === 'sources') market.anchor(index)
      }
    },
  }
}
export type PriceIndex = ReturnType<typeof createPriceIndex>
