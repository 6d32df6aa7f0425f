import { isMyTurn, otc, type OtcMarket } from '#contract/otc.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'

/**
 * Coins, currencies, ways and rules of the OTC market. A page that shows amounts waits with its skeleton until this is
 * known (`isKnown`), so that none changes from a code to a sign; one that cannot be read does not hold it up.
 */
export function useOtcMarket() {
  const { request } = useServices()
  const market = useRead<OtcMarket>('otc-market', () => request.read(otc.market, {}))
  return { ...market, isKnown: market.value !== null || market.failure !== null }
}

/** Amounts in fiat with their sign, and in coins with their name. */
export function useOtcFormat(market: OtcMarket | null) {
  const { sum, money, rate } = useNumbers()
  return useMemo(() => {
    const fiatOf = (code: string) => market?.fiats.find((each) => each.code === code)
    return {
      fiat: (text: string, code: string) => `${fiatOf(code)?.symbol ?? code} ${sum(text, code)}`,
      price: (text: string, code: string) => `${rate(text, code)} ${code}`,
      coin: (text: string, name: string) => money(text, name),
    }
  }, [market, sum, money, rate])
}

/** The caller's open orders, and those that wait for the caller; null before the first whole list. */
export function useOpenOtcOrders() {
  const { feeds } = useServices()
  const { value, freshness } = useStream(feeds.otcOrders$, loading)
  const orders = value
  return { orders, mine: useMemo(() => (orders ?? []).filter(isMyTurn), [orders]), isStale: freshness === 'stale' }
}
