import { marketOf } from '#contract/market/market.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'

/** The user's orders that rest in the book of a market; the same array while the list is unchanged. */
export function useOwnOrders(market: string): readonly SpotOrder[] {
  const { feeds } = useServices()
  const orders = useStream(feeds.spotOrders$, loading).value
  return useMemo(
    () => (orders ?? []).filter(({ symbol, kind }) => marketOf(symbol) === market && kind !== 'market'),
    [orders, market],
  )
}
