import { assets } from '#contract/assets/assets.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useEffect, useRef } from 'react'

/** Bookings that come close together are read about once. */
const calmMs = 3000

/** Reads again when a booking has changed the balances. `seq`: the number of the last one. */
export function useReadOnBooking<T>(
  about: string,
  read: (signal: AbortSignal) => Promise<Reply<T>>,
  seq: number | null,
) {
  const result = useRead(about, read)
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

/** Profit and loss by day and cost by coin. */
export function usePnl(seq: number | null) {
  const { request } = useServices()
  return useReadOnBooking('pnl', (signal) => request.read(assets.pnl, {}, { signal }), seq)
}
