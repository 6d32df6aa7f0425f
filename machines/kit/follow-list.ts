import { assign, enqueueActions, fromEventObservable, setup, type ActorRefFrom } from 'xstate'
import { absent } from './absent.ts'
import { followMachine, type Followed } from './follow.ts'
import type { Keyed } from './step.ts'

/** All entities of the list (null before the first complete one), or one of them. */
export type ListNews<E> =
  | { type: 'list.received'; list: readonly E[] | null; isStale: boolean }
  | { type: 'copy.received'; copy: E }
/** The owner takes a step with one of them. */
export type ListAct<A> = Keyed & { type: 'act'; id: number; act: A }
type One<E, A, C extends Keyed, S extends string> = ReturnType<typeof followMachine<E, A, C, S>>
type Context<E, A, C extends Keyed, S extends string> = {
  readonly list: readonly E[] | null
  readonly isStale: boolean
  /** The actors of those that the owner has acted on here; the others have none. */
  readonly acting: ReadonlyMap<number, ActorRefFrom<One<E, A, C, S>>>
}
type Entity = { readonly id: number }

/** Entities of one kind: one actor for the list, and one more for each that is acted on. */
export const followListMachine = <E extends Entity, A, C extends Keyed, S extends string>(
  id: string,
  spec: Followed<E, A, C, S>,
) => {
  const newest = (held: E | null, received: E) => (held === null || spec.isAhead(held, received) ? received : held)
  const within = (context: { readonly list: readonly E[] | null }, wanted: number) =>
    context.list?.find((copy) => copy.id === wanted) ?? null
  return setup({
    types: { context: {} as Context<E, A, C, S>, events: {} as ListNews<E> | ListAct<A> },
    actors: {
      watchList: fromEventObservable<ListNews<E>, void>(absent('watchList')),
      one: followMachine<E, A, C, S>(spec),
    },
    guards: {
      may: ({ context }, { id: wanted, act }: { id: number; act: A }) => {
        const actor = context.acting.get(wanted)
        if (actor !== undefined) return actor.getSnapshot().can({ type: 'act', act, key: '' })
        const copy = within(context, wanted)
        return copy !== null && spec.may({ copy, now: null }, act)
      },
    },
    actions: {
      takeList: assign(({ context }, { list, isStale }: { list: readonly E[] | null; isStale: boolean }) => ({
        list: list?.map((copy) => newest(within(context, copy.id), copy)) ?? null,
        isStale,
      })),
      takeCopy: assign(({ context }, { copy }: { copy: E }) => ({
        list: context.list?.map((held) => (held.id === copy.id ? newest(held, copy) : held)) ?? null,
      })),
      spawnActor: assign(({ context, spawn }, { id: wanted }: { id: number }) => {
        const copy = within(context, wanted)
        if (copy === null || context.acting.has(wanted)) return {}
        return { acting: new Map(context.acting).set(wanted, spawn('one', { input: { copy } })) }
      }),
      forward: enqueueActions(({ context, enqueue }, { id: wanted, act, key }: Omit<ListAct<A>, 'type'>) => {
        const actor = context.acting.get(wanted)
        if (actor !== undefined) enqueue.sendTo(actor, { type: 'act', act, key })
      }),
      /** What is no longer listed is over; its actor stops. */
      stopGone: enqueueActions(({ context, enqueue }) => {
        if (context.list === null) return
        const gone = [...context.acting].filter(([held]) => within(context, held) === null)
        if (gone.length === 0) return
        for (const [, actor] of gone) enqueue.stopChild(actor)
        enqueue.assign({ acting: new Map([...context.acting].filter(([held]) => within(context, held) !== null)) })
      }),
    },
  }).createMachine({
    id,
    context: { list: null, isStale: false, acting: new Map() },
    invoke: { src: 'watchList' },
    on: {
      'list.received': {
        actions: [{ type: 'takeList', params: ({ event: { list, isStale } }) => ({ list, isStale }) }, 'stopGone'],
      },
      'copy.received': { actions: { type: 'takeCopy', params: ({ event }) => ({ copy: event.copy }) } },
      act: {
        guard: { type: 'may', params: ({ event }) => ({ id: event.id, act: event.act }) },
        actions: [
          { type: 'spawnActor', params: ({ event }) => ({ id: event.id }) },
          { type: 'forward', params: ({ event }) => ({ id: event.id, act: event.act, key: event.key }) },
        ],
      },
    },
  })
}

/** One of the list by its id. */
export const listedIn = <E extends Entity>(
  { context }: { readonly context: { readonly list: readonly E[] | null } },
  id: number,
): E | null => context.list?.find((copy) => copy.id === id) ?? null
