import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

/** What every quote has: its end, an instant of the server. */
export type Quote = { readonly expires_ms: number }
/** What is quoted, named so that two that differ have two names; another name is another question. */
export type QuoteAsk = { readonly about: string }

const lost: Failure = { kind: 'unknown', because: 'unreachable' }

/**
 * One quote: asked for, held until its instant, over, or refused. A held quote of another question is dropped at once.
 * What one that is over came to is kept beside the next one for the same question, so that both can be compared.
 */
export const quoteMachine = <Q extends Quote>() =>
  setup({
    types: {
      context: {} as {
        about: string | null
        quote: Q | null
        /** The one for the same question that is over. */
        former: Q | null
        failure: Failure | null
      },
      events: {} as { type: 'ask'; about: string } | { type: 'renew' } | { type: 'lapse' } | { type: 'drop' },
    },
    actors: { fetchQuote: fromPromise<Reply<Q>, QuoteAsk>(absent('fetchQuote')) },
    guards: {
      isOk: (_, { reply }: { reply: Reply<Q> }) => reply.ok,
      isAsked: ({ context }) => context.about !== null,
    },
    actions: {
      takeQuestion: assign((_, { about }: { about: string }) => ({ about, quote: null, former: null, failure: null })),
      takeReply: assign((_, { reply }: { reply: Reply<Q> }) =>
        reply.ok ? { quote: reply.value, failure: null } : { quote: null, failure: reply.failure },
      ),
      storeLoss: assign({ quote: null, failure: lost }),
      endQuote: assign(({ context: { quote, former } }) => ({ quote: null, former: quote ?? former, failure: null })),
      forget: assign({ about: null, quote: null, former: null, failure: null }),
    },
  }).createMachine({
    id: 'quote',
    context: { about: null, quote: null, former: null, failure: null },
    initial: 'none',
    on: {
      ask: {
        target: '.asking',
        reenter: true,
        actions: { type: 'takeQuestion', params: ({ event }) => ({ about: event.about }) },
      },
      renew: { guard: 'isAsked', target: '.asking', reenter: true, actions: 'endQuote' },
      drop: { target: '.none', actions: 'forget' },
    },
    states: {
      none: {},
      asking: {
        invoke: {
          src: 'fetchQuote',
          input: ({ context }) => ({ about: context.about ?? '' }),
          onDone: [
            {
              guard: { type: 'isOk', params: ({ event }) => ({ reply: event.output }) },
              target: 'held',
              actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) },
            },
            { target: 'failed', actions: { type: 'takeReply', params: ({ event }) => ({ reply: event.output }) } },
          ],
          onError: { target: 'failed', actions: 'storeLoss' },
        },
      },
      held: { on: { lapse: { target: 'lapsed', actions: 'endQuote' } } },
      lapsed: {},
      failed: {},
    },
  })

export type QuoteState = SnapshotFrom<ReturnType<typeof quoteMachine>>['value']
