import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { loading, nowOf } from '#streams/kit/live.ts'
import { useEffect, useRef, useState } from 'react'
import { distanceOf } from './distance.ts'

type Side = 'bids' | 'asks'

const keptWithin = parseDec('1')
const isFar = (price: string, market: string) =>
  (distanceOf(unitsOf(tidyDecimal(price)), parseDec(market))?.percent ?? 0n) > keptWithin

/**
 * An empty limit price begins at the best price of the own side, once: untouched it follows the side, but not the
 * market. So does one of an earlier visit that is more than 1 % away. Typed input is never overwritten.
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
    if (isKept && !isFar(typed, price)) return
    given.current = { side, price }
    latest.current(price)
  }, [best, typed, isKept, isOn, side, market, feeds])
}
