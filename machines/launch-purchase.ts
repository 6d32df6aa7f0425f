import {
  isLaunchOrderAhead,
  launchPhaseAt,
  launchStageOf,
  type LaunchOrder,
  type LaunchPhase,
  type LaunchProduct,
  type LaunchStage,
} from '#contract/launch.ts'
import { compareDec } from '#contract/wire/money.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

/** One subscription as it was decided on: for how much of which coin, under which key. */
export type Subscription = {
  readonly product: number
  readonly amount: string
  readonly pay: number
  readonly key: string
}
export type Subscribe = { type: 'subscribe'; amount: string; pay: number; key: string }
export type ProductChanged = { type: 'product.changed'; product: LaunchProduct }
export type LaunchOrderChanged = { type: 'order.changed'; order: LaunchOrder }
export type LaunchTicked = { type: 'clock.ticked'; now: number }

type Context = {
  readonly product: LaunchProduct
  /** The caller's newest order of this product. */
  readonly order: LaunchOrder | null
  /** The server's clock, from its ticks. */
  readonly now: number
  readonly step: Subscription | null
  readonly failure: Failure | null
}

const noStep: Subscription = { product: 0, amount: '0', pay: 0, key: '' }

/**
 * Subscribing to one new coin: what is on offer by the server's clock, where the caller's newest order stands, and the
 * step under way.
 */
export const launchPurchaseMachine = setup({
  types: {
    input: {} as { product: LaunchProduct; now: number },
    context: {} as Context,
    events: {} as Subscribe | ProductChanged | LaunchOrderChanged | LaunchTicked | { type: 'reset' },
    tags: {} as 'busy',
  },
  actors: {
    watch: fromEventObservable<LaunchOrderChanged | LaunchTicked, { product: number }>(absent('watch')),
    step: stepMachine<Subscription, LaunchOrder>(),
  },
  guards: {
    isOffered: ({ context }, { phase }: { phase: LaunchPhase }) => phaseNow(context) === phase,
    isAt: ({ context }, { stage }: { stage: LaunchStage }) =>
      context.order !== null && launchStageOf(context.order) === stage,
    isMine: ({ context }, { order }: { order: LaunchOrder }) =>
      order.config_id === context.product.id && isNews(context.order, order),
    isSameProduct: ({ context }, { product }: { product: LaunchProduct }) =>
      product.id === context.product.id && product.server_now_ms >= context.product.server_now_ms,
    maySubscribe: ({ context }) => phaseNow(context) === 'subscribing',
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
  },
  actions: {
    storeNow: assign((_, { now }: { now: number }) => ({ now })),
    storeProduct: assign((_, { product }: { product: LaunchProduct }) => ({ product })),
    storeOrder: assign((_, { order }: { order: LaunchOrder }) => ({ order })),
    storeStep: assign(({ context: { product } }, { amount, pay, key }: Subscribe) => ({
      step: { product: product.id, amount, pay, key },
      failure: null,
    })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<LaunchOrder | null> }) => ({
      order: reply.ok && reply.value !== null && isNews(context.order, reply.value) ? reply.value : context.order,
      failure: reply.ok ? null : reply.failure,
      step: null,
    })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ failure: null }),
  },
}).createMachine({
  id: 'launchPurchase',
  context: ({ input }) => ({ ...input, order: null, step: null, failure: null }),
  invoke: { src: 'watch', input: ({ context }) => ({ product: context.product.id }) },
  type: 'parallel',
  states: {
    offer: {
      initial: 'deciding',
      // On this region, not on the root: leaving the root's regions would stop a step that is under way.
      on: {
        'product.changed': {
          guard: { type: 'isSameProduct', params: ({ event }) => ({ product: event.product }) },
          target: '.deciding',
          actions: { type: 'storeProduct', params: ({ event }) => ({ product: event.product }) },
        },
        'clock.ticked': {
          target: '.deciding',
          actions: { type: 'storeNow', params: ({ event }) => ({ now: event.now }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isOffered', params: { phase: 'upcoming' } }, target: 'upcoming' },
            { guard: { type: 'isOffered', params: { phase: 'subscribing' } }, target: 'subscribing' },
            { guard: { type: 'isOffered', params: { phase: 'sold_out' } }, target: 'soldOut' },
            { guard: { type: 'isOffered', params: { phase: 'launched' } }, target: 'launched' },
            { target: 'ended' },
          ],
        },
        upcoming: {},
        subscribing: {},
        soldOut: {},
        ended: {},
        launched: {},
      },
    },
    mine: {
      initial: 'deciding',
      on: {
        'order.changed': {
          guard: { type: 'isMine', params: ({ event }) => ({ order: event.order }) },
          target: '.deciding',
          actions: { type: 'storeOrder', params: ({ event }) => ({ order: event.order }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isAt', params: { stage: 'underReview' } }, target: 'underReview' },
            { guard: { type: 'isAt', params: { stage: 'rejected' } }, target: 'rejected' },
            { guard: { type: 'isAt', params: { stage: 'subscribing' } }, target: 'passed' },
            { guard: { type: 'isAt', params: { stage: 'redemption' } }, target: 'redemption' },
            { guard: { type: 'isAt', params: { stage: 'completed' } }, target: 'completed' },
            { target: 'none' },
          ],
        },
        none: {},
        underReview: {},
        rejected: {},
        passed: {},
        redemption: {},
        completed: {},
      },
    },
    hand: {
      initial: 'choosing',
      on: {
        subscribe: {
          guard: 'maySubscribe',
          target: '.stepping',
          actions: { type: 'storeStep', params: ({ event }) => event },
        },
        reset: { target: '.choosing', actions: 'forget' },
      },
      states: {
        choosing: {},
        stepping: {
          ...stepping(noStep, ['done', '#launchPurchase.mine.deciding'], 'refused'),
          // A second tap and a closed sheet do nothing to what is under way.
          on: { subscribe: {}, reset: {} },
        },
        done: {},
        refused: {},
      },
    },
  },
})

const phaseNow = ({ product, now }: Pick<Context, 'product' | 'now'>) =>
  launchPhaseAt(product, compareDec(product.last_num, '0') === 0, Math.max(now, product.server_now_ms))
/** A later order of the same product, or a newer copy of the same one. */
const isNews = (held: LaunchOrder | null, received: LaunchOrder) =>
  held === null || received.id > held.id || (received.id === held.id && isLaunchOrderAhead(held, received))

const shown = ['choosing', 'done', 'refused'] as const
/** What a review shows of the step: the names of a submit. */
export function subscriptionStateOf(snapshot: SnapshotFrom<typeof launchPurchaseMachine>) {
  if (snapshot.matches({ hand: { stepping: 'unknown' } })) return 'unknown'
  const state = shown.find((each) => snapshot.matches({ hand: each })) ?? 'submitting'
  return state === 'choosing' ? 'editing' : state
}
export const offerOf = (snapshot: SnapshotFrom<typeof launchPurchaseMachine>): LaunchPhase => phaseNow(snapshot.context)
