import { useServices } from '#src/actors/services.tsx'
import { usePart } from '#src/lib/use-stream.ts'
import { loading, nowOf } from '#streams/kit/live.ts'
import { useEffect, useRef } from 'react'

type Side = 'bids' | 'asks'

/**
 * An empty limit price begins at the best price of the own side, once: untouched it follows the side, but not the
 * market. Typed input is never overwritten. With null no price is asked for.
 */
export function useFirstPrice(market: string, side: Side, typed: string | null, put: (price: string) => void) {
  const { feeds } = useServices()
  const best = usePart(feeds.orderBook$(market), loading, ({ value }) =>
    typed === '' ? (value?.[side][0]?.[0] ?? null) : null,
  )
  const given = useRef<{ readonly side: Side; readonly price: string } | null>(null)
  const isTouched = useRef(false)
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    const last = given.current
    if (typed !== null && typed !== (last?.price ?? '')) isTouched.current = true
    if (typed === null || isTouched.current || last?.side === side) return
    const price = last === null ? best : (nowOf(feeds.orderBook$(market))?.[side][0]?.[0] ?? null)
    if (price === null) return
    given.current = { side, price }
    latest.current(price)
  }, [best, typed, side, market, feeds])
}
