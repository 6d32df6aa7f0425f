import type { OutputOf } from '#contract/wire/endpoint.ts'
import { kyc, type KycRow } from '#contract/kyc/kyc.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { kycMachine, type KycLevel, type KycReceived } from '#machines/kyc/kyc.ts'
import type { Intent } from '#machines/kit/step.ts'
import type { Request } from '#src/api/request.ts'
import type { Feeds } from '#streams/feeds.ts'
import { defer, filter, from, merge, mergeMap, repeat, timer, type Observable, type SchedulerLike } from 'rxjs'
import { fromEventObservable } from 'xstate'
import type { Services } from './services.tsx'
import { createStep, stepLogic, type StepPorts } from './step.actors.ts'

type Ports = StepPorts & Pick<Services, 'feeds'>
export type KycEndpoint = typeof kyc.primary | typeof kyc.advanced

/** Changes come by push; polling covers the time while pushes are missing. */
const pollMs = 10_000

const received = (row: KycRow): KycReceived => ({ type: 'kyc.received', row })
/** The server has no row for a person who has never applied. */
const noRow = (level: KycLevel): KycRow => ({
  level,
  review_status: 'none',
  reject_reason: null,
  name: null,
  country: null,
  card_id: null,
  address: null,
  front_pic: null,
  reverse_pic: null,
  hand_pic: null,
  submitted_time: null,
  reviewed_time: null,
  rev: 0,
})
const rowsOf = (reply: Reply<OutputOf<typeof kyc.state>>): readonly KycReceived[] =>
  reply.ok
    ? [received(reply.value.primary ?? noRow('primary')), received(reply.value)]
    : [{ type: 'kyc.missed', failure: reply.failure }]

/** Both levels of the caller: their current rows, then each change. */
type Sources = { readonly request: Request; readonly feeds: Pick<Feeds, 'events$'>; readonly time?: SchedulerLike }
export const kycReceived$ = ({ request, feeds, time }: Sources): Observable<KycReceived> =>
  merge(
    feeds.events$.pipe(mergeMap((event) => (event.ev === 'kyc.changed' ? [received(event.v)] : []))),
    defer(() => from(request.read(kyc.state, {}))).pipe(repeat({ delay: () => timer(pollMs, time) }), mergeMap(rowsOf)),
  )

/** Connects the machine of one level to its call, and to the reviewers' decisions. */
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
