import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, sendTo, setup, type SnapshotFrom } from 'xstate'
import { isLost, lossOf, noIntent, stepMachine, type Intent, type StepSnapshot } from './step.ts'

export type SubmitEvent = { type: 'submit'; intent: Intent } | { type: 'again' } | { type: 'reset' }

/** Longer than any wait a server may reasonably ask for. */
const maxHoldMs = 10 * 60_000

/** One money action: done, refused, or unknown; while it is unknown its outcome is asked for. */
export const submitMachine = setup({
  types: {
    context: {} as { intent: Intent | null; failure: Failure | null; value: unknown },
    events: {} as SubmitEvent,
    tags: {} as 'busy',
    children: {} as { step: 'step' },
  },
  actors: { step: stepMachine<Intent, unknown>() },
  guards: {
    isDone: (_, { reply }: { reply: Reply<unknown> }) => reply.ok,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isFree: ({ context }) => holdOf(context.failure) === 0,
  },
  actions: {
    takeIntent: assign((_, { intent }: { intent: Intent }) => ({ intent, failure: null, value: null })),
    takeReply: assign((_, { reply }: { reply: Reply<unknown> }) =>
      reply.ok ? { value: reply.value, failure: null } : { value: null, failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
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
        submit: {
          target: 'submitting',
          actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) },
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
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: lossOf(event.snapshot) }) },
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ reply: event.output }) },
            target: 'done',
            actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'refused', actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) } },
        ],
      },
      initial: 'sending',
      states: { sending: {}, unknown: { on: { again: { actions: sendTo('step', { type: 'again' }) } } } },
    },
    done: {
      on: {
        reset: { target: 'editing', actions: 'forget' },
        submit: {
          target: 'submitting',
          actions: { type: 'takeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    refused: {
      initial: 'held',
      states: {
        /** The server asked for a wait: nothing is sent before it is over. */
        held: { tags: 'busy', always: { guard: 'isFree', target: 'free' }, after: { untilAllowed: 'free' } },
        free: {
          on: {
            reset: { target: '#submit.editing', actions: 'forget' },
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

/** What a page shows of a submit. */
export type SubmitState = 'editing' | 'submitting' | 'unknown' | 'done' | 'refused'
const shownStates = ['editing', 'submitting', 'done', 'refused'] as const
export function submitStateOf(snapshot: SnapshotFrom<typeof submitMachine>): SubmitState {
  if (snapshot.matches({ submitting: 'unknown' })) return 'unknown'
  return shownStates.find((state) => snapshot.matches(state)) ?? 'editing'
}

function holdOf(failure: Failure | null) {
  return failure?.kind === 'refused' ? Math.min(failure.afterMs ?? 0, maxHoldMs) : 0
}
