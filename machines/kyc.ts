import { isKycAhead, type KycRow, type KycStatus } from '#contract/kyc.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

export type KycLevel = KycRow['level']
/** What a person hands in, with the key that stays with it; `body` is spelled for the wire. */
export type KycIntent = { readonly key: string; readonly body: unknown }
export type KycReceived = { type: 'kyc.received'; row: KycRow } | { type: 'kyc.missed'; failure: Failure }
/** What became of an application whose answer was lost; without a row the venue has it, and will tell. */
export type KycOutcome = { type: 'outcome.received'; reply: Reply<KycRow | null> }

/** One level of a person's verification: handed in here, decided by the desk, followed by push. */
export const kycMachine = setup({
  types: {
    input: {} as { level: KycLevel },
    context: {} as { level: KycLevel; row: KycRow | null; intent: KycIntent | null; failure: Failure | null },
    events: {} as { type: 'apply'; intent: KycIntent } | { type: 'retry' } | KycReceived | KycOutcome,
    tags: {} as 'busy',
  },
  actors: {
    watchKyc: fromEventObservable<KycReceived, { level: KycLevel }>(absent('watchKyc')),
    carry: fromPromise<Reply<KycRow | null>, KycIntent>(absent('carry')),
    askOutcome: fromEventObservable<KycOutcome, KycIntent>(absent('askOutcome')),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: KycStatus }) => context.row?.review_status === status,
    isNews: ({ context }, { row }: { row: KycRow }) =>
      row.level === context.level && (context.row === null || isKycAhead(context.row, row)),
    isRefused: (_, { reply }: { reply: Reply<KycRow | null> }) => !reply.ok && reply.failure.kind === 'refused',
    isOk: (_, { reply }: { reply: Reply<KycRow | null> }) => reply.ok,
  },
  actions: {
    keepRow: assign(({ context }, { row }: { row: KycRow }) => ({ row: newest(context.row, row), failure: null })),
    storeIntent: assign((_, { intent }: { intent: KycIntent }) => ({ intent, failure: null })),
    keepReply: assign(({ context }, { reply }: { reply: Reply<KycRow | null> }) =>
      reply.ok
        ? { row: reply.value === null ? context.row : newest(context.row, reply.value), failure: null, intent: null }
        : { failure: reply.failure, intent: null },
    ),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
}).createMachine({
  id: 'kyc',
  context: ({ input }) => ({ ...input, row: null, intent: null, failure: null }),
  invoke: { id: 'watch', src: 'watchKyc', input: ({ context }) => ({ level: context.level }) },
  on: {
    // The desk's word ends whatever was going on here: an application under way has arrived.
    'kyc.received': {
      guard: { type: 'isNews', params: ({ event }) => ({ row: event.row }) },
      target: '.settling',
      actions: { type: 'keepRow', params: ({ event }) => ({ row: event.row }) },
    },
  },
  initial: 'loading',
  states: {
    loading: {
      on: { 'kyc.missed': { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => ({ failure: event.failure }) } } },
    },
    /** Nothing is known of this person yet, and the question was not answered; the watch goes on asking. */
    failed: { on: { retry: { target: '#kyc', reenter: true } } },
    settling: {
      always: [
        { guard: { type: 'isStatus', params: { status: 'none' } }, target: 'none' },
        { guard: { type: 'isStatus', params: { status: 'underReview' } }, target: 'underReview' },
        { guard: { type: 'isStatus', params: { status: 'passed' } }, target: 'passed' },
        { guard: { type: 'isStatus', params: { status: 'rejected' } }, target: 'rejected' },
        { target: 'loading' },
      ],
    },
    none: {
      on: { apply: { target: 'submitting', actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) } } },
    },
    rejected: {
      on: { apply: { target: 'submitting', actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) } } },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'carry',
        input: ({ context }) => context.intent ?? { key: '', body: null },
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
            target: 'settling',
            actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ reply: event.output }) },
            target: 'settling',
            actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'unsure' },
        ],
        // A bug of ours after the wish may have left: nobody knows.
        onError: 'unsure',
      },
    },
    /** The answer was lost: asked for under the same key until it is told, here or by push. */
    unsure: {
      tags: 'busy',
      invoke: { src: 'askOutcome', input: ({ context }) => context.intent ?? { key: '', body: null } },
      on: {
        'outcome.received': { target: 'settling', actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.reply }) } },
      },
    },
    underReview: {},
    passed: {},
  },
})

function newest(now: KycRow | null, row: KycRow): KycRow {
  return now === null || isKycAhead(now, row) ? row : now
}
