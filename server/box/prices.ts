import type { Feed, FeedPrice } from '#server/features/market/prices/feeds.ts'
import type { Act, Sides } from './acts.ts'

/** By how much a market was moved in all, and what of it the venue has been told. */
type Moved = { readonly wished: number; readonly told: number }
/** What was done to the prices, and how far a tape has been played: it outlives a venue that dies. */
export type Outside = {
  moved: Map<string, Moved>
  staleUntil: Map<string, number>
  /** Where the house quotes not on both sides. */
  quoted: Map<string, Sides>
  playedTo: number
}
export const newOutside = (): Outside => ({
  moved: new Map(),
  staleUntil: new Map(),
  quoted: new Map(),
  playedTo: 0,
})

/** The simulated prices, with what was done to them. */
export function createActedFeed(inner: Feed, now: () => number, { moved, staleUntil }: Outside) {
  const movedBy = (market: string) => {
    const { wished } = moved.get(market) ?? { wished: 1 }
    if (wished !== 1) moved.set(market, { wished, told: wished })
    return wished
  }
  const feed: Feed = {
    ...inner,
    read: (atMs): readonly FeedPrice[] =>
      inner
        .read(atMs)
        .filter(({ market }) => (staleUntil.get(market) ?? 0) <= atMs)
        .map((each) => ({ ...each, price: each.price * movedBy(each.market) })),
  }
  return {
    feed,
    act: (wish: Extract<Act, { act: 'jump' | 'stale' }>) => {
      const { market } = wish
      const { wished, told } = moved.get(market) ?? { wished: 1, told: 1 }
      if (wish.act === 'jump') moved.set(market, { wished: wished * (1 + wish.percent / 100), told })
      if (wish.act === 'stale') staleUntil.set(market, now() + wish.ms)
    },
  }
}
/** A simulation begins again at the prices that the venue was told: what was told of a jump is in them. */
export function beginAgain({ moved }: Outside, taped: string | undefined) {
  for (const [market, { wished, told }] of moved)
    if (market !== taped) moved.set(market, { wished: wished / told, told: 1 })
}
