import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, sendTo, setup, type SnapshotFrom } from 'xstate'
import { isLost, noIntent, stepMachine, stepping, type Intent, type StepSnapshot } from './step.ts'

type SubmitEvent = { type: 'open' } | { type: 'close' } | { type: 'submit'; intent: Intent } | { type: 'again' }

/** Longer than any wait a server may reasonably ask for. */
const maxHoldMs = 10 * 60_000
const holdOf = (failure: Failure | null) =>
  failure?.kind === 'refused' ? Math.min(failure.afterMs ?? 0, maxHoldMs) : 0

const submit = {
  target: '#submit.submitting',
  actions: { type: 'storeIntent', params: ({ event }: { event: { intent: Intent } }) => ({ intent: event.intent }) },
} as const

/**
 * One change from its form to its outcome: edited, reviewed if it moves money, sent once, and then done or refused.
 * While the outcome is unknown it is asked for. The review may be closed meanwhile; it opens again with the outcome.
 */
export const submitMachine = setup({
  types: {
    context: {} as { step: Intent | null; failure: Failure | null; value: unknown },
    events: {} as SubmitEvent,
    /** `open`: the review is on the screen. */
    tags: {} as 'busy' | 'open',
    children: {} as { step: 'step' },
  },
  actors: { step: stepMachine<Intent, unknown>() },
  guards: {
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isFree: ({ context }) => holdOf(context.failure) === 0,
  },
  actions: {
    storeIntent: assign((_, { intent }: { intent: Intent }) => ({ step: intent, failure: null, value: null })),
    storeReply: assign((_, { reply }: { reply: Reply<unknown> }) =>
      reply.ok ? { value: reply.value, failure: null } : { value: null, failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ step: null, failure: null, value: null }),
  },
  delays: { untilAllowed: ({ context }) => holdOf(context.failure) },
}).createMachine({
  id: 'submit',
  context: { step: null, failure: null, value: null },
  initial: 'editing',
  states: {
    editing: { entry: 'forget', on: { open: 'reviewing', submit } },
    reviewing: { tags: 'open', on: { close: 'editing', submit } },
    submitting: {
      ...stepping<Intent, unknown, 'done', 'refused'>(noIntent, 'done', 'refused'),
      states: {
        sending: { tags: 'open' },
        unknown: {
          initial: 'shown',
          on: { again: { actions: sendTo('step', { type: 'again' }) } },
          states: { shown: { tags: 'open', on: { close: 'hidden' } }, hidden: {} },
        },
      },
    },
    done: { tags: 'open', on: { close: 'editing', submit } },
    refused: {
      tags: 'open',
      initial: 'held',
      states: {
        /** The server asked for a wait: nothing is sent before it is over. */
        held: {
          tags: 'busy',
          always: { guard: 'isFree', target: 'free' },
          after: { untilAllowed: 'free' },
          on: { close: '#submit.waiting' },
        },
        free: { on: { close: '#submit.editing', submit } },
      },
    },
    /** The same wait, with the review closed. */
    waiting: { tags: 'busy', after: { untilAllowed: 'editing' } },
  },
})

/** What a page shows of a submit. */
export type SubmitState = 'editing' | 'submitting' | 'unknown' | 'done' | 'refused'
const shownStates = ['submitting', 'done', 'refused'] as const
export function submitStateOf(snapshot: SnapshotFrom<typeof submitMachine>): SubmitState {
  if (snapshot.matches({ submitting: 'unknown' })) return 'unknown'
  return shownStates.find((state) => snapshot.matches(state)) ?? 'editing'
}
