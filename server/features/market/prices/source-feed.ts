import { neededSources, type Folded } from './fold.ts'
import type { Feed, FeedPrice, FeedView } from './feeds.ts'
import { believedAfter, judge, type Believed, type Verdict } from './judge.ts'
import type { Connection } from './sources/connection.ts'

type Priced = { market: string; priceScale: number }
const none: Believed = new Map()
const fewest: Verdict = { sources: [], index: null, lack: 'few' }
/** Whether there is something to tell that was not told: another price, or the word that it still holds. */
const isNews = (told: Folded & { asOf: number }, known: { price: number; asOf: number } | undefined) =>
  known === undefined || told.price !== known.price || told.asOf > known.asOf

/**
 * The named sources as one feed. Reading it also tends their lines. A market is read only while two fresh sources
 * agree, and only when one of them has spoken since: otherwise its last price ages.
 */
export function createSourceFeed(connections: readonly Connection[], markets: readonly Priced[]): Feed {
  const believed = new Map<string, Believed>()
  const told = new Map<string, { price: number; asOf: number }>()
  const scaleOf = new Map(markets.map(({ market, priceScale }) => [market, priceScale]))

  const verdictOf = (market: string): Verdict => {
    const spoken = connections.flatMap((connection) => connection.spoken(market) ?? [])
    return spoken.length ? judge(spoken, believed.get(market) ?? none) : fewest
  }
  const read = (market: string, priceScale: number, atMs: number): FeedPrice[] => {
    const verdict = verdictOf(market)
    believed.set(market, believedAfter(verdict, believed.get(market) ?? none))
    if (verdict.index === null) return []
    const { price, ageMs, sources } = verdict.index
    const asOf = atMs - ageMs
    if (!isNews({ ...verdict.index, asOf }, told.get(market))) return []
    told.set(market, { price, asOf })
    return [{ market, price: price * 10 ** priceScale, sources, asOf }]
  }
  return {
    kind: 'sources',
    sources: connections.length,
    read: (atMs) => {
      for (const connection of connections) connection.step()
      return markets.flatMap(({ market, priceScale }) => read(market, priceScale, atMs))
    },
    viewOf: (market): FeedView => {
      const { sources, lack } = verdictOf(market)
      const scale = 10 ** (scaleOf.get(market) ?? 0)
      return {
        needed: neededSources,
        lack,
        sources: sources.map(({ name, state, price, ageMs }) => ({
          name,
          state,
          ageMs,
          price: price === null ? null : price * scale,
        })),
      }
    },
  }
}
