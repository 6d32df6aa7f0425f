import { withQuery } from './query.ts'

const at = {
  trade: '/pages/trade/index',
} as const
/** The spot market. Odd spellings of the wire end here. */
export const spotPaths = {
  ...at,
  tradeOf: (market: string) => withQuery(at.trade, { market }),
} as const
