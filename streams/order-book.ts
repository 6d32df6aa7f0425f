import type { Level } from '#contract/market.ts'

/** Both sides of one market, best first. */
export type OrderBook = {
  readonly market: string
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}
/** A row of the shown book; `total` adds up from the best. */
export type BookRow = { readonly price: string; readonly amount: string; readonly total: string }
