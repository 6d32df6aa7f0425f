import { withQuery } from './query.ts'

const at = {
  kline: '/pages/trade/kline',
} as const

/** Paths of the chart of one market; their odd spellings occur only here. */
export const marketPaths = {
  ...at,
  klineOf: (market: string) => withQuery(at.kline, { market }),
} as const
