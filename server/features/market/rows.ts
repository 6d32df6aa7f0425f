import type { AccountKind } from '#contract/wire/booking.ts'
import type { Period } from '#contract/market/market.ts'
import type { OpenTable } from '#server/core/tables.ts'

export type Network = {
  name: string
  depositMin: string
  minNumber: string
  rate: string
  feeMin: string
  confirmations: number
  isEnabled: boolean
  /** How the coin comes in; absent until the desk has said it. */
  deposit?: NetworkDeposit
}
/** `address`: the one that all share, where people are told apart by a memo. `fee`: what is kept of each deposit. */
export type NetworkDeposit = { way: 'pool' | 'memo'; address: string; fee: string; isOpen: boolean }
/** A coin with its rules; `kinds` are the account kinds that may hold it. */
export type Coin = {
  id: number
  name: string
  logo: string
  sort: number
  chain: string
  scale: number
  isDisplayed: boolean
  kinds: readonly AccountKind[]
  minNumber: string
  maxNumber: string
  rate: string
  chainFee: string
  depositMin: string
  networks: readonly Network[]
  microFee: string
  microMin: string
  microMax: string
  microHold: number
  createdAt: number
}
/**
 * A tradable pair. The tick size is 10^-priceScale, the step (lot size) 10^-amountScale. The two scales add up to at
 * most 8, so that price × amount is always a whole number of ledger units (10^-8).
 */
export type Pair = {
  id: number
  market: string
  base: number
  quote: number
  sort: number
  isDisplayed: boolean
  isOpen: boolean
  isSpot: boolean
  isLever: boolean
  isMicro: boolean
  priceScale: number
  amountScale: number
  minAmount: string
  maxAmount: string
  minTotal: string
  leverShare: string
  leverMin: number
  leverMax: number
  spread: string
  overnight: string
  leverFee: string
  microFee: string
  /** Price in ticks when the data folder is created. */
  firstPrice: number
  createdAt: number
}

/**
 * One candle: start in epoch seconds; open, high, low, close in ticks; base amount in steps; quote volume in units of
 * 10^-4. A flat tuple of seven numbers, so that ninety days of candles take little memory.
 */
export type CandleCells = readonly [
  time: number,
  open: number,
  high: number,
  low: number,
  close: number,
  amount: number,
  volume: number,
]
/** Closed candles of one market and base period in one time span; their cells in a flat array. */
export type CandleChunk = { id: string; cells: readonly number[] }
/** The running candles of one market. */
export type RunningCandles = { market: string; bars: Readonly<Partial<Record<Period, CandleCells>>> }

/**
 * The last index and mark of one market, in ticks, with the running average of its premium, so that a restart continues
 * it.
 */
export type MarkRow = {
  market: string
  index: number
  mark: number
  at: number
  sum: number
  weight: number
  /** The market was open at that instant. */
  isOpen?: true
}

export const createMarketTables = (open: OpenTable) => ({
  coins: open<Coin>({ name: 'coins', key: 'int', id: ({ id }) => id, unique: { name: ({ name }) => name } }),
  pairs: open<Pair>({ name: 'pairs', key: 'int', id: ({ id }) => id, unique: { market: ({ market }) => market } }),
  candles: open<CandleChunk>({ name: 'bars', key: 'text', id: ({ id }) => id }),
  runningCandles: open<RunningCandles>({ name: 'running_bars', key: 'text', id: ({ market }) => market }),
  marks: open<MarkRow>({ name: 'market_marks', key: 'text', id: ({ market }) => market }),
})
export type MarketTables = ReturnType<typeof createMarketTables>
