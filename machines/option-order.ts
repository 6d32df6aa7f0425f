import { isOptionOrderAhead, type OptionOrder, type ProfitResult } from '#contract/option.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import type { ClockLost, ClockTicked } from './option-round.ts'

export type OptionOrderChanged = { type: 'order.changed'; order: OptionOrder }
type Ended = ProfitResult | 'void'

/** One stake as its owner sees it. Nobody can take it back; the server fixes its entry and decides its end. */
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
    isClosed: ({ context }, { result }: { result: Ended }) => context.order.status === 'closed' && endOf(context.order) === result,
    isClosing: ({ context }) => context.order.status === 'closing' || (context.order.status === 'open' && context.isDue),
    isEntered: ({ context }) => context.order.open_price !== null,
  },
  actions: {
    keepOrder: assign((_, { order }: { order: OptionOrder }) => ({ order })),
    keepTime: assign(({ context }, { now }: { now: number | null }) => ({
      now,
      // Once due it stays due, whatever a clock says later.
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
      target: '.sorting',
      actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.order }) },
    },
    'clock.ticked': { target: '.sorting', actions: { type: 'keepTime', params: ({ event }) => ({ now: event.now }) } },
    'clock.lost': { actions: { type: 'keepTime', params: { now: null } } },
  },
  initial: 'sorting',
  states: {
    sorting: {
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
        /** Taken; the first price after that is its entry. */
        entering: {},
        running: {},
      },
    },
    /** Its time is over: only the server says what comes. */
    closing: {},
    closed: { initial: 'void', states: { win: {}, draw: {}, loss: {}, void: {} } },
  },
})

type Snapshot = SnapshotFrom<typeof optionOrderMachine>

const endOf = ({ profit_result, void_reason }: OptionOrder): Ended => (void_reason !== null || profit_result === null ? 'void' : profit_result)

/** Whole seconds to the close; null while the time is not known, and once only the server can speak. */
export const secondsToClose = ({ value, context: { order, now } }: Snapshot) =>
  now === null || typeof value === 'string' || !('open' in value) ? null : Math.max(0, Math.floor((order.close_ms - now) / 1000))
