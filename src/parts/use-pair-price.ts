import type { Rounding } from '#contract/wire/money-text.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useStream } from '#src/lib/use-stream.ts'
import type { PriceScales } from '#streams/market/tickers.ts'
import { useCallback } from 'react'

const unknown: PriceScales = {}
export const usePriceScales = () => useStream(useServices().feeds.priceScales$, unknown)

/**
 * Writes a price with the decimals of its pair (`BTC/USDT`), so that one price reads the same on every page and a
 * column of them stands in line. A mean is rounded against the reader: `away` for who bought, `down` for who sold. A
 * pair that is not listed keeps its own decimals.
 */
export function usePairPrice() {
  const shown = useNumbers()
  const scales = usePriceScales()
  return useCallback(
    (text: string, symbol: string, rounding?: Rounding) => {
      const scale = scales[symbol]
      return scale === undefined ? shown.exact(text) : shown.price(text, scale, rounding)
    },
    [scales, shown],
  )
}
export type PairPrice = ReturnType<typeof usePairPrice>
