import { isKycAhead, type KycRow } from '#contract/kyc/kyc.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import { isLost, noIntent, stepMachine, type Intent, type StepSnapshot } from '#machines/kit/step.ts'

export type KycLevel = KycRow['level']
export type KycReceived = { type: 'kyc.received'; row: KycRow } | { type: 'kyc.missed'; failure: Failure }

/** One level of a person's verification: submitted here, decided by the reviewers, followed by push. */
export const kycMachine = setup({
  types: {
    input: {} as { level: KycLevel },
    context: {} as { level: KycLevel; row: KycRow | null; intent: Intent | null; failure: Failure | null },
    events: {} as { type: 'apply'; intent: Intent } | { type: 'retry' } | KycReceived,
    tags: {} as 'busy',
  },
  actors: {
    watchKyc: fromEventObservable<KycReceived, { level: KycLevel }>(absent('watchKyc')),
    step: stepMachine<Intent, KycRow>(),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: KycStatus }) => context.row?.review_status === status,
    isNewer: ({ context }, { row }: { row: KycRow }) =>
      row.level === context.level && (context.row === null || isKycAhead(context.row, row)),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
  },
  actions: {
    storeRow: assign(({ context }, { row }: { row: KycRow }) => ({ row: newest(context.row, row), failure: null })),
    storeIntent: assign((_, { intent }: { intent: Intent }) => ({ intent, failure: null })),
    /** A reply without a row means that the server has the application; the row comes by push. */
    storeReply: assign(({ context }, { reply }: { reply: Reply<KycRow | null> }) =>
      reply.ok
        ? { row: reply.value === null ? context.row : newest(context.row, reply.value), failure: null, intent: null }
        : { failure: reply.failure, intent: null },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
}).createMachine({
  id: 'kyc',
  context: ({ input }) => ({ ...input, row: null, intent: null, failure: null }),
  invoke: { id: 'watch', src: 'watchKyc', input: ({ context }) => ({ level: context.level }) },
  on: {
    // A newer row ends whatever was going on here: an application under way has arrived.
    'kyc.received': {
      guard: { type: 'isNewer', params: ({ event }) => ({ row: event.row }) },
      target: '.deciding',
      actions: { type: 'storeRow', params: ({ event }) => ({ row: event.row }) },
    },
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'kyc.missed': {
          target: 'failed',
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: event.failure }) },
        },
      },
    },
    /** Nothing is known about this person yet, and the read failed; the watcher goes on reading. */
    failed: { on: { retry: { target: '#kyc', reenter: true } } },
    deciding: {
      always: [
        { guard: { type: 'isStatus', params: { status: 'none' } }, target: 'none' },
        { guard: { type: 'isStatus', params: { status: 'underReview' } }, target: 'underReview' },
        { guard: { type: 'isStatus', params: { status: 'passed' } }, target: 'passed' },
        { guard: { type: 'isStatus', params: { status: 'rejected' } }, target: 'rejected' },
        { target: 'loading' },
      ],
    },
    none: {
      on: {
        apply: {
          target: 'submitting',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    rejected: {
      on: {
        apply: {
          target: 'submitting',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ change: context.intent ?? noIntent }),
        onSnapshot: {
          guard: { type: 'isLost', params: ({ event }) => ({ step: event.snapshot }) },
          target: '.unknown',
        },
        onDone: {
          target: 'deciding',
          actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
        },
      },
      initial: 'sending',
      states: {
        sending: {},
        /** The reply was lost: the outcome is asked for under the same key until it is known, here or by push. */
        unknown: {},
      },
    },
    underReview: {},
    passed: {},
  },
})

type Snapshot = SnapshotFrom<typeof kycMachine>
/** The status of a level: `loading` and `failed` before anything is known, then the reviewers' status. */
export type KycStanding = KycStatus | 'loading' | 'failed'
export function kycStandingOf(snapshot: Snapshot): KycStanding {
  const { row } = snapshot.context
  if (row !== null) return row.review_status
  return snapshot.matches('failed') ? 'failed' : 'loading'
}
/** Submitted, but the reply was lost: the outcome is being asked for. */
export const isKycUnknown = (snapshot: Snapshot) => snapshot.matches({ submitting: 'unknown' })

function newest(held: KycRow | null, row: KycRow): KycRow {
  return held === null || isKycAhead(held, row) ? row : held
}
