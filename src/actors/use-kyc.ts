import { account } from '#contract/account.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { kyc, type KycRow } from '#contract/kyc.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { isKycUnknown, kycStandingOf, type KycStanding } from '#machines/kyc.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useServices } from './services.tsx'
import { createKyc, type KycEndpoint } from './kyc.actors.ts'
import { useUser } from './use-session.ts'

export type Kyc<E extends KycEndpoint> = {
  /** What may be shown. */
  readonly standing: KycStanding
  readonly row: KycRow | null
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Handed in, but the answer was lost: it is being asked for. */
  readonly isUnsure: boolean
  readonly apply: (input: InputOf<E>) => void
  readonly retry: () => void
}

/** One level of verification as it lives: what the desk says is shown the moment it says so. */
export function useKyc<E extends KycEndpoint>(endpoint: E): Kyc<E> {
  const services = useServices()
  const { logic, intentOf } = useMemo(() => createKyc(services, endpoint), [services, endpoint])
  const level = endpoint.path === kyc.primary.path ? 'primary' : 'advanced'
  const actor = useActorRef(logic, { input: { level } })
  const snapshot = useSelector(actor, (now) => now)
  const { row, failure } = snapshot.context
  useFreshUser(row)
  return {
    standing: kycStandingOf(snapshot),
    row,
    failure,
    isBusy: snapshot.hasTag('busy'),
    isUnsure: isKycUnknown(snapshot),
    apply: (input) => {
      const type = 'apply'
      const key = newKey(services.serverNow() || Date.now())
      // A second tap finds a machine that is busy, and its intent is not even made.
      if (actor.getSnapshot().can({ type, intent: { key, body: null } })) actor.send({ type, intent: intentOf(input, key) })
    },
    retry: () => actor.send({ type: 'retry' }),
  }
}

/** The rest of the product knows the status from the session; it is asked anew when the desk has said something else. */
function useFreshUser(row: KycRow | null) {
  const { request, session } = useServices()
  const user = useUser()
  const known = row?.level === 'primary' ? user?.review_status : user?.advanced_status
  const isOld = row !== null && known !== undefined && known !== row.review_status
  useEffect(() => {
    if (!isOld) return
    void request.read(account.center, {}).then((reply) => {
      if (reply.ok) session.send({ type: 'user.changed', user: reply.value })
    })
  }, [isOld, request, session])
}
