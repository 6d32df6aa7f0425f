import type { Failure } from '#contract/wire/reply.ts'
import type { CodeSent } from '#contract/session/session-proof.ts'
import { connectCode, type CodeTarget } from '#machines/session/verification-code.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useServices } from './services.tsx'
import { verificationCodeLogic, type CodePurpose } from './verification-code.actors.ts'

export type Code = {
  readonly ask: (target: CodeTarget) => void
  readonly isSending: boolean
  /** Whether a code may be requested now. */
  readonly mayAsk: boolean
  readonly leftMs: number
  /** Where the last code went; in the demo, the code itself. */
  readonly sent: CodeSent | null
  readonly failure: Failure | null
}

/** Verification codes for one purpose, with the countdown to the next by the server's time. */
export function useCode(purpose: CodePurpose): Code {
  const { request, feeds } = useServices()
  const logic = useMemo(() => verificationCodeLogic(request, feeds.serverTime$, purpose), [request, feeds, purpose])
  const actor = useActorRef(logic)
  return {
    ask: (target) => actor.send({ type: 'ask', intent: { target, key: newKey() } }),
    ...connectCode(useSelector(actor, (snapshot) => snapshot)),
  }
}
