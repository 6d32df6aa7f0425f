import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup } from 'xstate'
import { absent } from './absent.ts'

/** Every retry of a change carries its key; the outcome is asked for by it. */
export type Keyed = { readonly key: string }
/** What the user decided, encoded for the wire, without secrets. */
export type Intent = Keyed & { readonly body: unknown }
/** Input of a state that is never entered without an intent. */
export const noIntent: Intent = { key: '', body: null }
/** The outcome of a change, as asked for. `null`: it is done, but its value is not stored. */
export type OutcomeReceived<T> = { type: 'outcome.received'; reply: Reply<T | null> }

/** The input of a step and of each of its actors. */
export type StepInput<I> = { readonly change: I }

/** The part of a step's snapshot that the invoking machine reads while it is under way. */
export type StepSnapshot = { readonly value: unknown; readonly context: { readonly reply: Reply<unknown> | null } }

const neverAnswered: Failure = { kind: 'unknown', because: 'unreachable' }

/**
 * One change on its way to the server. It is sent with its key; when the reply is lost, the outcome is asked for until
 * it is known. It ends as done or refused, never as unknown. A machine that has something to send invokes it as a child
 * named `step`, and shows by a state of its own (`onSnapshot`, `isLost`) that the outcome is not known yet.
 *
 * Both actors have the change as their `input`: an actor that is restored midway starts over with it, so the same key
 * is sent. Waiting and repeating happen inside `askOutcome`, because an `after` that is restored never fires. The laws
 * are in `LAWS.md`.
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
      send: fromPromise<Reply<T | null>, StepInput<I>>(absent('send')),
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
    initial: 'sending',
    output: ({ context }) => context.reply ?? { ok: false, failure: neverAnswered },
    states: {
      sending: {
        invoke: {
          src: 'send',
          input: ({ context }) => ({ change: context.change }),
          onDone: [
            {
              guard: { type: 'isKnown', params: ({ event }) => ({ reply: event.output }) },
              target: 'known',
              actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) },
            },
            { target: 'unknown', actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.output }) } },
          ],
          // A bug of ours after the change may have been sent: its outcome is unknown.
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

type Invoked<C> = { readonly context: { readonly step: C | null } }
type Shown = { readonly event: { readonly snapshot: StepSnapshot } }
type Ended<T> = { readonly event: { readonly output: Reply<T | null> } }
/**
 * The state in which a machine's step is under way: it invokes the child `step` with the change in `context.step`,
 * shows by `unknown` that the outcome is not known, and goes to `done` when it is, or to `refused`. The machine
 * provides the guard `isLost` and the actions `storeFailure` and `storeReply`.
 */
export const stepping = <
  C extends Keyed,
  T,
  const Done extends string | readonly string[],
  const Refused extends string | readonly string[] = Done,
>(
  none: C,
  done: Done,
  refused?: Refused,
) =>
  ({
    tags: 'busy',
    invoke: {
      id: 'step',
      src: 'step',
      input: ({ context }: Invoked<C>) => ({ change: context.step ?? none }),
      onSnapshot: {
        guard: { type: 'isLost', params: ({ event }: Shown) => ({ step: event.snapshot }) },
        target: '.unknown',
        actions: { type: 'storeFailure', params: ({ event }: Shown) => ({ failure: lossOf(event.snapshot) }) },
      },
      onDone: [
        {
          guard: ({ event }: Ended<T>) => event.output.ok,
          target: done,
          actions: { type: 'storeReply', params: ({ event }: Ended<T>) => ({ reply: event.output }) },
        },
        {
          target: refused ?? done,
          actions: { type: 'storeReply', params: ({ event }: Ended<T>) => ({ reply: event.output }) },
        },
      ],
    },
    initial: 'sending',
    states: { sending: {}, unknown: {} },
  }) as const

/** The reply was lost: the outcome of the change is unknown. */
export const isLost = ({ value }: StepSnapshot) => value === 'unknown'
/** Why the outcome is unknown; null when the call failed without a reply. */
export const lossOf = ({ context: { reply } }: StepSnapshot): Failure | null =>
  reply === null || reply.ok ? null : reply.failure
