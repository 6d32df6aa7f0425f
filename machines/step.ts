import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

/** What a change bears through every retry: its key is the question "what became of it". */
export type Keyed = { readonly key: string }
/** What a person decided, spelled for the wire, without any secret. */
export type Intent = Keyed & { readonly body: unknown }
/** Stands in the input of a state that is never entered without an intent. */
export const noIntent: Intent = { key: '', body: null }
/** What became of a change, as it was asked for. `null`: it is done, but its value is not stored. */
export type OutcomeReceived<T> = { type: 'outcome.received'; reply: Reply<T | null> }

/** What a step, and each of its actors, begins with. */
export type StepInput<I> = { readonly change: I }

/** The part of a step that whoever invokes it looks at while it is under way. */
export type StepSnapshot = { readonly value: unknown; readonly context: { readonly reply: Reply<unknown> | null } }

const neverAnswered: Failure = { kind: 'unknown', because: 'unreachable' }

/**
 * One change on its way to the server. It leaves with its key; when the answer is lost, the outcome is asked for until
 * it is known. It ends with that: done or refused, never with "unknown". A machine that has something to send invokes it
 * as a child named `step`, and shows by a state of its own (`onSnapshot`, `isLost`) that the outcome is not known yet.
 *
 * Both actors have the change as their `input`: an actor that is restored in the middle starts over with it, so the
 * same key leaves. Asking waits and repeats inside `askOutcome`, because an `after` that is restored never fires.
 */
export const stepMachine = <I extends Keyed, T>() =>
  setup({
    types: {
      input: {} as StepInput<I>,
      context: {} as { readonly change: I; readonly reply: Reply<T | null> | null },
      events: {} as { type: 'again' } | OutcomeReceived<T>,
      output: {} as Reply<T | null>,
    },
    actors: {
      carry: fromPromise<Reply<T | null>, StepInput<I>>(absent('carry')),
      askOutcome: fromEventObservable<OutcomeReceived<T>, StepInput<I>>(absent('askOutcome')),
    },
    guards: {
      isKnown: (_, { reply }: { reply: Reply<T | null> }) => reply.ok || reply.failure.kind === 'refused',
    },
    actions: {
      storeReply: assign((_, { reply }: { reply: Reply<T | null> }) => ({ reply })),
    },
  }).createMachine({
    id: 'step',
    context: ({ input }) => ({ change: input.change, reply: null }),
    initial: 'carrying',
    output: ({ context }) => context.reply ?? { ok: false, failure: neverAnswered },
    states: {
      carrying: {
        invoke: {
          src: 'carry',
          input: ({ context }) => ({ change: context.change }),
          onDone: [
            {
              guard: { type: 'isKnown', params: ({ event }) => ({ reply: event.output }) },
              target: 'known',
              actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
            },
            { target: 'unknown', actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) } },
          ],
          // A bug of ours after the change may have left: nobody knows.
          onError: 'unknown',
        },
      },
      unknown: {
        invoke: { src: 'askOutcome', input: ({ context }) => ({ change: context.change }) },
        on: {
          again: { target: 'unknown', reenter: true },
          'outcome.received': {
            guard: { type: 'isKnown', params: ({ event }) => ({ reply: event.reply }) },
            target: 'known',
            actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.reply }) },
          },
        },
      },
      known: { type: 'final' },
    },
  })

/** The answer was lost: nobody knows what became of the change. */
export const isLost = ({ value }: StepSnapshot) => value === 'unknown'
/** Why it is not known; null when no answer came at all. */
export const lossOf = ({ context: { reply } }: StepSnapshot): Failure | null =>
  reply === null || reply.ok ? null : reply.failure
