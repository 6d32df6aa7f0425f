import { roundViewOf } from '#machines/option-round.ts'
import { useServices } from '#src/actors/services.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { optionRoundLogic } from './option-round.actors.ts'

/** An order needs this long to arrive before the lock. */
export const marginMs = 1000

export type RoundView = ReturnType<typeof roundViewOf>

/** The round of one market and length that is followed now. Another market or length is another component: give it a key. */
export function useRound(market: string, seconds: number): RoundView {
  const { feeds } = useServices()
  const logic = useMemo(() => optionRoundLogic({ feeds }), [feeds])
  const actor = useActorRef(logic, { input: { market, seconds, marginMs } })
  return roundViewOf(useSelector(actor, (now) => now))
}
