import type { Level } from '#contract/market.ts'
import { createMarket, type Market } from './market.ts'
import type { MarketChanges, MarketSnap } from './changes.ts'
import { periods } from './bars.ts'
import type { Random } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/all-tables.ts'
import type { Pair } from './rows.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

/** Books, prices and bars of every market. */
export function createMarkets({ tables, now }: { tables: Tables; random: Random; now: () => number }) {
  const byName = new Map<string, Market>()
  const byPair = new Map<number, Market>()
  const candleSeqs = new Map<string, number>()
  const startedAt = now().toString(36)
  let dealCount = 0
  let drains = 0
  const idOfDeal = () => `${startedAt}-${(dealCount += 1).toString(36)}`

  const need = (name: string): Market => {
    const market = byName.get(name)
    if (!market) throw new Refusal('not_found')
    return market
  }
  const drain = (): MarketChanges => {
    drains += 1
    const changes: Mutable<MarketChanges> = { seq: drains, depth: [], deals: [], tickers: [], quotes: [], klines: [] }
    for (const [name, market] of byName) {
      const { depth, deals, ticker, quote, bars } = market.drain()
      for (const delta of depth) changes.depth.push({ market: name, ...delta })
      if (deals) changes.deals.push({ market: name, ...deals })
      if (ticker) changes.tickers.push(ticker)
      if (quote) changes.quotes.push(quote)
      for (const { period, bar } of bars) {
        const key = `${name}|${period}`
        const b = candleSeqs.get(key) ?? 0
        candleSeqs.set(key, b + 1)
        changes.klines.push({ market: name, period, b, s: b + 1, bar })
      }
    }
    return changes
  }
  const snapOf = (family: string, name: string, word: string | undefined): MarketSnap | null => {
    const all = [...byName.values()]
    if (family === 'quotes') return { s: drains, d: { rows: all.map((each) => each.priceRow()) } }
    if (family === 'ticker' && name === '*') return { s: drains, d: { rows: all.map((each) => each.tickerRow()) } }
    const market = byName.get(name)
    if (!market) return null
    if (family === 'ticker') return { s: drains, d: { rows: [market.tickerRow()] } }
    if (family === 'depth') {
      const { bids, asks, cs, seq } = market.depth.shown()
      return { s: seq, d: { bids, asks, cs } }
    }
    if (family === 'deals') {
      const { s, deals } = market.toldDeals()
      return { s, d: { deals } }
    }
    const period = periods.find((known) => known === word)
    if (family !== 'kline' || !period) return null
    return { s: candleSeqs.get(`${name}|${period}`) ?? 0, d: { bars: market.candlesShown(period) } }
  }

  return {
    /** Opens a market: its open orders rest in the book again before anything else happens. */
    open: (pair: Pair) => {
      const market = createMarket(pair, { tables, now, idOfDeal })
      byName.set(pair.market, market)
      byPair.set(pair.id, market)
    },
    all: () => [...byName.values()],
    names: () => [...byName.keys()],
    /** The market of that name, or the refusal of a missing thing. */
    need,
    ofPair: (id: number): Market => {
      const market = byPair.get(id)
      if (!market) throw new Refusal('not_found')
      return market
    },
    /** The market of two coins, or the refusal of a missing thing. */
    ofCoins: (base: number, quote: number): Market => {
      const market = [...byName.values()].find(({ pair }) => pair.base === base && pair.quote === quote)
      if (!market) throw new Refusal('not_found')
      return market
    },
    depth: (name: string): { bids: readonly Level[]; asks: readonly Level[]; seq: number; cs: number } => {
      const { depth } = need(name)
      depth.sync()
      return depth.shown()
    },
    /** Everything that has changed since it was last asked. Whoever asks has written what waits before. */
    drain,
    /** A channel as a whole, as of the last drain; null when there is no such channel. */
    snap: (channel: string): MarketSnap | null => {
      const [family = '', name = '', word] = channel.split(':')
      return snapOf(family, name, word)
    },
  }
}
export type Markets = ReturnType<typeof createMarkets>
