import type { Reply } from '#contract/wire/reply.ts'
import { quoteMachine, type Quote, type QuoteAsk } from '#machines/kit/quote.ts'
import { newKey } from '#src/lib/new-key.ts'
import { fromPromise } from 'xstate'

/** Joins the quote machine to the call that quotes; each question has a key of its own. */
export const quoteLogic = <Q extends Quote>(ask: (key: string) => Promise<Reply<Q>>, nowMs: () => number) =>
  quoteMachine<Q>().provide({ actors: { fetchQuote: fromPromise<Reply<Q>, QuoteAsk>(() => ask(newKey(nowMs()))) } })
