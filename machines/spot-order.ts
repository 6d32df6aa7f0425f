import type { Failure, Reply } from '#contract/wire/reply.ts'
import {
  isSpotOrderAhead,
  isSpotOrderOver,
  maySpotTransition,
  type SpotOrder,
  type SpotStatus,
  type spotTransitions,
} from '#contract/spot.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

export type SpotIntent = { type: 'cancel'; key: string }
export type OrderChanged = { type: 'order.changed'; order: SpotOrder }
/** A change by the owner: of which order, at which status it was seen, under which key. */
export type SpotStep = { readonly id: number; readonly expect: SpotStatus; readonly key: string }
const noStep: SpotStep = { id: 0, expect: 'waiting', key: '' }

/** One spot order as its owner sees it. The server decides; the machine follows. */
export const spotOrderMachine = setup({
  types: {
    input: {} as { order: SpotOrder },
    context: {} as { order: SpotOrder; step: SpotStep | null; failure: Failure | null },
    events: {} as SpotIntent | OrderChanged,
    tags: {} as 'busy',
  },
  actors: {
    watchOrder: fromEventObservable<OrderChanged, { id: number }>(absent('watchOrder')),
    step: stepMachine<SpotStep, SpotOrder>(),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: SpotStatus }) => context.order.status === status,
    isNewer: ({ context }, { order }: { order: SpotOrder }) => isSpotOrderAhead(context.order, order),
    isEnded: ({ context }, { order }: { order: SpotOrder }) =>
      isSpotOrderAhead(context.order, order) && isSpotOrderOver(order),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    mayStep: ({ context }, { step }: { step: keyof typeof spotTransitions }) =>
      maySpotTransition(step, context.order.status),
  },
  actions: {
    storeStep: assign(({ context: { order } }, { key }: { key: string }) => ({
      step: { id: order.id, expect: order.status, key },
      failure: null,
    })),
    storeOrder: assign(({ context }, { order }: { order: SpotOrder }) => ({ order: newest(context.order, order) })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<SpotOrder | null> }) =>
      reply.ok
        ? { order: reply.value === null ? context.order : newest(context.order, reply.value), failure: null }
        : { failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'spotOrder',
  context: ({ input }) => ({ ...input, step: null, failure: null }),
  invoke: { src: 'watchOrder', input: ({ context }) => ({ id: context.order.id }) },
  on: {
    'order.changed': [
      {
        guard: { type: 'isEnded', params: ({ event }) => ({ order: event.order }) },
        target: '.deciding',
        actions: { type: 'storeOrder', params: ({ event }) => ({ order: event.order }) },
      },
      // A fill changes amounts, not the status: a change under way goes on.
      {
        guard: { type: 'isNewer', params: ({ event }) => ({ order: event.order }) },
        actions: { type: 'storeOrder', params: ({ event }) => ({ order: event.order }) },
      },
    ],
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: { type: 'isStatus', params: { status: 'waiting' } }, target: 'waiting' },
        { guard: { type: 'isStatus', params: { status: 'completed' } }, target: 'completed' },
        { guard: { type: 'isStatus', params: { status: 'cancelled' } }, target: 'cancelled' },
      ],
    },
    waiting: {
      on: {
        cancel: {
          guard: { type: 'mayStep', params: { step: 'cancel' } },
          target: 'cancelling',
          actions: { type: 'storeStep', params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    cancelling: stepping(noStep, 'deciding'),
    completed: {},
    cancelled: {},
  },
})

type Snapshot = SnapshotFrom<typeof spotOrderMachine>

/** A change is under way, or its outcome is unknown. */
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')

/** Replies and events may overtake each other; the order never goes back. */
function newest(held: SpotOrder, received: SpotOrder) {
  return isSpotOrderAhead(held, received) ? received : held
}
