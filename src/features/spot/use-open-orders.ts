import type { SpotOrder } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEntityList, useListed, type EntityList } from '#src/actors/use-entity-list.ts'
import { useActorRef } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { spotOrdersLogic } from './spot-order.actors.ts'

export type SpotOrdersActor = EntityList<SpotOrder, 'cancel'>

/** The open orders of the user; null before the first complete list. */
export function useOpenOrders() {
  const services = useServices()
  const logic = useMemo(() => spotOrdersLogic(services), [services])
  const { actor, list, isStale, act } = useEntityList<SpotOrder, 'cancel'>(useActorRef(logic))
  const cancel = useCallback((id: number) => act(id, 'cancel'), [act])
  return { list: actor, orders: list, isStale, cancel }
}
/** One order of the list, and its cancel. Null once it is closed. */
export function useOpenOrder(list: SpotOrdersActor, id: number) {
  const listed = useListed(list, id)
  if (listed === null) return null
  const { copy, failure, isBusy, may } = listed
  return { order: copy, failure, isBusy, mayCancel: may('cancel') }
}
