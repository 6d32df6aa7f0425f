import {
  isPositionAhead,
  isPositionOver,
  mayLeverTransition,
  type Position,
  type PositionStatus,
} from '#contract/lever.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

/** Stop prices at which the position closes by itself; an empty string is none. */
export type Stops = { readonly target_profit_price: string; readonly stop_loss_price: string }
export type PositionIntent =
  /** `lots`: how many of them; without it all. */
  | { type: 'close'; key: string; lots?: number }
  /** Closes it and opens the other side; `seen` is the opening price that was shown. */
  | { type: 'reverse'; key: string; seen: string }
  | { type: 'cancel'; key: string }
  | { type: 'setStop'; key: string; stops: Stops }
export type PositionChanged = { type: 'position.changed'; position: Position }
export type LeverAction = 'close' | 'reverse' | 'cancel' | 'setStop'
/** A change by the owner: of which position, at which status it was seen, under which key. */
export type LeverStep = {
  readonly name: LeverAction
  readonly id: number
  readonly expect: PositionStatus
  readonly stops: Stops
  /** Lots to close; null for all. */
  readonly lots: number | null
  /** The opening price that was shown before a reverse. */
  readonly seen: string
  readonly key: string
}
const noStops: Stops = { target_profit_price: '', stop_loss_price: '' }
const noTerms = { stops: noStops, lots: null, seen: '' }
const noStep: LeverStep = { name: 'close', id: 0, expect: 'trading', ...noTerms, key: '' }

/** One position as its owner sees it. The server decides; the machine follows, and never goes back. */
export const leverPositionMachine = setup({
  types: {
    input: {} as { position: Position },
    context: {} as { position: Position; deferred: Position | null; step: LeverStep | null; failure: Failure | null },
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
    mayStep: ({ context }, { step }: { step: LeverAction }) => mayAct(step, context.position.status),
  },
  actions: {
    storeStep: assign(
      ({ context: { position } }, { name, key, ...terms }: Pick<LeverStep, 'name' | 'key'> & Partial<LeverStep>) => ({
        step: { ...noTerms, ...terms, name, id: position.id, expect: position.status, key },
        failure: null,
      }),
    ),
    storePosition: assign(({ context }, { position }: { position: Position }) => ({
      position: newest(context.position, position),
      deferred: null,
    })),
    /** A copy received while a change is under way is deferred until the reply, so that the change keeps its state. */
    defer: assign(({ context }, { position }: { position: Position }) => ({
      deferred: newest(context.deferred ?? context.position, position),
    })),
    storeReply: assign(({ context: { position, deferred } }, { reply }: { reply: Reply<Position | null> }) => {
      const received = deferred === null ? position : newest(position, deferred)
      if (!reply.ok) return { position: received, deferred: null, failure: reply.failure }
      const next = reply.value === null ? received : newest(received, reply.value)
      return { position: next, deferred: null, failure: null }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'leverPosition',
  context: ({ input }) => ({ ...input, deferred: null, step: null, failure: null }),
  invoke: { src: 'watchPosition', input: ({ context }) => ({ id: context.position.id }) },
  on: {
    'position.changed': {
      guard: { type: 'isNewer', params: ({ event }) => ({ position: event.position }) },
      target: '.deciding',
      actions: { type: 'storePosition', params: ({ event }) => ({ position: event.position }) },
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
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
          guard: { type: 'mayStep', params: { step: 'cancel' } },
          target: 'stepping',
          actions: { type: 'storeStep', params: ({ event }) => ({ name: 'cancel', key: event.key }) },
        },
        setStop: {
          guard: { type: 'mayStep', params: { step: 'setStop' } },
          target: 'stepping',
          actions: {
            type: 'storeStep',
            params: ({ event }) => ({ name: 'setStop', key: event.key, stops: event.stops }),
          },
        },
      },
    },
    trading: {
      on: {
        close: {
          guard: { type: 'mayStep', params: { step: 'close' } },
          target: 'stepping',
          actions: {
            type: 'storeStep',
            params: ({ event }) => ({ name: 'close', key: event.key, lots: event.lots ?? null }),
          },
        },
        reverse: {
          guard: { type: 'mayStep', params: { step: 'reverse' } },
          target: 'stepping',
          actions: {
            type: 'storeStep',
            params: ({ event }) => ({ name: 'reverse', key: event.key, seen: event.seen }),
          },
        },
        setStop: {
          guard: { type: 'mayStep', params: { step: 'setStop' } },
          target: 'stepping',
          actions: {
            type: 'storeStep',
            params: ({ event }) => ({ name: 'setStop', key: event.key, stops: event.stops }),
          },
        },
      },
    },
    closing: {},
    stepping: {
      ...stepping(noStep, 'deciding'),
      on: {
        'position.changed': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ position: event.position }) },
            target: 'deciding',
            actions: { type: 'storePosition', params: ({ event }) => ({ position: event.position }) },
          },
          { actions: { type: 'defer', params: ({ event }) => ({ position: event.position }) } },
        ],
      },
    },
    closed: {},
    cancelled: {},
  },
})

type Snapshot = SnapshotFrom<typeof leverPositionMachine>

/** The newest known copy, also while a change is under way. */
export const positionOf = ({ context: { position, deferred } }: Snapshot): Position =>
  deferred === null ? position : newest(position, deferred)

/** Whether the owner may make this change at that status. */
export const mayAct = (step: LeverAction, status: PositionStatus) =>
  mayLeverTransition(step === 'reverse' ? 'close' : step, status) ||
  (step === 'setStop' && mayLeverTransition('stopPending', status))

function newest(held: Position, received: Position) {
  return isPositionAhead(held, received) ? received : held
}
