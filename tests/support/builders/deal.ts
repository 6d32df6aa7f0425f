import type { Deal } from '#contract/market/market.ts'

/** A public trade: a purchase of 1 at 1. */
export const aDeal = (changes: Partial<Deal> = {}): Deal => ({
  id: 't1',
  at_ms: 1000,
  side: 'buy',
  price: '1',
  amount: '1',
  ...changes,
})
