import { isOptionOrderAhead, type OptionOrder, type ProfitResult } from '#contract/option/option.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import type { ClockLost, ClockTicked } from './option-round.ts'

export type OptionOrderChanged = { type: 'order.changed'; order: OptionOrder }
type Result = ProfitResult | 'void'

/** One option order as its owner sees it. It cannot be cancelled; the server sets its entry price and its result. */
export const optionOrderMachine = setup({
  types: {
    input: {} as { order: OptionOrder },
    context: {} as { readonly order: OptionOrder; readonly now: number | null; readonly isDue: boolean },
    events: {} as OptionOrderChanged | ClockTicked | ClockLost,
  },
  actors: {
    watchOrder: fromEventObservable<OptionOrderChanged, { id: number }>(absent('watchOrder')),
    watchClock: fromEventObservable<ClockTicked | ClockLost, { id: number }>(absent('watchClock')),
  },
  guards: {
    isNewer: ({ context }, { order }: { order: OptionOrder }) => isOptionOrderAhead(context.order, order),
    isClosed: ({ context }, { result }: { result: Result }) =>
      context.order.status === 'closed' && resultOf(context.order) === result,
    isClosing: ({ context }) =>
      context.order.status === 'closing' || (context.order.status === 'open' && context.isDue),
    isEntered: ({ context }) => context.order.open_price !== null,
  },
  actions: {
    storeOrder: assign((_, { order }: { order: OptionOrder }) => ({ order })),
    storeTime: assign(({ context }, { now }: { now: number | null }) => ({
      now,
      // Once due, the order stays due, whatever the clock says later.
      isDue: context.isDue || (now !== null && now >= context.order.close_ms),
    })),
  },
}).createMachine({
  id: 'optionOrder',
  context: ({ input }) => ({ ...input, now: null, isDue: false }),
  invoke: [
    { src: 'watchOrder', input: ({ context }) => ({ id: context.order.id }) },
    { src: 'watchClock', input: ({ context }) => ({ id: context.order.id }) },
  ],
  on: {
    'order.changed': {
      guard: { type: 'isNewer', params: ({ event }) => ({ order: event.order }) },
      target: '.deciding',
      actions: { type: 'storeOrder', params: ({ event }) => ({ order: event.order }) },
    },
    'clock.ticked': {
      target: '.deciding',
      actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) },
    },
    'clock.lost': { actions: { type: 'storeTime', params: { now: null } } },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: { type: 'isClosed', params: { result: 'win' } }, target: 'closed.win' },
        { guard: { type: 'isClosed', params: { result: 'draw' } }, target: 'closed.draw' },
        { guard: { type: 'isClosed', params: { result: 'loss' } }, target: 'closed.loss' },
        { guard: { type: 'isClosed', params: { result: 'void' } }, target: 'closed.void' },
        { guard: 'isClosing', target: 'closing' },
        { guard: 'isEntered', target: 'open.running' },
        { target: 'open.entering' },
      ],
    },
    open: {
      initial: 'entering',
      states: {
        /** Accepted; the first price after that is its entry price. */
        entering: {},
        running: {},
      },
    },
    /** Its time is over; the result comes from the server. */
    closing: {},
    closed: { initial: 'void', states: { win: {}, draw: {}, loss: {}, void: {} } },
  },
})

type Snapshot = SnapshotFrom<typeof optionOrderMachine>

const resultOf = ({ profit_result, void_reason }: OptionOrder): Result =>
  void_reason !== null || profit_result === null ? 'void' : profit_result

/** Whole seconds to the close; null while the server's time is unknown, and after the close. */
export function secondsToClose({ value, context: { order, now } }: Snapshot): number | null {
  if (now === null || typeof value === 'string' || !('open' in value)) return null
  return Math.max(0, Math.floor((order.close_ms - now) / 1000))
}
