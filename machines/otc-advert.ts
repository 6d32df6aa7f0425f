import { decode } from '#contract/wire/coded.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { ad as adSchema, isAdAhead, type Ad } from '#contract/otc.ts'
import { mayAdTransition, type AdStatus } from '#contract/otc-steps.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

export type AdAction = 'putOn' | 'putOff' | 'takeBack'
export type AdAct = { type: 'act'; action: AdAction; key: string }
export type AdChanged = { type: 'ad.changed'; ad: Ad }
/** A step of the owner: on which ad, at which status it was seen, under which key. */
export type AdChange = {
  readonly id: string
  readonly expect: AdStatus
  readonly action: AdAction
  readonly key: string
}
const noStep: AdChange = { id: '', expect: 'on_shelf', action: 'takeBack', key: '' }

/**
 * One ad as its owner sees it: on and off the shelf, sold out, taken back. The server decides; the machine follows by
 * `rev`.
 */
export const otcAdvertMachine = setup({
  types: {
    input: {} as { ad: Ad },
    context: {} as { readonly ad: Ad; readonly step: AdChange | null; readonly failure: Failure | null },
    events: {} as AdAct | AdChanged,
    tags: {} as 'busy',
  },
  actors: {
    watchAd: fromEventObservable<AdChanged, { id: string }>(absent('watchAd')),
    step: stepMachine<AdChange, Ad>(),
  },
  guards: {
    isStatus: ({ context }, { status }: { status: AdStatus }) => context.ad.status === status,
    isNewer: ({ context }, { ad }: { ad: Ad }) => ad.id === context.ad.id && isAdAhead(context.ad, ad),
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    may: ({ context }, { action }: { action: AdAction }) => mayAdAct(context.ad, action),
  },
  actions: {
    storeStep: assign(({ context: { ad } }, { action, key }: AdAct) => ({
      step: { id: ad.id, expect: ad.status, action, key },
      failure: null,
    })),
    storeAd: assign((_, { ad }: { ad: Ad }) => ({ ad })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<Ad | null> }) => {
      const received = reply.ok ? reply.value : currentIn(reply.failure)
      return {
        ad: received !== null && isAdAhead(context.ad, received) ? received : context.ad,
        failure: reply.ok ? null : reply.failure,
        step: null,
      }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'otcAdvert',
  context: ({ input }) => ({ ...input, step: null, failure: null }),
  invoke: { src: 'watchAd', input: ({ context }) => ({ id: context.ad.id }) },
  type: 'parallel',
  states: {
    life: {
      initial: 'deciding',
      // On this region, not on the root: leaving the root's regions would stop a step that is under way.
      on: {
        'ad.changed': {
          guard: { type: 'isNewer', params: ({ event }) => ({ ad: event.ad }) },
          target: '.deciding',
          actions: { type: 'storeAd', params: ({ event }) => ({ ad: event.ad }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isStatus', params: { status: 'on_shelf' } }, target: 'onShelf' },
            { guard: { type: 'isStatus', params: { status: 'off_shelf' } }, target: 'offShelf' },
            { guard: { type: 'isStatus', params: { status: 'sold_out' } }, target: 'soldOut' },
            { guard: { type: 'isStatus', params: { status: 'taken_back' } }, target: 'takenBack' },
          ],
        },
        onShelf: {},
        offShelf: {},
        soldOut: {},
        takenBack: {},
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
          },
        },
        stepping: stepping(noStep, ['watching', '#otcAdvert.life.deciding']),
      },
    },
  },
})

const currentIn = (failure: Failure): Ad | null => {
  const read = failure.kind === 'refused' ? decode(adSchema, failure.params['now']) : null
  return read?.success ? read.data : null
}
/** True if the owner may take this step now. */
export const mayAdAct = ({ status }: Pick<Ad, 'status'>, action: AdAction) =>
  mayAdTransition(action, status) &&
  (action !== 'putOn' || status === 'off_shelf') &&
  (action !== 'putOff' || status === 'on_shelf')
export const isAdStepping = (snapshot: SnapshotFrom<typeof otcAdvertMachine>) => snapshot.hasTag('busy')
