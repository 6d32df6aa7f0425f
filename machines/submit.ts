import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

/** What a person decided, with the key that stays with it through every retry. `body` is spelled for the wire. */
export type Intent = { readonly key: string; readonly body: unknown }
/** What became of a wish, once it is certain. */
export type OutcomeReceived = { type: 'outcome.received'; reply: Reply<unknown> }
export type SubmitEvent =
  | { type: 'review'; intent: Intent }
  | { type: 'back' }
  | { type: 'confirm' }
  | { type: 'submit'; intent: Intent }
  | { type: 'again' }
  | { type: 'reset' }
  | OutcomeReceived

/** Longer than any wait a server may sensibly ask for. */
const longestHoldMs = 10 * 60_000

/** One money action: it is done, refused, or nobody knows yet, and then it is asked until somebody does. */
export const submitMachine = setup({
  types: {
    context: {} as { intent: Intent | null; failure: Failure | null; value: unknown },
    events: {} as SubmitEvent,
    tags: {} as 'busy',
  },
  actors: {
    carry: fromPromise<Reply<unknown>, Intent>(absent('carry')),
    askOutcome: fromEventObservable<OutcomeReceived, Intent>(absent('askOutcome')),
  },
  guards: {
    isDone: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isRefused: (_, { reply }: { reply: Reply<unknown> }) => !reply.ok && reply.failure.kind === 'refused',
    isFree: ({ context }) => holdOf(context.failure) === 0,
  },
  actions: {
    takeIntent: assign((_, { intent }: { intent: Intent }) => ({ intent, failure: null, value: null })),
    takeReply: assign((_, { reply }: { reply: Reply<unknown> }) =>
      reply.ok ? { value: reply.value, failure: null } : { value: null, failure: reply.failure },
    ),
    forget: assign({ intent: null, failure: null, value: null }),
  },
  delays: { untilAllowed: ({ context }) => holdOf(context.failure) },
}).createMachine({
  id: 'submit',
  context: { intent: null, failure: null, value: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        review: { target: 'reviewing', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } },
        submit: { target: 'submitting', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } },
      },
    },
    reviewing: { on: { back: { target: 'editing', actions: 'forget' }, confirm: 'submitting' } },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'carry',
        input: ({ context }) => context.intent ?? { key: '', body: null },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ reply: event.output }) },
            target: 'done',
            actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ reply: event.output }) },
            target: 'refused',
            actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'unknown', actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) } },
        ],
        // A bug of ours after the wish may have left: nobody knows.
        onError: 'unknown',
      },
    },
    unknown: {
      tags: 'busy',
      invoke: { src: 'askOutcome', input: ({ context }) => context.intent ?? { key: '', body: null } },
      on: {
        again: { target: 'unknown', reenter: true },
        'outcome.received': [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ reply: event.reply }) },
            target: 'done',
            actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.reply }) },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ reply: event.reply }) },
            target: 'refused',
            actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.reply }) },
          },
        ],
      },
    },
    done: {
      on: {
        reset: { target: 'editing', actions: 'forget' },
        review: { target: 'reviewing', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } },
        submit: { target: 'submitting', actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) } },
      },
    },
    refused: {
      initial: 'held',
      states: {
        /** The server asked us to wait: nothing leaves before. */
        held: { tags: 'busy', always: { guard: 'isFree', target: 'free' }, after: { untilAllowed: 'free' } },
        free: {
          on: {
            reset: { target: '#submit.editing', actions: 'forget' },
            review: {
              target: '#submit.reviewing',
              actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) },
            },
            submit: {
              target: '#submit.submitting',
              actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) },
            },
          },
        },
      },
    },
  },
})

function holdOf(failure: Failure | null) {
  return failure?.kind === 'refused' ? Math.min(failure.afterMs ?? 0, longestHoldMs) : 0
}
