import type { Failure, Reply } from '#contract/wire/reply.ts'
import { isSpotOrderAhead, isSpotOrderOver, maySpotTransition, type SpotOrder, type SpotStatus, type spotTransitions } from '#contract/spot.ts'
import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

export type SpotIntent = { type: 'cancel'; key: string }
export type OrderChanged = { type: 'order.changed'; order: SpotOrder }
/** What became of a step whose answer was lost. */
export type StepReceived = { type: 'step.received'; reply: Reply<SpotOrder | null> }
export type Step = { readonly id: number; readonly expect: SpotStatus; readonly key: string }

/** One spot order as its owner sees it. The server decides; the machine follows. */
export const spotOrderMachine = setup({
  types: {
    input: {} as { order: SpotOrder },
    context: {} as { order: SpotOrder; step: Step | null; failure: Failure | null },
    events: {} as SpotIntent | OrderChanged | StepReceived,
    tags: {} as 'busy',
  },
  actors: {
    watchOrder: fromEventObservable<OrderChanged, { id: number }>(absent('watchOrder')),
    cancelOrder: fromPromise<Reply<SpotOrder>, Step>(absent('cancelOrder')),
    askStep: fromEventObservable<StepReceived, Step>(absent('askStep')),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: SpotStatus }) => context.order.status === status,
    isNewer: ({ context }, { order }: { order: SpotOrder }) => isSpotOrderAhead(context.order, order),
    isEnded: ({ context }, { order }: { order: SpotOrder }) => isSpotOrderAhead(context.order, order) && isSpotOrderOver(order),
    isUnknown: (_, { reply }: { reply: Reply<SpotOrder> }) => !reply.ok && reply.failure.kind !== 'refused',
    mayTake: ({ context }, { step }: { step: keyof typeof spotTransitions }) => maySpotTransition(step, context.order.status),
  },
  actions: {
    keepStep: assign(({ context: { order } }, { key }: { key: string }) => ({
      step: { id: order.id, expect: order.status, key },
      failure: null,
    })),
    keepOrder: assign(({ context }, { order }: { order: SpotOrder }) => ({ order: newest(context.order, order) })),
    keepReply: assign(({ context }, { reply }: { reply: Reply<SpotOrder | null> }) =>
      reply.ok
        ? { order: reply.value === null ? context.order : newest(context.order, reply.value), failure: null }
        : { failure: reply.failure },
    ),
  },
}).createMachine({
  id: 'spotOrder',
  context: ({ input }) => ({ ...input, step: null, failure: null }),
  invoke: { src: 'watchOrder', input: ({ context }) => ({ id: context.order.id }) },
  on: {
    'order.changed': [
      {
        guard: { type: 'isEnded', params: ({ event }) => ({ order: event.order }) },
        target: '.settling',
        actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.order }) },
      },
      // A fill moves amounts, not the life: a step under way goes on.
      {
        guard: { type: 'isNewer', params: ({ event }) => ({ order: event.order }) },
        actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.order }) },
      },
    ],
  },
  initial: 'settling',
  states: {
    settling: {
      always: [
        { guard: { type: 'isStatus', params: { status: 'waiting' } }, target: 'waiting' },
        { guard: { type: 'isStatus', params: { status: 'completed' } }, target: 'completed' },
        { guard: { type: 'isStatus', params: { status: 'cancelled' } }, target: 'cancelled' },
      ],
    },
    waiting: {
      on: {
        cancel: {
          guard: { type: 'mayTake', params: { step: 'cancel' } },
          target: 'cancelling',
          actions: { type: 'keepStep', params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    cancelling: {
      tags: 'busy',
      invoke: {
        src: 'cancelOrder',
        input: ({ context }) => context.step ?? noStep,
        onDone: [
          {
            guard: { type: 'isUnknown', params: ({ event }) => ({ reply: event.output }) },
            target: 'unsure',
            actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) },
          },
          { target: 'settling', actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) } },
        ],
        onError: 'unsure',
      },
    },
    unsure: {
      tags: 'busy',
      invoke: { src: 'askStep', input: ({ context }) => context.step ?? noStep },
      on: {
        'step.received': { target: 'settling', actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.reply }) } },
      },
    },
    completed: {},
    cancelled: {},
  },
})

type Snapshot = SnapshotFrom<typeof spotOrderMachine>

/** A step is under way or not yet known. */
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')

const noStep: Step = { id: 0, expect: 'waiting', key: '' }

/** Answers and messages may overtake each other; the order never moves back. */
function newest(kept: SpotOrder, heard: SpotOrder) {
  return isSpotOrderAhead(kept, heard) ? heard : kept
}
