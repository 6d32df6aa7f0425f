import { account } from '#contract/account/account.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { kyc, type KycRow } from '#contract/kyc/kyc.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { isKycUnknown, kycStandingOf, type KycStanding } from '#machines/kyc/kyc.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useServices } from './services.tsx'
import { createKyc, type KycEndpoint } from './kyc.actors.ts'
import { useUser } from './use-session.ts'

export type Kyc<E extends KycEndpoint> = {
  /** The status to show. */
  readonly standing: KycStanding
  readonly row: KycRow | null
  readonly failure: Failure | null
  readonly isBusy: boolean
  /** Submitted, but the reply was lost: the outcome is being asked for. */
  readonly isUnsure: boolean
  readonly apply: (input: InputOf<E>) => void
  readonly retry: () => void
}

/** One level of verification; a decision of the reviewers is shown as soon as it arrives. */
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
      const key = newKey(services.serverNow())
      // While the machine is busy a second tap is ignored, before an intent is created.
      const mayApply = actor.getSnapshot().can({ type, intent: { key, body: null } })
      if (mayApply) actor.send({ type, intent: intentOf(input, key) })
    },
    retry: () => actor.send({ type: 'retry' }),
  }
}

/** Other pages read the status from the session: the user is read again when a row shows another status. */
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
