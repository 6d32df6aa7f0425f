import type { LeverEntry, LeverSide } from '#contract/lever.ts'
import { assign, setup, type SnapshotFrom } from 'xstate'
import type { SubmitState } from './submit.ts'

/** How a stop is given: its price, or what it shall bring, in percent of the margin or in money. */
export type StopBy = 'price' | 'percent' | 'profit'
export type StopInput = { readonly by: StopBy; readonly text: string }
/** What stands in the ticket, as typed. A stop has one field that was typed; the other two follow from it. */
export type LeverTicket = {
  readonly side: LeverSide
  readonly entry: LeverEntry
  readonly lots: string
  readonly multiple: string
  readonly target: string
  readonly takeProfit: StopInput
  readonly stopLoss: StopInput
}
export type TicketEvent =
  | { type: 'change'; part: Partial<Omit<LeverTicket, 'takeProfit' | 'stopLoss'>> }
  | { type: 'link'; stop: 'takeProfit' | 'stopLoss'; input: StopInput }
  /** `isRight`: nothing stands in the way. `price`: what is shown, null when it is too old. */
  | { type: 'review'; isRight: boolean; price: string | null }
  | { type: 'confirm'; price: string | null }
  | { type: 'back' }
  | { type: 'done' }
  /** `movedTo`: the price that is true now, when it was that. */
  | { type: 'refused'; movedTo: string | null }

export const noStop: StopInput = { by: 'price', text: '' }

/** The order form of contracts: typed, looked over, sent with the price that was seen, answered. Sending is another machine's. */
export const leverTicketMachine = setup({
  types: {
    input: {} as { ticket: LeverTicket },
    context: {} as { ticket: LeverTicket; seen: string | null; movedTo: string | null },
    events: {} as TicketEvent,
    tags: {} as 'open',
  },
  guards: {
    isRight: (_, { isRight }: { isRight: boolean }) => isRight,
    hasPrice: (_, { price }: { price: string | null }) => price !== null,
    hasMoved: (_, { movedTo }: { movedTo: string | null }) => movedTo !== null,
  },
  actions: {
    keepPart: assign(({ context }, { part }: { part: Partial<LeverTicket> }) => ({ ticket: { ...context.ticket, ...part } })),
    keepStop: assign(({ context }, { stop, input }: { stop: 'takeProfit' | 'stopLoss'; input: StopInput }) => ({
      ticket: { ...context.ticket, [stop]: input },
    })),
    keepSeen: assign((_, { price }: { price: string | null }) => ({ seen: price })),
    keepMove: assign((_, { movedTo }: { movedTo: string | null }) => ({ movedTo })),
    forgetMove: assign({ movedTo: null, seen: null }),
    clear: assign(({ context }) => ({ ticket: { ...context.ticket, lots: '', takeProfit: noStop, stopLoss: noStop } })),
  },
}).createMachine({
  id: 'leverTicket',
  context: ({ input }) => ({ ...input, seen: null, movedTo: null }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'calm',
      on: {
        change: { actions: { type: 'keepPart', params: ({ event }) => ({ part: event.part }) } },
        link: { actions: { type: 'keepStop', params: ({ event }) => ({ stop: event.stop, input: event.input }) } },
        review: [
          {
            guard: { type: 'isRight', params: ({ event }) => ({ isRight: event.isRight }) },
            target: 'reviewing',
            actions: { type: 'keepSeen', params: ({ event }) => ({ price: event.price }) },
          },
          { target: '.checked' },
        ],
        // Left while nobody knew, and placed after all: it must not be placed a second time by mistake.
        done: { target: '.calm', actions: 'clear' },
      },
      states: {
        calm: {},
        /** Faults are shown as one types. */
        checked: {},
      },
    },
    reviewing: {
      tags: 'open',
      on: {
        back: { target: 'editing', actions: 'forgetMove' },
        // A price that is too old confirms nothing: the sheet waits for a fresh one.
        confirm: {
          guard: { type: 'hasPrice', params: ({ event }) => ({ price: event.price }) },
          target: 'sent',
          actions: { type: 'keepSeen', params: ({ event }) => ({ price: event.price }) },
        },
      },
    },
    /** With the server; also while nobody knows what became of it. */
    sent: {
      tags: 'open',
      on: {
        back: { target: 'editing', actions: 'forgetMove' },
        done: { target: 'placed', actions: 'clear' },
        refused: [
          {
            guard: { type: 'hasMoved', params: ({ event }) => ({ movedTo: event.movedTo }) },
            target: 'reviewing',
            actions: { type: 'keepMove', params: ({ event }) => ({ movedTo: event.movedTo }) },
          },
          { target: 'refused' },
        ],
      },
    },
    placed: { tags: 'open', on: { back: { target: 'editing', actions: 'forgetMove' } } },
    refused: { tags: 'open', on: { back: { target: 'editing', actions: 'forgetMove' } } },
  },
})

/** What the review shows: the ticket says how far it has come, the submit whether anybody knows. */
export function ticketPhaseOf(value: SnapshotFrom<typeof leverTicketMachine>['value'], submit: SubmitState): SubmitState {
  if (value === 'sent') return submit === 'unknown' ? 'unknown' : 'submitting'
  if (value === 'placed') return 'done'
  return value === 'refused' ? 'refused' : 'editing'
}
