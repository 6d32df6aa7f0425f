import { decode } from '#contract/wire/coded.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { isOtcOrderAhead, otcClockOf, otcOrder, type OtcOrder, type OtcOrderWhy } from '#contract/otc.ts'
import { otcMay, type OtcAction, type OtcStatus } from '#contract/otc-steps.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

/** What a party adds to a step: pictures and words, or the fund password. */
export type OtcDetails = {
  readonly vouchers?: readonly string[]
  readonly problem?: string
  readonly pin?: string
  /** The buyer's part of an offered split; the number of the offer that is agreed to. */
  readonly toBuyer?: string
  readonly offerNo?: number
}
export type OtcAct = { type: 'act'; action: OtcAction; details: OtcDetails; key: string }
export type OtcOrderChanged = { type: 'order.changed'; order: OtcOrder; why: OtcOrderWhy | null }
export type OtcTicked = { type: 'clock.ticked'; now: number }
/** A step of a party: on which order, at which status it was seen, under which key. */
export type OtcChange = {
  readonly id: string
  readonly expect: OtcStatus
  readonly action: OtcAction
  readonly details: OtcDetails
  readonly key: string
}
const noStep: OtcChange = { id: '', expect: 'to_be_paid', action: 'pay', details: {}, key: '' }

type Context = {
  readonly order: OtcOrder
  /** The latest the server's clock can be; null until it is known. */
  readonly now: number | null
  readonly step: OtcChange | null
  readonly failure: Failure | null
  /** What last happened to the order while this page was open. */
  readonly why: OtcOrderWhy | null
}

/**
 * One order as one of its parties sees it. It follows the copies it is given, forward only by `rev`; deadlines are
 * instants of the
 * server, compared on each tick, and no time moves the order here. Beside it runs at most one step of the party.
 */
export const otcOrderMachine = setup({
  types: {
    input: {} as { order: OtcOrder },
    context: {} as Context,
    events: {} as OtcAct | OtcOrderChanged | OtcTicked | { type: 'dismiss' },
    tags: {} as 'busy',
  },
  actors: {
    watchOrder: fromEventObservable<OtcOrderChanged | OtcTicked, { id: string }>(absent('watchOrder')),
    step: stepMachine<OtcChange, OtcOrder>(),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: OtcStatus }) => context.order.status === status,
    isNewer: ({ context }, { order }: { order: OtcOrder }) =>
      order.id === context.order.id && isOtcOrderAhead(context.order, order),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    may: ({ context }, { action }: { action: OtcAction }) => mayIn(context).includes(action),
  },
  actions: {
    storeStep: assign(({ context: { order } }, { action, details, key }: OtcAct) => ({
      step: { id: order.id, expect: order.status, action, details, key },
      failure: null,
    })),
    storeOrder: assign((_, { order, why }: { order: OtcOrder; why: OtcOrderWhy | null }) => ({ order, why })),
    storeTime: assign((_, { now }: { now: number }) => ({ now })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<OtcOrder | null> }) => {
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
  id: 'otcOrder',
  context: ({ input }) => ({ ...input, now: null, step: null, failure: null, why: null }),
  invoke: { src: 'watchOrder', input: ({ context }) => ({ id: context.order.id }) },
  type: 'parallel',
  on: {
    'clock.ticked': { actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) } },
  },
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
            { guard: { type: 'isStatus', params: { status: 'to_be_paid' } }, target: 'toBePaid' },
            { guard: { type: 'isStatus', params: { status: 'to_be_confirmed' } }, target: 'toBeConfirmed' },
            { guard: { type: 'isStatus', params: { status: 'seller_appealing' } }, target: 'sellerAppealing' },
            { guard: { type: 'isStatus', params: { status: 'overtime_appealing' } }, target: 'overtimeAppealing' },
            { guard: { type: 'isStatus', params: { status: 'confirmed' } }, target: 'confirmed' },
            { guard: { type: 'isStatus', params: { status: 'cancelled' } }, target: 'cancelled' },
          ],
        },
        toBePaid: {},
        toBeConfirmed: {},
        sellerAppealing: {},
        overtimeAppealing: {},
        confirmed: {},
        cancelled: {},
      },
    },
    hand: {
      initial: 'watching',
      states: {
        watching: {
          on: {
            act: {
              guard: { type: 'may', params: ({ event }) => ({ action: event.action }) },
              target: 'stepping',
              actions: { type: 'storeStep', params: ({ event }) => event },
            },
            dismiss: { actions: { type: 'storeFailure', params: { failure: null } } },
          },
        },
        stepping: stepping(noStep, ['watching', '#otcOrder.life.deciding']),
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof otcOrderMachine>

/** Replies and events may overtake each other; the order never goes back. */
const newest = (held: OtcOrder, received: OtcOrder) => (isOtcOrderAhead(held, received) ? received : held)
/** The order as a refused step found it. */
const currentIn = (failure: Failure): OtcOrder | null => {
  const read = failure.kind === 'refused' ? decode(otcOrder, failure.params['now']) : null
  return read?.success ? read.data : null
}
const mayIn = ({ order, now }: Pick<Context, 'order' | 'now'>) =>
  otcMay(order.my_role, otcClockOf(order), Math.max(now ?? 0, order.server_now_ms))

/** What this party may do now, by the table that the server uses. */
export const mayNow = ({ context }: Snapshot): OtcAction[] => mayIn(context)
export const isStepping = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The instant that this status waits for; null where none counts. */
export const deadlineOf = ({ status, pay_deadline_ms, confirm_deadline_ms }: OtcOrder) =>
  status === 'to_be_paid' ? pay_deadline_ms : status === 'to_be_confirmed' ? confirm_deadline_ms : null
/** Who or what ended an order, as its reader is told. */
export function endOf({
  status,
  my_role,
  cancel_reason,
  ruling,
  split,
}: OtcOrder): 'you' | 'them' | 'both' | 'time' | 'desk' | null {
  if (ruling !== null) return 'desk'
  if (split !== null) return 'both'
  if (status === 'confirmed') return my_role === 'seller' ? 'you' : 'them'
  if (status !== 'cancelled') return null
  if (cancel_reason === 'timeout') return 'time'
  if (cancel_reason === 'ruling') return 'desk'
  return my_role === 'buyer' ? 'you' : 'them'
}
