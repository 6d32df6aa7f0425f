import type { Position } from '#contract/lever.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { positionOf, type PositionIntent } from '#machines/lever-position.ts'
import { listedPositionOf, type LeverPositionsActor } from '#machines/lever-positions.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useServices } from './services.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { leverPositionsLogic } from './lever-position.actors.ts'

const noStops = { target_profit_price: '', stop_loss_price: '' }

/** The open positions and pending orders of the user, managed by one actor; null before the first complete list. */
export function useOpenPositions() {
  const services = useServices()
  const list = useActorRef(useMemo(() => leverPositionsLogic(services), [services]))
  const { positions, isStale } = useSelector(list, ({ context }) => context)
  const act = useCallback((id: number, intent: PositionIntent) => list.send({ type: 'act', id, intent }), [list])
  const end = useCallback(
    (id: number) => {
      act(id, { type: 'close', key: newKey() })
      act(id, { type: 'cancel', key: newKey() })
    },
    [act],
  )
  return {
    list,
    positions,
    isStale,
    act,
    /** Closes an open position or cancels a pending order, whichever is possible. */
    end,
  }
}

export type OpenPositionState = {
  readonly position: Position
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** The outcome of the last intent is unknown. */
  readonly isUnknown: boolean
  /** How the user can end it now. */
  readonly end: 'close' | 'cancel' | null
  readonly mayStop: boolean
  readonly mayReverse: boolean
}

/**
 * One position of the list: the newest copy, the possible actions, and the
 * progress of the last intent. Null once closed.
 */
export function useOpenPosition(list: LeverPositionsActor, id: number): OpenPositionState | null {
  const listed = useSelector(list, (snapshot) => listedPositionOf(snapshot, id))
  const acting = useSelector(
    useSelector(list, ({ context }) => context.acting.get(id)),
    (snapshot) => snapshot,
  )
  const position = acting === undefined ? listed : positionOf(acting)
  if (position === null) return null
  const now = list.getSnapshot()
  const may = (intent: PositionIntent) => now.can({ type: 'act', id, intent })
  return {
    position,
    failure: acting?.context.failure ?? null,
    isBusy: acting?.hasTag('busy') ?? false,
    isUnknown: acting?.matches({ stepping: 'unknown' }) ?? false,
    end: endOf(may),
    mayStop: may({ type: 'setStop', key: '', stops: noStops }),
    mayReverse: may({ type: 'reverse', key: '', seen: '' }),
  }
}

function endOf(may: (intent: PositionIntent) => boolean) {
  if (may({ type: 'close', key: '' })) return 'close'
  return may({ type: 'cancel', key: '' }) ? 'cancel' : null
}
