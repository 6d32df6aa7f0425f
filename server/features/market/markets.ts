import type { Level } from '#contract/market/market.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { BookOrder } from './book/book.ts'
import { createMarket, type Market } from './market.ts'
import type { MarketTables, Pair } from './rows.ts'

type Ports = { tables: Pick<MarketTables, 'candles' | 'runningCandles'>; now: () => number }
/** The open orders of one pair, in the order in which they were placed. */
type OpenOrdersOf = (pair: number) => readonly BookOrder[]

/** All markets, with their order books, prices and candles. */
export function createMarkets({ tables, now }: Ports) {
  const byName = new Map<string, Market>()
  const byPair = new Map<number, Market>()
  const startedAt = now().toString(36)
  let openOrdersOf: OpenOrdersOf = () => []
  let dealCount = 0
  const nextDealId = () => `${startedAt}-${((dealCount += 1)).toString(36)}`

  const existing = (market: Market | undefined): Market => {
    if (!market) throw new Refusal('not_found')
    return market
  }
  return {
    /** Opens a market, unless it is open already; its book is first restored from the open orders. */
    open: (pair: Pair) => {
      if (byPair.has(pair.id)) return
      const market = createMarket(pair, { tables, now, nextDealId, openOrders: () => openOrdersOf(pair.id) })
      byName.set(pair.market, market)
      byPair.set(pair.id, market)
    },
    /** Sets the source of open orders, used whenever a book is built, and rebuilds the books that are open already. */
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
    ofCoins: (base: number, quote: number): Market =>
      existing([...byName.values()].find(({ pair }) => pair.base === base && pair.quote === quote)),
    depth: (name: string): { bids: readonly Level[]; asks: readonly Level[]; seq: number; cs: number } => {
      const { depth } = existing(byName.get(name))
      depth.sync()
      return depth.snapshot()
    },
  }
}
export type Markets = ReturnType<typeof createMarkets>
