import { withQuery } from './query.ts'

const at = {
  trade: '/pages/trade/index',
} as const

/** Paths of the spot market; their odd spellings occur only here. */
export const spotPaths = {
  ...at,
  tradeOf: (market: string) => withQuery(at.trade, { market }),
} as const
