import type { MarketContext } from './context.ts'

/** Ends bars whose time is over, also where nobody trades, and writes what has moved. */
export const writeCandles = ({ markets }: MarketContext) => {
  for (const { chart } of markets.all()) {
    chart.close()
    chart.write()
  }
}
