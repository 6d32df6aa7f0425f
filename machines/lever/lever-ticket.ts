import type { LeverEntry, LeverSide } from '#contract/lever/lever.ts'
import { assign, setup, type SnapshotFrom } from 'xstate'
import type { SubmitState } from '#machines/kit/submit.ts'

/** How a stop is entered: as its price, or as the result it brings, in percent of the margin or as an amount. */
export type StopBy = 'price' | 'percent' | 'profit'
export type StopInput = { readonly by: StopBy; readonly text: string }
/** The fields of the ticket, as typed. A stop has one field that was typed; the other two are computed from it. */
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
  | { type: 'changeStop'; stop: 'takeProfit' | 'stopLoss'; input: StopInput }
  /** `isValid`: no field has an error. `price`: the shown mark price, null when it is stale. */
  | { type: 'review'; isValid: boolean; price: string | null }
  | { type: 'confirm'; price: string | null }
  | { type: 'back' }
  | { type: 'done' }
  /** `movedTo`: the current price, when the refusal was that the price had moved. */
  | { type: 'refused'; movedTo: string | null }

export const noStop: StopInput = { by: 'price', text: '' }

/** The order form of the lever product: edited, reviewed, sent with the price that was seen. `submit.ts` sends it. */
export const leverTicketMachine = setup({
  types: {
    input: {} as { ticket: LeverTicket },
    context: {} as { ticket: LeverTicket; seen: string | null; movedTo: string | null },
    events: {} as TicketEvent,
    tags: {} as 'open',
  },
  guards: {
    isValid: (_, { isValid }: { isValid: boolean }) => isValid,
    hasPrice: (_, { price }: { price: string | null }) => price !== null,
    hasMoved: (_, { movedTo }: { movedTo: string | null }) => movedTo !== null,
  },
  actions: {
    storePart: assign(({ context }, { part }: { part: Partial<LeverTicket> }) => ({
      ticket: { ...context.ticket, ...part },
    })),
    storeStop: assign(({ context }, { stop, input }: { stop: 'takeProfit' | 'stopLoss'; input: StopInput }) => ({
      ticket: { ...context.ticket, [stop]: input },
    })),
    storeSeen: assign((_, { price }: { price: string | null }) => ({ seen: price })),
    storeMove: assign((_, { movedTo }: { movedTo: string | null }) => ({ movedTo })),
    clearMove: assign({ movedTo: null, seen: null }),
    clear: assign(({ context }) => ({ ticket: { ...context.ticket, lots: '', takeProfit: noStop, stopLoss: noStop } })),
  },
}).createMachine({
  id: 'leverTicket',
  context: ({ input }) => ({ ...input, seen: null, movedTo: null }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'unchecked',
      on: {
        change: { actions: { type: 'storePart', params: ({ event }) => ({ part: event.part }) } },
        changeStop: {
          actions: { type: 'storeStop', params: ({ event }) => ({ stop: event.stop, input: event.input }) },
        },
        review: [
          {
            guard: { type: 'isValid', params: ({ event }) => ({ isValid: event.isValid }) },
            target: 'reviewing',
            actions: { type: 'storeSeen', params: ({ event }) => ({ price: event.price }) },
          },
          { target: '.checked' },
        ],
        // Left while the outcome was unknown, and placed after all: cleared, so that it is not placed twice by mistake.
        done: { target: '.unchecked', actions: 'clear' },
      },
      states: {
        unchecked: {},
        /** Errors are shown while the user types. */
        checked: {},
      },
    },
    reviewing: {
      tags: 'open',
      on: {
        back: { target: 'editing', actions: 'clearMove' },
        // A stale price cannot be confirmed: the sheet waits for a fresh one.
        confirm: {
          guard: { type: 'hasPrice', params: ({ event }) => ({ price: event.price }) },
          target: 'sent',
          actions: { type: 'storeSeen', params: ({ event }) => ({ price: event.price }) },
        },
      },
    },
    /** Sent to the server; also while the outcome is unknown. */
    sent: {
      tags: 'open',
      on: {
        back: { target: 'editing', actions: 'clearMove' },
        done: { target: 'placed', actions: 'clear' },
        refused: [
          {
            guard: { type: 'hasMoved', params: ({ event }) => ({ movedTo: event.movedTo }) },
            target: 'reviewing',
            actions: { type: 'storeMove', params: ({ event }) => ({ movedTo: event.movedTo }) },
          },
          { target: 'refused' },
        ],
      },
    },
    placed: { tags: 'open', on: { back: { target: 'editing', actions: 'clearMove' } } },
    refused: { tags: 'open', on: { back: { target: 'editing', actions: 'clearMove' } } },
  },
})

/** What the review shows: the ticket says how far it has come, the submit machine whether the outcome is known. */
export function ticketPhaseOf(
  value: SnapshotFrom<typeof leverTicketMachine>['value'],
  submit: SubmitState,
): SubmitState {
  if (value === 'sent') return submit === 'unknown' ? 'unknown' : 'submitting'
  if (value === 'placed') return 'done'
  return value === 'refused' ? 'refused' : 'editing'
}
