import type { Pair } from '#contract/market.ts'
import { decimalsOf } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePart } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'
import { useCallback } from 'react'
import { useFormat } from './use-format.ts'

type Scales = Readonly<Record<string, number>>
/** Looked up once for all that show prices: the prices of all pairs come several times a second, their decimals hardly ever change. */
let known: { readonly pairs: readonly Pair[] | null; readonly scales: Scales } = { pairs: null, scales: {} }
const scalesOf = (pairs: readonly Pair[] | null): Scales => {
  if (pairs === known.pairs) return known.scales
  const isSame = pairs !== null && pairs.length === Object.keys(known.scales).length && pairs.every(({ symbol, price_scale }) => known.scales[symbol] === price_scale)
  known = { pairs, scales: isSame ? known.scales : Object.fromEntries(pairs?.map(({ symbol, price_scale }) => [symbol, price_scale]) ?? []) }
  return known.scales
}

/** The decimals of the price of each pair, by its symbol; another object only when one of them changes. */
export const usePriceScales = () => usePart(useServices().feeds.tickers$, loading, ({ value }) => scalesOf(value))

/**
 * Formats a price in the decimals of its pair (`BTC/USDT`), so that one price reads the same on every page and a column of them stands in
 * line. A mean with more decimals keeps its own; so does a pair that is not listed.
 */
export function usePrice() {
  const { fixed, amount } = useFormat()
  const scales = usePriceScales()
  return useCallback(
    (text: string, symbol: string) => {
      const scale = scales[symbol]
      return scale === undefined || decimalsOf(text) > scale ? amount(text) : fixed(text, scale)
    },
    [scales, fixed, amount],
  )
}
export type ShowPrice = ReturnType<typeof usePrice>
