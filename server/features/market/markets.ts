import type { Level } from '#contract/market.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { BookOrder } from './book/book.ts'
import { createMarket, type Market } from './market.ts'
import type { MarketTables, Pair } from './rows.ts'

type Ports = { tables: Pick<MarketTables, 'candles' | 'runningCandles'>; now: () => number }
/** The open orders of one pair, in the order in which they were placed. */
export type OpenOrdersOf = (pair: number) => Iterable<BookOrder>

/** Books, prices and candles of every market. */
export function createMarkets({ tables, now }: Ports) {
  const byName = new Map<string, Market>()
  const byPair = new Map<number, Market>()
  const startedAt = now().toString(36)
  let openOrdersOf: OpenOrdersOf = () => []
  let dealCount = 0
  const idOfDeal = () => `${startedAt}-${(dealCount += 1).toString(36)}`

  const existing = (market: Market | undefined): Market => {
    if (!market) throw new Refusal('not_found')
    return market
  }
  return {
    /** Opens a market, unless it is open: its open orders rest in the book again before anything else happens. */
    open: (pair: Pair) => {
      if (byPair.has(pair.id)) return
      const market = createMarket(pair, { tables, now, idOfDeal, openOrders: () => openOrdersOf(pair.id) })
      byName.set(pair.market, market)
      byPair.set(pair.id, market)
    },
    /** Says where open orders come from, at start and whenever a book has to be built again; puts them into all open books. */
    restoreFrom: (source: OpenOrdersOf) => {
      openOrdersOf = source
      for (const market of byName.values()) market.reload()
    },
    all: () => [...byName.values()],
    names: () => [...byName.keys()],
    find: (name: string): Market | undefined => byName.get(name),
    /** The market of that name; refuses with `not_found`. */
    need: (name: string): Market => existing(byName.get(name)),
    ofPair: (id: number): Market => existing(byPair.get(id)),
    /** The market of two coins; refuses with `not_found`. */
    ofCoins: (base: number, quote: number): Market => existing([...byName.values()].find(({ pair }) => pair.base === base && pair.quote === quote)),
    depth: (name: string): { bids: readonly Level[]; asks: readonly Level[]; seq: number; cs: number } => {
      const { depth } = existing(byName.get(name))
      depth.sync()
      return depth.shown()
    },
  }
}
export type Markets = ReturnType<typeof createMarkets>
