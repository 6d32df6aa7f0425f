import { isPositionAhead, isPositionOver, mayLeverTransition, type Position, type PositionStatus } from '#contract/lever.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, lossOf, stepMachine, type StepSnapshot } from './step.ts'

/** Prices at which it shall end by itself; blank is none. */
export type Stops = { readonly target_profit_price: string; readonly stop_loss_price: string }
export type PositionIntent =
  | { type: 'close'; key: string }
  | { type: 'cancel'; key: string }
  | { type: 'setStop'; key: string; stops: Stops }
export type PositionChanged = { type: 'position.changed'; position: Position }
export type LeverAction = 'close' | 'cancel' | 'setStop'
/** What the owner wants done: to which contract, seen at which status, under which key. */
export type LeverStep = {
  readonly name: LeverAction
  readonly id: number
  readonly expect: PositionStatus
  readonly stops: Stops
  readonly key: string
}
const noStops: Stops = { target_profit_price: '', stop_loss_price: '' }
const noStep: LeverStep = { name: 'close', id: 0, expect: 'trading', stops: noStops, key: '' }

/** One contract as its owner sees it. The server decides; the machine follows, and only forward. */
export const leverPositionMachine = setup({
  types: {
    input: {} as { position: Position },
    context: {} as { position: Position; parked: Position | null; step: LeverStep | null; failure: Failure | null },
    events: {} as PositionIntent | PositionChanged,
    tags: {} as 'busy',
  },
  actors: {
    watchPosition: fromEventObservable<PositionChanged, { id: number }>(absent('watchPosition')),
    step: stepMachine<LeverStep, Position>(),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: PositionStatus }) => context.position.status === status,
    isNewer: ({ context }, { position }: { position: Position }) => isPositionAhead(context.position, position),
    isOver: ({ context }, { position }: { position: Position }) =>
      isPositionAhead(context.position, position) && isPositionOver(position),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    mayTake: ({ context }, { step }: { step: LeverAction }) => mayAct(step, context.position.status),
  },
  actions: {
    keepStep: assign(({ context: { position } }, { name, key, stops }: { name: LeverAction; key: string; stops: Stops }) => ({
      step: { name, id: position.id, expect: position.status, stops, key },
      failure: null,
    })),
    keepPosition: assign(({ context }, { position }: { position: Position }) => ({ position: newest(context.position, position), parked: null })),
    /** What is heard while a step of ours is under way waits for its answer, so that the answer still finds its question. */
    park: assign(({ context }, { position }: { position: Position }) => ({ parked: newest(context.parked ?? context.position, position) })),
    keepReply: assign(({ context: { position, parked } }, { reply }: { reply: Reply<Position | null> }) => {
      const heard = parked === null ? position : newest(position, parked)
      if (!reply.ok) return { position: heard, parked: null, failure: reply.failure }
      return { position: reply.value === null ? heard : newest(heard, reply.value), parked: null, failure: null }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'leverPosition',
  context: ({ input }) => ({ ...input, parked: null, step: null, failure: null }),
  invoke: { src: 'watchPosition', input: ({ context }) => ({ id: context.position.id }) },
  on: {
    'position.changed': {
      guard: { type: 'isNewer', params: ({ event }) => ({ position: event.position }) },
      target: '.settling',
      actions: { type: 'keepPosition', params: ({ event }) => ({ position: event.position }) },
    },
  },
  initial: 'settling',
  states: {
    settling: {
      always: [
        { guard: { type: 'isStatus', params: { status: 'pending' } }, target: 'pending' },
        { guard: { type: 'isStatus', params: { status: 'trading' } }, target: 'trading' },
        { guard: { type: 'isStatus', params: { status: 'closing' } }, target: 'closing' },
        { guard: { type: 'isStatus', params: { status: 'closed' } }, target: 'closed' },
        { guard: { type: 'isStatus', params: { status: 'cancelled' } }, target: 'cancelled' },
      ],
    },
    pending: {
      on: {
        cancel: {
          guard: { type: 'mayTake', params: { step: 'cancel' } },
          target: 'stepping',
          actions: { type: 'keepStep', params: ({ event }) => ({ name: 'cancel', key: event.key, stops: noStops }) },
        },
        setStop: {
          guard: { type: 'mayTake', params: { step: 'setStop' } },
          target: 'stepping',
          actions: { type: 'keepStep', params: ({ event }) => ({ name: 'setStop', key: event.key, stops: event.stops }) },
        },
      },
    },
    trading: {
      on: {
        close: {
          guard: { type: 'mayTake', params: { step: 'close' } },
          target: 'stepping',
          actions: { type: 'keepStep', params: ({ event }) => ({ name: 'close', key: event.key, stops: noStops }) },
        },
        setStop: {
          guard: { type: 'mayTake', params: { step: 'setStop' } },
          target: 'stepping',
          actions: { type: 'keepStep', params: ({ event }) => ({ name: 'setStop', key: event.key, stops: event.stops }) },
        },
      },
    },
    closing: {},
    stepping: {
      tags: 'busy',
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ change: context.step ?? noStep }),
        onSnapshot: {
          guard: { type: 'isLost', params: ({ event }) => ({ step: event.snapshot }) },
          target: '.unknown',
          actions: { type: 'storeFailure', params: ({ event }) => ({ failure: lossOf(event.snapshot) }) },
        },
        onDone: {
          target: 'settling',
          actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.output }) },
        },
      },
      on: {
        'position.changed': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ position: event.position }) },
            target: 'settling',
            actions: { type: 'keepPosition', params: ({ event }) => ({ position: event.position }) },
          },
          { actions: { type: 'park', params: ({ event }) => ({ position: event.position }) } },
        ],
      },
      initial: 'carrying',
      states: { carrying: {}, unknown: {} },
    },
    closed: {},
    cancelled: {},
  },
})

type Snapshot = SnapshotFrom<typeof leverPositionMachine>

/** The newest that is known of it, also while a step of ours waits for its answer. */
export const positionOf = ({ context: { position, parked } }: Snapshot): Position => (parked === null ? position : newest(position, parked))

/** Whether its owner may wish this at that status. */
export const mayAct = (step: LeverAction, status: PositionStatus) =>
  mayLeverTransition(step, status) || (step === 'setStop' && mayLeverTransition('stopPending', status))

function newest(kept: Position, heard: Position) {
  return isPositionAhead(kept, heard) ? heard : kept
}
