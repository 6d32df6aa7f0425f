import type { SpotOrder } from '#contract/spot.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { orderOf, type SpotOrdersActor } from '#machines/spot-orders.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useServices } from '#src/actors/services.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { spotOrdersLogic } from './spot-order.actors.ts'

/** The open orders of the user, managed by one actor; null before the first complete list. */
export function useOpenOrders() {
  const services = useServices()
  const list = useActorRef(useMemo(() => spotOrdersLogic(services), [services]))
  const { orders, isStale } = useSelector(list, ({ context }) => context)
  const cancel = useCallback((id: number) => list.send({ type: 'cancel', id, key: newKey() }), [list])
  return { list, orders, isStale, cancel }
}

export type OpenOrder = {
  readonly order: SpotOrder
  /** Why the last attempt to cancel it failed. */
  readonly failure: Failure | null
  readonly isBusy: boolean
  readonly mayCancel: boolean
}

/** One order of the list: the newest copy, and the progress of its cancel. Null once it is closed. */
export function useOpenOrder(list: SpotOrdersActor, id: number): OpenOrder | null {
  const listed = useSelector(list, (snapshot) => orderOf(snapshot, id))
  const acting = useSelector(
    useSelector(list, ({ context }) => context.acting.get(id)),
    (snapshot) => snapshot,
  )
  const order = acting?.context.order ?? listed
  if (order === null) return null
  return {
    order,
    failure: acting?.context.failure ?? null,
    isBusy: acting?.hasTag('busy') ?? false,
    mayCancel: list.getSnapshot().can({ type: 'cancel', id, key: '' }),
  }
}
