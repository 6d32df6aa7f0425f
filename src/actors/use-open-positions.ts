import { mayLeverTransition, type Position } from '#contract/lever/lever-position.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { LeverAct } from '#machines/lever/lever-position.ts'
import { useServices } from './services.tsx'
import { useActorRef } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { leverPositionsLogic } from './lever-position.actors.ts'
import { useEntityList, useListed, type EntityList } from './use-entity-list.ts'

export type LeverPositionsActor = EntityList<Position, LeverAct>

/** The open positions and pending orders of the user; null before the first complete list. */
export function useOpenPositions() {
  const services = useServices()
  const logic = useMemo(() => leverPositionsLogic(services), [services])
  const { actor, list, isStale, act } = useEntityList<Position, LeverAct>(useActorRef(logic))
  /** Closes an open position or cancels a pending order, whichever is possible. */
  const end = useCallback(
    (id: number) => {
      act(id, { name: 'close' })
      act(id, { name: 'cancel' })
    },
    [act],
  )
  return { list: actor, positions: list, isStale, act, end }
}

export type OpenPositionState = {
  readonly position: Position
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** The outcome of the last step is unknown. */
  readonly isUnknown: boolean
  /** How the user can end it now. */
  readonly end: 'close' | 'cancel' | null
  readonly mayStop: boolean
  readonly mayReverse: boolean
  /** It waits at a limit, which may be moved. */
  readonly mayAmend: boolean
}

/** One position of the list, and what may be done with it; null once it is closed. */
export function useOpenPosition(list: LeverPositionsActor, id: number): OpenPositionState | null {
  const listed = useListed(list, id)
  if (listed === null) return null
  const { copy: position, may, ...progress } = listed
  return {
    ...progress,
    position,
    end: may({ name: 'close' }) ? 'close' : may({ name: 'cancel' }) ? 'cancel' : null,
    mayStop: may({ name: 'setStop', stops: { target_profit_price: '', stop_loss_price: '' } }),
    mayReverse: may({ name: 'reverse', seen: '' }),
    mayAmend: mayLeverTransition('amend', position.status) && !progress.isBusy,
  }
}
