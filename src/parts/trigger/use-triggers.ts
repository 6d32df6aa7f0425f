import { marketOf } from '#contract/market/market.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { TriggerAction } from '#machines/trigger/trigger-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { triggerOrdersLogic } from '#src/actors/trigger-order.actors.ts'
import { useEntityList, type EntityList } from '#src/actors/use-entity-list.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { triggerStands$, type TriggerStands } from '#streams/trigger/stands.ts'
import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

export type TriggersActor = EntityList<Trigger, TriggerAction>

/** The live triggers of the user, of all products; null before the first complete list. */
export function useTriggers() {
  const services = useServices()
  const logic = useMemo(() => triggerOrdersLogic(services), [services])
  const { actor, list, isStale, act } = useEntityList<Trigger, TriggerAction>(useActorRef(logic))
  return { list: actor, triggers: list, isStale, act }
}

const none: TriggerStands = new Map()
/** How live triggers of one market stand now. */
export function useStands(triggers: readonly Trigger[], symbol: string): TriggerStands {
  const { feeds } = useServices()
  const market = marketOf(symbol)
  const stands$ = useMemo(
    () => triggerStands$(triggers, feeds.price$(market), feeds.pair$(market)),
    [triggers, feeds, market],
  )
  return useStream(stands$, none)
}
/** How a live trigger stands now, as texts: it renders only where one of them changes. */
export function useStand(trigger: Trigger) {
  const { feeds } = useServices()
  const market = marketOf(trigger.symbol)
  const stands$ = useMemo(
    () => triggerStands$([trigger], feeds.price$(market), feeds.pair$(market)),
    [trigger, feeds, market],
  )
  return usePart(stands$, none, (stands) => {
    const stand = stands.get(trigger.id)
    return {
      firesAt: stand?.firesAt ?? null,
      waits: stand?.waits ?? null,
      away: stand === undefined || stand.away === null ? null : formatDec(stand.away - (stand.away % 1_000_000n)),
    }
  })
}
