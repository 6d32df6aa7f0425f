import { decode } from '#contract/wire/coded.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type Keyed, type StepSnapshot } from './step.ts'

/** A copy of the entity was received by push or read; `why` tells what has happened to it, where that is known. */
type CopyReceived<E, W = never> = { type: 'copy.received'; copy: E; why: W | null }
/** The latest the server's clock can be, in epoch milliseconds. */
type Ticked = { type: 'clock.ticked'; now: number }
export type News<E, W = never> = CopyReceived<E, W> | Ticked
/** The owner takes a step. */
type Act<A> = Keyed & { type: 'act'; act: A }
type Input<E> = { readonly copy: E }
/** What is known of the entity: its newest copy, and the server's time where a tick has told it. */
export type Held<E> = Input<E> & { readonly now: number | null }
type Context<E, C, W> = Held<E> & {
  readonly why: W | null
  readonly step: C | null
  readonly failure: Failure | null
}

type SchemaOf<E> = Parameters<typeof decode>[0] & { readonly _zod: { readonly output: E } }
/** What a machine must know of an entity in order to follow it. */
export type Followed<E, A, C, S extends string> = {
  /** The name of the machine. */
  readonly id: string
  /** Reads the copy that a refused step brings as `now`. */
  readonly schema: SchemaOf<E>
  /** True if both are copies of one entity and the received one is newer. */
  readonly isAhead: (held: E, received: E) => boolean
  readonly states: readonly S[]
  /** The state that shows it. */
  readonly stateOf: (held: Held<E>) => S
  /** Whether the owner may take this step. */
  readonly may: (held: Held<E>, act: A) => boolean
  /** The step as it is sent: on which entity, at which status it was seen, under which key. */
  readonly changeOf: (copy: E, act: A, key: string) => C
  /** A change that is never sent. */
  readonly none: C
}

const followSetup = <E, A, C extends Keyed, S extends string, W>(spec: Followed<E, A, C, S>) =>
  setup({
    types: {
      input: {} as Input<E>,
      context: {} as Context<E, C, W>,
      events: {} as Act<A> | News<E, W> | { type: 'dismiss' },
      tags: {} as 'busy',
    },
    actors: {
      watch: fromEventObservable<News<E, W>, Input<E>>(absent('watch')),
      step: stepMachine<C, E>(),
    },
    guards: {
      isAt: ({ context }, { state }: { state: S }) => spec.stateOf(context) === state,
      isNewer: ({ context }, { copy }: { copy: E }) => spec.isAhead(context.copy, copy),
      isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
      may: ({ context }, { act }: { act: A }) => spec.may(context, act),
    },
    actions: {
      storeStep: assign(({ context: { copy } }, { act, key }: Keyed & { act: A }) => ({
        step: spec.changeOf(copy, act, key),
        failure: null,
      })),
      storeCopy: assign((_, { copy, why }: { copy: E; why: W | null }) => ({ copy, why })),
      storeTime: assign((_, { now }: { now: number }) => ({ now })),
      storeReply: assign(({ context: { copy } }, { reply }: { reply: Reply<E | null> }) => {
        const received = reply.ok ? reply.value : currentIn(spec.schema, reply.failure)
        return {
          copy: received !== null && spec.isAhead(copy, received) ? received : copy,
          failure: reply.ok ? null : reply.failure,
          step: null,
        }
      }),
      storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    },
  })

/**
 * One entity whose status the server moves, as its owner sees it. `life` follows the copies it is given, forward only;
 * no time moves the entity here. Beside it, `hand` has at most one step of the owner under way, which a newer copy does
 * not stop.
 */
export const followMachine = <E, A, C extends Keyed, S extends string, W = never>(spec: Followed<E, A, C, S>) =>
  followSetup<E, A, C, S, W>(spec).createMachine({
    id: spec.id,
    context: ({ input }) => ({ ...input, now: null, why: null, step: null, failure: null }),
    invoke: { src: 'watch', input: ({ context: { copy } }) => ({ copy }) },
    type: 'parallel',
    states: {
      life: {
        initial: 'deciding',
        // On this region, not on the root: leaving the root's regions would stop a step that is under way.
        on: {
          'copy.received': {
            guard: { type: 'isNewer', params: ({ event }) => ({ copy: event.copy }) },
            target: '.deciding',
            actions: { type: 'storeCopy', params: ({ event }) => ({ copy: event.copy, why: event.why }) },
          },
          'clock.ticked': {
            target: '.deciding',
            actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) },
          },
        },
        states: {
          deciding: {
            always: spec.states.map((state) => ({
              guard: { type: 'isAt' as const, params: { state } },
              target: state,
            })),
          },
          ...restingStates(spec.states),
        },
      },
      hand: {
        initial: 'watching',
        states: {
          watching: {
            on: {
              act: {
                guard: { type: 'may', params: ({ event }) => ({ act: event.act }) },
                target: 'stepping',
                actions: { type: 'storeStep', params: ({ event }) => ({ act: event.act, key: event.key }) },
              },
              dismiss: { actions: { type: 'storeFailure', params: { failure: null } } },
            },
          },
          stepping: stepping(spec.none, ['watching', `#${spec.id}.life.deciding`]),
        },
      },
    },
  })

/** A state that nothing leaves by itself, under each name. */
const restingStates = <S extends string>(names: readonly S[]) => {
  const states = {} as { [K in S]: {} }
  for (const name of names) states[name] = {}
  return states
}
/** The entity as a refused step found it. */
const currentIn = <E>(schema: SchemaOf<E>, failure: Failure): E | null => {
  const read = failure.kind === 'refused' ? decode(schema, failure.params['now']) : null
  return read?.success ? read.data : null
}

/** A snapshot of such a machine, as far as a page reads it. */
export type FollowSnapshot<E, A, W = never> = {
  readonly context: Pick<Context<E, unknown, W>, 'copy' | 'now' | 'why' | 'failure'>
  readonly hasTag: (tag: 'busy') => boolean
  readonly matches: (state: { readonly hand: { readonly stepping: 'unknown' } }) => boolean
  readonly can: (event: Act<A>) => boolean
}
/** What a page shows of it. A failure is told when the step is over; until then its outcome is unknown. */
export const connectFollowed = <E, A, W>(snapshot: FollowSnapshot<E, A, W>) => {
  const { copy, now, why, failure } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  return {
    copy,
    now,
    why,
    isBusy,
    isUnknown: snapshot.matches({ hand: { stepping: 'unknown' } }),
    failure: isBusy ? null : failure,
    may: (act: A) => snapshot.can({ type: 'act', act, key: '' }),
  }
}
