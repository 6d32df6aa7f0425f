import { termEndMs, termFrom } from '#contract/finance/earnings-term.ts'
import {
  isMiningAhead,
  isMyMachineAhead,
  isReservationAhead,
  isReservationOpen,
  type Machine,
  type Mining,
  type MyMachine,
  type Reservation,
  type ReservationStatus,
  type Seat,
} from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from '#machines/kit/step.ts'

/** A purchase as it was decided on: how many of which machine, at which price, under which key. */
export type MachinePurchase = {
  readonly machine: string
  readonly num: number
  readonly price: string
  readonly key: string
}
/** The answer to a purchase. */
export type Bought = { readonly machines: readonly MyMachine[]; readonly overview: Mining }
/** What the caller has for it. */
type Means = { readonly mining: Mining; readonly seats: readonly Seat[] }
export type MiningNews =
  | { type: 'machine.changed'; machine: Machine }
  | { type: 'means.changed'; means: Means }
  | { type: 'mining.changed'; mining: Mining }
  | { type: 'bought.changed'; bought: MyMachine }
  | { type: 'reservation.changed'; reservation: Reservation }
export type MiningAct =
  | { type: 'choose'; num: number }
  | { type: 'review' }
  | { type: 'back' }
  | { type: 'buy'; key: string }

type Context = {
  readonly machine: Machine
  readonly means: Means
  readonly reservation: Reservation | null
  /** The first machine that this purchase has brought. */
  readonly bought: MyMachine | null
  readonly num: number
  readonly step: MachinePurchase | null
  readonly failure: Failure | null
}
/** What is missing for so many machines: places first, as the server refuses. */
export type Short =
  | { readonly what: 'seat'; readonly need: number; readonly free: number }
  | { readonly what: 'collateral'; readonly need: string }

const noStep: MachinePurchase = { machine: '', num: 0, price: '0', key: '' }

/**
 * Buying machines: whether places and collateral are enough, the caller's place in the line, the review and the step,
 * and what became of it.
 */
export const miningPurchaseMachine = setup({
  types: {
    input: {} as { machine: Machine; means: Means },
    context: {} as Context,
    events: {} as MiningNews | MiningAct,
    tags: {} as 'busy',
  },
  actors: {
    watch: fromEventObservable<MiningNews, { machine: string }>(absent('watch')),
    step: stepMachine<MachinePurchase, Bought>(),
  },
  guards: {
    lacks: ({ context }, { what }: { what: Short['what'] }) => shortOf(context)?.what === what,
    isInLine: ({ context }, { status }: { status: ReservationStatus }) => context.reservation?.status === status,
    isBought: ({ context }, { status }: { status: MyMachine['status'] }) => context.bought?.status === status,
    isSameMachine: ({ context }, { machine }: { machine: Machine }) => machine.id === context.machine.id,
    isNewerMining: ({ context }, { mining }: { mining: Mining }) => isMiningAhead(context.means.mining, mining),
    isOwnReservation: ({ context }, { reservation }: { reservation: Reservation }) =>
      reservation.machine_id === context.machine.id && isReservationNews(context.reservation, reservation),
    isOwnMachine: ({ context }, { bought }: { bought: MyMachine }) =>
      context.bought?.id === bought.id && isMyMachineAhead(context.bought, bought),
    mayReview: ({ context }) => context.machine.status === 'on_sale' && shortOf(context) === null,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
  },
  actions: {
    storeMachine: assign(({ context }, { machine }: { machine: Machine }) => ({
      machine,
      reservation: reservationWith(context.reservation, machine),
    })),
    storeMeans: assign(({ context }, { means }: { means: Means }) => ({
      means: isMiningAhead(means.mining, context.means.mining) ? { ...means, mining: context.means.mining } : means,
    })),
    storeMining: assign(({ context }, { mining }: { mining: Mining }) => ({ means: { ...context.means, mining } })),
    storeReservation: assign((_, { reservation }: { reservation: Reservation }) => ({ reservation })),
    storeBought: assign((_, { bought }: { bought: MyMachine }) => ({ bought })),
    storeNum: assign((_, { num }: { num: number }) => ({ num })),
    storeStep: assign(({ context: { machine, num } }, { key }: { key: string }) => ({
      step: { machine: machine.id, num, price: machine.price, key },
      failure: null,
    })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<Bought | null> }) => {
      if (!reply.ok) return { step: null, failure: reply.failure }
      const { machines, overview } = reply.value ?? { machines: [], overview: context.means.mining }
      const means = isMiningAhead(context.means.mining, overview)
        ? { ...context.means, mining: overview }
        : context.means
      return { step: null, failure: null, bought: machines[0] ?? context.bought, means }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ failure: null }),
  },
}).createMachine({
  id: 'miningPurchase',
  context: ({ input }) => ({
    ...input,
    reservation: input.machine.reservation,
    bought: null,
    num: 1,
    step: null,
    failure: null,
  }),
  invoke: { src: 'watch', input: ({ context }) => ({ machine: context.machine.id }) },
  type: 'parallel',
  states: {
    means: {
      initial: 'deciding',
      // Each region decides for itself: a target in another one would leave all regions, and stop a step that is under
      // way.
      on: {
        'machine.changed': {
          guard: { type: 'isSameMachine', params: ({ event }) => ({ machine: event.machine }) },
          target: '.deciding',
          actions: { type: 'storeMachine', params: ({ event }) => ({ machine: event.machine }) },
        },
        'means.changed': {
          target: '.deciding',
          actions: { type: 'storeMeans', params: ({ event }) => ({ means: event.means }) },
        },
        'mining.changed': {
          guard: { type: 'isNewerMining', params: ({ event }) => ({ mining: event.mining }) },
          target: '.deciding',
          actions: { type: 'storeMining', params: ({ event }) => ({ mining: event.mining }) },
        },
        choose: { target: '.deciding', actions: { type: 'storeNum', params: ({ event }) => ({ num: event.num }) } },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'lacks', params: { what: 'seat' } }, target: 'seatShort' },
            { guard: { type: 'lacks', params: { what: 'collateral' } }, target: 'collateralShort' },
            { target: 'enough' },
          ],
        },
        enough: {},
        seatShort: {},
        collateralShort: {},
      },
    },
    line: {
      initial: 'deciding',
      on: {
        'machine.changed': {
          guard: { type: 'isSameMachine', params: ({ event }) => ({ machine: event.machine }) },
          target: '.deciding',
        },
        'reservation.changed': {
          guard: { type: 'isOwnReservation', params: ({ event }) => ({ reservation: event.reservation }) },
          target: '.deciding',
          actions: { type: 'storeReservation', params: ({ event }) => ({ reservation: event.reservation }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isInLine', params: { status: 'waiting' } }, target: 'waiting' },
            { guard: { type: 'isInLine', params: { status: 'called' } }, target: 'called' },
            { guard: { type: 'isInLine', params: { status: 'used' } }, target: 'used' },
            { guard: { type: 'isInLine', params: { status: 'lapsed' } }, target: 'lapsed' },
            { guard: { type: 'isInLine', params: { status: 'dropped' } }, target: 'dropped' },
            { target: 'none' },
          ],
        },
        none: {},
        waiting: {},
        called: {},
        used: {},
        lapsed: {},
        dropped: {},
      },
    },
    bought: {
      initial: 'deciding',
      on: {
        'bought.changed': {
          guard: { type: 'isOwnMachine', params: ({ event }) => ({ bought: event.bought }) },
          target: '.deciding',
          actions: { type: 'storeBought', params: ({ event }) => ({ bought: event.bought }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isBought', params: { status: 'running' } }, target: 'running' },
            { guard: { type: 'isBought', params: { status: 'ended' } }, target: 'ended' },
            { target: 'none' },
          ],
        },
        none: {},
        running: {},
        ended: {},
      },
    },
    hand: {
      initial: 'choosing',
      states: {
        choosing: { on: { review: { guard: 'mayReview', target: 'reviewing' } } },
        reviewing: {
          on: {
            back: 'choosing',
            buy: {
              guard: 'mayReview',
              target: 'stepping',
              actions: { type: 'storeStep', params: ({ event }) => ({ key: event.key }) },
            },
          },
        },
        stepping: stepping(
          noStep,
          ['done', '#miningPurchase.bought.deciding', '#miningPurchase.means.deciding'],
          'refused',
        ),
        done: { on: { back: { target: 'choosing', actions: 'forget' } } },
        refused: { on: { back: { target: 'choosing', actions: 'forget' } } },
      },
    },
  },
})

