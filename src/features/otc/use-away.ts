import { otc } from '#contract/otc/otc.ts'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver, otcStatus, type OtcStatus } from '#contract/otc/otc-steps.ts'
import { decode } from '#contract/wire/coded.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { personalName } from '#src/lib/personal.ts'
import { fieldsOf, readStored, writeStored } from '#src/lib/storage.ts'
import { useEffect, useState } from 'react'
import { useOpenOtcOrders } from './use-otc.ts'

/** The status in which each open order was seen last on this device. */
type Seen = Readonly<Record<string, OtcStatus>>
const nameOf = (user: number) => personalName('otc-seen', user)
const statusesIn = (raw: unknown): Seen =>
  Object.fromEntries(
    Object.entries(fieldsOf(raw) ?? {}).flatMap(([id, text]: [string, unknown]) => {
      const read = decode(otcStatus, text)
      return read.success ? [[id, read.data] as const] : []
    }),
  )
const seenBy = (user: number): Seen => readStored(nameOf(user), statusesIn) ?? {}
const mostEnded = 5

/** Remembers that this order was seen as it is now; an ended one need not be remembered. */
export function useSeenOrder({ id, status }: Pick<OtcOrder, 'id' | 'status'>): OtcStatus | null {
  const user = useUser()?.id ?? 0
  const [before] = useState(() => seenBy(user)[id] ?? null)
  useEffect(() => {
    const { [id]: _, ...others } = seenBy(user)
    writeStored(nameOf(user), isOtcOrderOver({ status }) ? others : { ...others, [id]: status })
  }, [user, id, status])
  return before === status ? null : before
}

/**
 * Orders that have changed since they were seen last on this device: open ones, and those that have ended meanwhile.
 */
export function useAway(): readonly OtcOrder[] {
  const { request } = useServices()
  const user = useUser()?.id ?? 0
  const [seen, setSeen] = useState(() => seenBy(user))
  const { orders } = useOpenOtcOrders()
  const gone =
    orders === null
      ? []
      : Object.keys(seen)
          .filter((id) => !orders.some((order) => order.id === id))
          .slice(0, mostEnded)
  const ended = useRead<readonly OtcOrder[]>(`otc-away:${gone.join()}`, async () => {
    const replies = await Promise.all(gone.map((id) => request.read(otc.order, { id })))
    return { ok: true, value: replies.flatMap((reply) => (reply.ok ? [reply.value] : [])) }
  })
  // An order that is open and was never seen here is remembered as it is.
  useEffect(() => {
    const fresh = (orders ?? []).filter(({ id }) => !(id in seen))
    if (fresh.length === 0) return
    const next = { ...seenBy(user), ...Object.fromEntries(fresh.map(({ id, status }) => [id, status])) }
    writeStored(nameOf(user), next)
    setSeen(next)
  }, [orders, seen, user])
  return [
    ...(orders ?? []).filter(({ id, status }) => seen[id] !== undefined && seen[id] !== status),
    ...(ended.value ?? []).filter(isOtcOrderOver),
  ]
}
