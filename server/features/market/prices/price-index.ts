import type { Random } from '#server/core/random.ts'
import type { Market } from '#server/features/market/market.ts'
import type { Markets } from '#server/features/market/markets.ts'
import type { Feed, FeedKind } from './feeds.ts'

/** The mark may lie this far from the index. */
const capFraction = 0.005
/** A price this far from the last one is not believed until it has stood so long: until then the quote grows stale, and nothing is decided on it. */
const leapFraction = 0.15
const leapMs = 10_000

/** The mark: the middle one of index, last trade and middle of the book, never further from the index than the cap. */
export function markOf(index: number, others: readonly number[]): number {
  const sorted = [index, ...others].toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? index
  const room = Math.floor(index * capFraction)
  return Math.min(index + room, Math.max(index - room, middle))
}
const othersOf = (market: Market): number[] => {
  const bid = market.book().best('buy')
  const ask = market.book().best('sell')
  return bid === null || ask === null ? [] : [market.last(), Math.round((bid + ask) / 2)]
}

/** Ticks are named at random: a number that counts tells how often the index was read, and what comes next. */
const tickBytes = 9

/** Keeps from the market what no source should say: nothing, less than nothing, and leaps that do not last. */
function createDoubt() {
  const since = new Map<string, number>()
  return (market: Market, price: number, at: number): boolean => {
    if (!Number.isFinite(price) || price <= 0) return true
    const { market: name } = market.pair
    const last = market.quote()?.index
    if (last === undefined || Math.abs(price - last) <= last * leapFraction) {
      since.delete(name)
      return false
    }
    const begun = since.get(name) ?? at
    since.set(name, begun)
    return at - begun < leapMs
  }
}

/** Turns what the feed says into the ticks that rounds settle on and contracts are marked on. */
export function createPriceIndex(markets: Markets, { now, random }: { now: () => number; random: Pick<Random, 'bytes'> }) {
  const isDoubtful = createDoubt()
  let feed: Feed | null = null
  return {
    /** Where prices come from, from now on. */
    follow: (next: Feed) => {
      feed = next
    },
    kind: (): FeedKind => (feed ? (feed.kind ?? 'simulated') : 'none'),
    /** What stands behind the price of a market; null unless prices come from named sources. */
    viewOf: (market: string) => feed?.viewOf?.(market) ?? null,
    /** Takes what the feed has said since the last call. */
    read: () => {
      if (!feed) return
      const at = now()
      for (const { market: name, price, sources = feed.sources, asOf = at } of feed.read(at)) {
        const market = markets.need(name)
        if (isDoubtful(market, price, at)) continue
        const index = Math.max(1, Math.round(price))
        market.setQuote({ tick: random.bytes(tickBytes).toString('base64url'), index, mark: markOf(index, othersOf(market)), sources, at, asOf })
        if (feed.kind === 'sources') market.anchor(index)
      }
    },
  }
}
export type PriceIndex = ReturnType<typeof createPriceIndex>
