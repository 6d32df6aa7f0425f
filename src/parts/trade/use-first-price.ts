import { useServices } from '#src/actors/services.tsx'
import { usePart } from '#src/lib/use-stream.ts'
import { loading, nowOf } from '#streams/kit/live.ts'
import { useEffect, useRef, useState } from 'react'

type Side = 'bids' | 'asks'

/**
 * An empty limit price begins at the best price of the own side, once: untouched it follows the side, but not the
 * market. What was typed is never overwritten, in an earlier visit or now: the ticket tells how far it is away.
 */
export function useFirstPrice(market: string, side: Side, typed: string, isOn: boolean, put: (price: string) => void) {
  const { feeds } = useServices()
  // Empty once it has been compared with the market.
  const [kept, setKept] = useState(typed)
  const isKept = kept !== '' && typed === kept
  const best = usePart(feeds.orderBook$(market), loading, ({ value }) =>
    isOn && (typed === '' || isKept) ? (value?.[side][0]?.[0] ?? null) : null,
  )
  const given = useRef<{ readonly side: Side; readonly price: string } | null>(null)
  const isTouched = useRef(false)
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    const last = given.current
    if (isOn && !isKept && typed !== (last?.price ?? '')) isTouched.current = true
    if (!isOn || isTouched.current || last?.side === side) return
    const price = last === null ? best : (nowOf(feeds.orderBook$(market))?.[side][0]?.[0] ?? null)
    if (price === null) return
    setKept('')
    if (isKept) return
    given.current = { side, price }
    latest.current(price)
  }, [best, typed, isKept, isOn, side, market, feeds])
}
