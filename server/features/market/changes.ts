import type { LiveCandle, PriceRow, TickerRow } from '#contract/market.ts'
import type { Deal, Level, Period } from '#contract/market.ts'

/** What the markets have to say since they were last asked, in wire form: absolute values, each on its base. */
export type MarketChanges = {
  /** Grows with each drain; what `latest` channels are numbered by. */
  seq: number
  depth: readonly { market: string; b: number; s: number; bids: readonly Level[]; asks: readonly Level[]; cs: number }[]
  /** Newest first. */
  deals: readonly { market: string; b: number; s: number; deals: readonly Deal[] }[]
  tickers: readonly TickerRow[]
  quotes: readonly PriceRow[]
  klines: readonly { market: string; period: Period; b: number; s: number; bar: LiveCandle }[]
}

/** A channel as a whole, for who has just come. */
export type MarketSnap = { s: number; d: unknown }
