import { roundViewOf } from '#machines/option/option-round.ts'
import { useServices } from '#src/actors/services.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { optionRoundLogic } from './option-round.actors.ts'

/** The time an order needs to arrive before the lock, in ms. */
export const marginMs = 1000

export type RoundView = ReturnType<typeof roundViewOf>

/** The current round of one market and period. Needs a new key for another market or period. */
export function useRound(market: string, seconds: number): RoundView {
  const { feeds } = useServices()
  const logic = useMemo(() => optionRoundLogic({ feeds }), [feeds])
  const actor = useActorRef(logic, { input: { market, seconds, marginMs } })
  return roundViewOf(useSelector(actor, (now) => now))
}
