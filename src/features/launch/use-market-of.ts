import { useServices } from '#src/actors/services.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'

/** The name of a coin's spot market; null while it has none. */
export function useMarketOf(coin: string): string | null {
  const { feeds } = useServices()
  const { value } = useStream(feeds.tickers$, loading)
  const pair = (value ?? []).find(
    ({ currency_name, legal_name }) => currency_name === coin && legal_name === baseCoin.name,
  )
  return pair === undefined ? null : pair.symbol.replace('/', '-')
}
