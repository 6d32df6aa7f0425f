import { assets } from '#contract/assets.ts'
import type { Pnl } from '#contract/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { useEffect, useRef } from 'react'

/** Bookings that come close together are read about once. */
const calmMs = 3000

/**
 * Profit and loss by day and cost by coin; read again when a booking has changed the balances. `seq`: the number of the
 * last one.
 */
export function usePnl(seq: number | null): ReadResult<Pnl> {
  const { request } = useServices()
  const result = useRead('pnl', (signal) => request.read(assets.pnl, {}, { signal }))
  const { refresh } = result
  const known = useRef<number | null>(null)
  useEffect(() => {
    const isNewer = known.current !== null && seq !== null && seq > known.current
    known.current ??= seq
    if (!isNewer) return
    const wait = setTimeout(() => {
      known.current = seq
      void refresh()
    }, calmMs)
    return () => clearTimeout(wait)
  }, [seq, refresh])
  return result
}
