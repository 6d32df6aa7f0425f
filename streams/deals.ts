import type { Deal } from '#contract/market.ts'

/** The last trades of one market, newest first. */
export type MarketDeals = { readonly market: string; readonly deals: readonly Deal[] }
