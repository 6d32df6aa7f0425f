import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, setup, type SnapshotFrom } from 'xstate'
import { isLost, noIntent, stepMachine, stepping, type Intent, type StepSnapshot } from './step.ts'

export type MoneyFormInput = {
  /** The change asks for the fund password. */
  readonly needsPin: boolean
  /** The change rests on a quote, and can be sent only while it is held. */
  readonly needsQuote: boolean
}
export type QuoteStanding = 'none' | 'asking' | 'held' | 'lapsed' | 'failed'
type Context = MoneyFormInput & {
  /** What the person still lacks: a verified level, an address, a fund password, or a lock that has to end. */
  readonly missing: readonly string[]
  readonly quote: QuoteStanding
  readonly step: Intent | null
  readonly failure: Failure | null
  readonly value: unknown
}

/** Longer than any wait a server may reasonably ask for. */
const maxHoldMs = 10 * 60_000
const holdOf = (failure: Failure | null) =>
  failure?.kind === 'refused' ? Math.min(failure.afterMs ?? 0, maxHoldMs) : 0

/**
 * A form that moves money: withdrawals, deposits, exchanges and transfers to people. What is missing is asked for
 * first; what will happen is
 * read in a review, where the fund password is typed; only then it is sent, as one step with one key. A quote may end
 * anywhere on the way:
 * then nothing can be confirmed until there is another one, and the form stays as it is.
 */
export const moneyFormMachine = setup({
  types: {
    input: {} as MoneyFormInput,
    context: {} as Context,
    events: {} as
      | { type: 'gates.changed'; missing: readonly string[] }
      | { type: 'quote.changed'; quote: QuoteStanding }
      | { type: 'open' }
      | { type: 'close' }
      | { type: 'pin.typed'; isEmpty: boolean }
      | { type: 'confirm'; intent: Intent },
    tags: {} as 'busy' | 'open',
    children: {} as { step: 'step' },
  },
  actors: { step: stepMachine<Intent, unknown>() },
  guards: {
    isGated: ({ context }) => context.missing.length > 0,
    isQuote: ({ context }, { quote }: { quote: QuoteStanding }) => context.needsQuote && context.quote === quote,
    canSend: ({ context }) => !context.needsQuote || context.quote === 'held',
    canSendUnasked: ({ context }) => !context.needsPin && (!context.needsQuote || context.quote === 'held'),
    isTyped: ({ context }, { isEmpty }: { isEmpty: boolean }) => context.needsPin && !isEmpty,
    isEmpty: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isFree: ({ context }) => holdOf(context.failure) === 0,
  },
  actions: {
    storeGates: assign((_, { missing }: { missing: readonly string[] }) => ({ missing })),
    storeQuote: assign((_, { quote }: { quote: QuoteStanding }) => ({ quote })),
    storeIntent: assign((_, { intent }: { intent: Intent }) => ({ step: intent, failure: null, value: null })),
    storeReply: assign((_, { reply }: { reply: Reply<unknown> }) =>
      reply.ok ? { value: reply.value, failure: null } : { value: null, failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ step: null, failure: null, value: null }),
  },
  delays: { untilAllowed: ({ context }) => holdOf(context.failure) },
}).createMachine({
  id: 'moneyForm',
  context: ({ input }) => ({ ...input, missing: [], quote: 'none', step: null, failure: null, value: null }),
  initial: 'editing',
  on: {
    'gates.changed': { actions: { type: 'storeGates', params: ({ event }) => ({ missing: event.missing }) } },
    'quote.changed': { actions: { type: 'storeQuote', params: ({ event }) => ({ quote: event.quote }) } },
  },
  states: {
    gated: {
      on: {
        'gates.changed': {
          target: 'editing',
          actions: { type: 'storeGates', params: ({ event }) => ({ missing: event.missing }) },
        },
      },
    },
    editing: {
      initial: 'deciding',
      on: {
        'gates.changed': {
          target: '.deciding',
          actions: { type: 'storeGates', params: ({ event }) => ({ missing: event.missing }) },
        },
        'quote.changed': {
          target: '.deciding',
          actions: { type: 'storeQuote', params: ({ event }) => ({ quote: event.quote }) },
        },
        open: { guard: 'canSend', target: 'reviewing', actions: 'forget' },
      },
      states: {
        deciding: {
          always: [
            { guard: 'isGated', target: '#moneyForm.gated' },
            { guard: { type: 'isQuote', params: { quote: 'asking' } }, target: 'quoting' },
            { guard: { type: 'isQuote', params: { quote: 'held' } }, target: 'quoted' },
            { guard: { type: 'isQuote', params: { quote: 'lapsed' } }, target: 'expired' },
            { target: 'plain' },
          ],
        },
        plain: {},
        quoting: {},
        quoted: {},
        expired: {},
      },
    },
    reviewing: {
      tags: 'open',
      on: {
        close: 'editing',
        'pin.typed': {
          guard: { type: 'isTyped', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'authorising',
        },
        confirm: {
          guard: 'canSendUnasked',
          target: 'submitting',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    authorising: {
      tags: 'open',
      on: {
        close: 'editing',
        'pin.typed': {
          guard: { type: 'isEmpty', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'reviewing',
        },
        confirm: {
          guard: 'canSend',
          target: 'submitting',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    submitting: {
      ...stepping<Intent, unknown, 'done', 'refused'>(noIntent, 'done', 'refused'),
      tags: ['busy', 'open'],
    },
    refused: {
      tags: 'open',
      initial: 'held',
      states: {
        /** The server asked for a wait: nothing is sent before it is over. */
        held: {
          tags: 'busy',
          always: { guard: 'isFree', target: '#moneyForm.reviewing' },
          after: { untilAllowed: '#moneyForm.reviewing' },
        },
      },
    },
    done: {
      tags: 'open',
      on: {
        close: { target: 'editing', actions: 'forget' },
        open: { guard: 'canSend', target: 'reviewing', actions: 'forget' },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof moneyFormMachine>
/** What the review shows of the step. */
export function moneyFormStateOf(snapshot: Snapshot): 'editing' | 'submitting' | 'unknown' | 'done' | 'refused' {
  if (snapshot.matches('submitting')) return snapshot.matches({ submitting: 'unknown' }) ? 'unknown' : 'submitting'
  if (snapshot.matches('done')) return 'done'
  return snapshot.context.failure !== null && snapshot.hasTag('open') ? 'refused' : 'editing'
}
