import type { Feed, FeedPrice } from '#server/features/market/prices/feeds.ts'

/** What may be done to a market from outside, as it is written into a record. */
export type MarketAct =
  /** Moves it by so many per cent, once and for good. */
  | { readonly act: 'jump'; readonly market: string; readonly percent: number }
  /** No price comes for so long. */
  | { readonly act: 'stale'; readonly market: string; readonly ms: number }
  /** Nothing new is taken there, until it is resumed. */
  | { readonly act: 'halt' | 'resume'; readonly market: string }

/** The simulated prices, with what was done to them. */
export function createActedFeed(inner: Feed, now: () => number) {
  const factors = new Map<string, number>()
  const staleUntil = new Map<string, number>()
  const feed: Feed = {
    ...inner,
    read: (atMs): readonly FeedPrice[] =>
      inner
        .read(atMs)
        .filter(({ market }) => (staleUntil.get(market) ?? 0) <= atMs)
        .map((each) => ({ ...each, price: each.price * (factors.get(each.market) ?? 1) })),
  }
  return {
    feed,
    act: (wish: MarketAct) => {
      const { market } = wish
      if (wish.act === 'jump') factors.set(market, (factors.get(market) ?? 1) * (1 + wish.percent / 100))
      if (wish.act === 'stale') staleUntil.set(market, now() + wish.ms)
    },
  }
}
