import type { OutputOf } from '#contract/wire/endpoint.ts'
import { kyc, type KycRow } from '#contract/kyc.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { kycMachine, type KycLevel, type KycReceived } from '#machines/kyc.ts'
import type { Intent } from '#machines/step.ts'
import type { Request } from '#src/api/request.ts'
import type { Feeds } from '#streams/feeds.ts'
import { defer, filter, from, merge, mergeMap, repeat, timer, type Observable } from 'rxjs'
import { fromEventObservable } from 'xstate'
import type { Services } from './services.tsx'
import { createStep, stepLogic } from './step.actors.ts'

type Ports = Pick<Services, 'request' | 'intents' | 'feeds'>
export type KycEndpoint = typeof kyc.primary | typeof kyc.advanced

/** The push tells at once; asking now and then covers a push that is away. */
const askAgainMs = 10_000

const told = (row: KycRow): KycReceived => ({ type: 'kyc.received', row })
/** Who never handed anything in has no first row yet. */
const noRow = (level: KycLevel): KycRow => ({
  level, review_status: 'none', reject_reason: null, name: null, country: null, card_id: null, address: null,
  front_pic: null, reverse_pic: null, hand_pic: null, submitted_time: null, reviewed_time: null, rev: 0,
})
const rowsOf = (reply: Reply<OutputOf<typeof kyc.state>>): readonly KycReceived[] =>
  reply.ok
    ? [told(reply.value.primary ?? noRow('primary')), told(reply.value)]
    : [{ type: 'kyc.missed', failure: reply.failure }]

/** Both levels of the caller: as they stand, and each change as it is told. */
export const kycReceived$ = ({ request, feeds }: { readonly request: Request; readonly feeds: Pick<Feeds, 'events$'> }): Observable<KycReceived> =>
  merge(
    feeds.events$.pipe(
      mergeMap((event) => (event.ev === 'kyc.changed' ? [told(event.v)] : [])),
    ),
    defer(() => from(request.read(kyc.state, {}))).pipe(repeat({ delay: () => timer(askAgainMs) }), mergeMap(rowsOf)),
  )

/** Joins one level to its call and to what the desk says of it. */
export const createKyc = <E extends KycEndpoint>(ports: Ports, endpoint: E) => {
  const { callOf, intentOf } = createStep(ports, endpoint)
  const logic = kycMachine.provide({
    actors: {
      watchKyc: fromEventObservable<KycReceived, { level: KycLevel }>(({ input: { level } }) =>
        kycReceived$(ports).pipe(filter((event) => event.type === 'kyc.missed' || event.row.level === level)),
      ),
      step: stepLogic<Intent, KycRow>(callOf),
    },
  })
  return { logic, intentOf }
}
