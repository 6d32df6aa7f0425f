import type { MarketContext } from './context.ts'

/** Closes candles whose period has ended, also without trades, and writes the changed ones. */
export const writeCandles = ({ markets }: MarketContext) => {
  for (const { chart } of markets.all()) {
    chart.close()
    chart.write()
  }
}
