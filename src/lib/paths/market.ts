import { withQuery } from './query.ts'

const at = {
  kline: '/pages/trade/kline',
  sources: '/pages/market/sources',
} as const
/** The chart of one market, and where prices come from. Odd spellings of the wire end here. */
export const marketPaths = {
  ...at,
  klineOf: (market: string) => withQuery(at.kline, { market }),
} as const
