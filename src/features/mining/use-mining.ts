import {
  isMiningAhead,
  miningCalls,
  type Machine,
  type Mining,
  type SaleStatus,
  type Seat,
} from '#contract/mining/mining.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import type { BadgeTone } from '#src/ui/badge.tsx'
import type { useTranslation } from 'react-i18next'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'

/** More than there are kinds of machines or seats: they come in one page. */
const whole = { page: 1, limit: 50 }

/** All of the caller's mining: read when the page opens, and as it is pushed; the newer copy is shown. */
export function useMining() {
  const { request, feeds } = useServices()
  const read = useRead<Mining>('mining', (signal) => request.read(miningCalls.overview, {}, { signal }))
  useRefreshOn([], () => void read.refresh())
  const pushed = useStream<Mining | null>(feeds.mining$, null)
  return {
    ...read,
    value: pushed !== null && (read.value === null || isMiningAhead(read.value, pushed)) ? pushed : read.value,
  }
}
/** All kinds of machines; read again when something of the caller's mining changes. */
export function useMachines() {
  const { request } = useServices()
  const read = useRead<readonly Machine[]>('machines', async (signal) => {
    const reply = await request.read(miningCalls.machines, whole, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  useRefreshOn(['mining.changed', 'mining.reservationChanged'], () => void read.refresh())
  return read
}
export function useSeats() {
  const { request } = useServices()
  const read = useRead<readonly Seat[]>('seats', async (signal) => {
    const reply = await request.read(miningCalls.seats, whole, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  useRefreshOn(['mining.changed'], () => void read.refresh())
  return read
}

export type Say = ReturnType<typeof useTranslation<['mining', 'refusals']>>['t']
export const saleTones = { soon: 'warning', on_sale: 'accent', sold_out: 'quiet' } as const satisfies Record<
  SaleStatus,
  BadgeTone
>
