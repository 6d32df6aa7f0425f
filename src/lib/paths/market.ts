import { withQuery } from './query.ts'

const at = {
  kline: '/pages/trade/kline',
  sources: '/pages/market/sources',
} as const

/** Paths of the chart of one market and of the price sources; odd spellings occur only here. */
export const marketPaths = {
  ...at,
  klineOf: (market: string) => withQuery(at.kline, { market }),
} as const
