import { decode } from '#contract/wire/coded.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import {
  hostingOrder,
  isHostingAhead,
  isHostingOver,
  mayHostingStep,
  type HostingOrder,
  type HostingWhy,
} from '#contract/finance.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

/** The owner redeems at the cost that was shown. */
export type Redeem = { type: 'redeem'; seenFee: string; key: string }
export type HostingChanged = { type: 'order.changed'; order: HostingOrder; why: HostingWhy | null }
/** A redemption: of which order, at which cost it was confirmed, under which key. */
export type RedeemChange = { readonly id: number; readonly seenFee: string; readonly key: string }

type Context = {
  readonly order: HostingOrder
  readonly step: RedeemChange | null
  readonly failure: Failure | null
  /** What last happened to the order while this page was open. */
  readonly why: HostingWhy | null
}
type End = 'hosting' | 'completed' | 'redeemed'

const noStep: RedeemChange = { id: 0, seenFee: '0', key: '' }

/**
 * One hosting order as its owner sees it. It follows the copies it is given, forward only; interest and the end of its
 * term come from
 * the server, and no time moves it here. Beside it runs at most one redemption.
 */
export const hostingOrderMachine = setup({
  types: {
    input: {} as { order: HostingOrder },
    context: {} as Context,
    events: {} as Redeem | HostingChanged | { type: 'dismiss' },
    tags: {} as 'busy',
  },
  actors: {
    watchOrder: fromEventObservable<HostingChanged, { id: number }>(absent('watchOrder')),
    step: stepMachine<RedeemChange, HostingOrder>(),
  },
  guards: {
    isEnd: ({ context }, { end }: { end: End }) => endOf(context.order) === end,
    isNewer: ({ context }, { order }: { order: HostingOrder }) =>
      order.id === context.order.id && isHostingAhead(context.order, order),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    mayRedeem: ({ context }) => mayHostingStep('redeem', context.order.status),
  },
  actions: {
    storeStep: assign(({ context: { order } }, { seenFee, key }: Redeem) => ({
      step: { id: order.id, seenFee, key },
      failure: null,
    })),
    storeOrder: assign((_, { order, why }: { order: HostingOrder; why: HostingWhy | null }) => ({ order, why })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<HostingOrder | null> }) => {
      const received = reply.ok ? reply.value : currentIn(reply.failure)
      return {
        order: received === null ? context.order : newest(context.order, received),
        failure: reply.ok ? null : reply.failure,
        step: null,
      }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'hostingOrder',
  context: ({ input }) => ({ ...input, step: null, failure: null, why: null }),
  invoke: { src: 'watchOrder', input: ({ context }) => ({ id: context.order.id }) },
  type: 'parallel',
  states: {
    life: {
      initial: 'deciding',
      // On this region, not on the root: leaving the root's regions would stop a step that is under way.
      on: {
        'order.changed': {
          guard: { type: 'isNewer', params: ({ event }) => ({ order: event.order }) },
          target: '.deciding',
          actions: { type: 'storeOrder', params: ({ event }) => ({ order: event.order, why: event.why }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isEnd', params: { end: 'completed' } }, target: 'completed' },
            { guard: { type: 'isEnd', params: { end: 'redeemed' } }, target: 'redeemed' },
            { target: 'hosting' },
          ],
        },
        hosting: {},
        completed: {},
        redeemed: {},
      },
    },
    hand: {
      initial: 'watching',
      states: {
        watching: {
          on: {
            redeem: {
              guard: 'mayRedeem',
              target: 'stepping',
              actions: { type: 'storeStep', params: ({ event }) => event },
            },
            dismiss: { actions: { type: 'storeFailure', params: { failure: null } } },
          },
        },
        stepping: stepping(noStep, ['watching', '#hostingOrder.life.deciding']),
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof hostingOrderMachine>

/** Replies and events may overtake each other; an order never goes back. */
const newest = (held: HostingOrder, received: HostingOrder) => (isHostingAhead(held, received) ? received : held)
/** The order as a refused step found it. */
const currentIn = (failure: Failure): HostingOrder | null => {
  const read = failure.kind === 'refused' ? decode(hostingOrder, failure.params['now']) : null
  return read?.success ? read.data : null
}
/** Where an order is: it runs, its term is over, or it was left early. */
export const endOf = (order: Pick<HostingOrder, 'status' | 'is_cancel'>): End =>
  !isHostingOver(order) ? 'hosting' : order.is_cancel ? 'redeemed' : 'completed'
/** True if it can be redeemed and nothing is under way. */
export const mayRedeemNow = (snapshot: Snapshot) => snapshot.can({ type: 'redeem', seenFee: '0', key: '' })

export type RedeemState = 'editing' | 'submitting' | 'unknown' | 'refused' | 'done'
/** The redemption as a review shows it. */
export function redeemStateOf({ value, context: { order, failure } }: Snapshot): RedeemState {
  if (value.hand !== 'watching') return value.hand.stepping === 'unknown' ? 'unknown' : 'submitting'
  if (failure !== null) return 'refused'
  return order.is_cancel ? 'done' : 'editing'
}