const isReservationNews = (held: Reservation | null, received: Reservation) =>
  held === null ||
  Number(received.id) > Number(held.id) ||
  (received.id === held.id && isReservationAhead(held, received))
/**
 * The place in the line once the machine has been read. A read tells only of one that is open: one that was held before
 * and is not in it has
 * ended while nobody told of it.
 */
const reservationWith = (held: Reservation | null, { reservation, server_now_ms }: Machine) => {
  if (reservation !== null) return isReservationNews(held, reservation) ? reservation : held
  return held !== null && isReservationOpen(held) && held.server_now_ms < server_now_ms ? null : held
}

/** Places of the caller that stay free for the whole term of a machine bought now. */
function freePlaces({ days, server_now_ms }: Pick<Machine, 'days' | 'server_now_ms'>, seats: readonly Seat[]) {
  const end = termEndMs(termFrom(server_now_ms, days))
  return seats
    .flatMap(({ mine }) => mine)
    .reduce((sum, { places, used, end_ms }) => sum + (end_ms >= end ? places - used : 0), 0)
}
/** Collateral that still has to be locked for so many machines; 0 or less if it is enough. */
const missingCollateral = (
  { threshold }: Pick<Machine, 'threshold'>,
  { collateral, collateral_used }: Mining,
  num: number,
) => parseDec(collateral_used) + parseDec(threshold) * BigInt(num) - parseDec(collateral)
export function shortOf({
  machine,
  means: { mining, seats },
  num,
}: Pick<Context, 'machine' | 'means' | 'num'>): Short | null {
  const free = freePlaces(machine, seats)
  if (free < num) return { what: 'seat', need: num, free }
  const missing = missingCollateral(machine, mining, num)
  return missing > 0n ? { what: 'collateral', need: formatDec(missing) } : null
}

const shown = ['done', 'refused'] as const
/** What a review shows of the step: the names of a submit. */
export function purchaseStateOf(snapshot: SnapshotFrom<typeof miningPurchaseMachine>) {
  if (snapshot.matches({ hand: { stepping: 'unknown' } })) return 'unknown'
  if (snapshot.matches({ hand: 'stepping' })) return 'submitting'
  return shown.find((each) => snapshot.matches({ hand: each })) ?? 'editing'
}
