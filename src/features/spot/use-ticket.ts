import { freeOf } from '#contract/assets.ts'
import { spot, type SpotKind, type SpotOrder, type SpotSide } from '#contract/spot.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useDraft } from '#src/lib/draft.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useReview } from '#src/parts/trade/use-review.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useConfig } from '#src/stores/config.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { useCallback, useEffect, useRef } from 'react'
import { isByTotal, percentOf, problemOf, shareOf, sumsOf, type Best, type PairRules, type Ticket } from './ticket-sums.ts'

const first = { side: 'buy', kind: 'limit', price: '', amount: '', total: '' }
const sides: readonly SpotSide[] = ['buy', 'sell']
export const kinds: readonly SpotKind[] = ['limit', 'market', 'ioc', 'post_only']

/** What a link to this page wishes the ticket to begin with. */
export type Begin = { readonly side: string | undefined; readonly price: string | undefined }

/** The ticket of one market: what is typed outlives everything but its own success, what it comes to, and its way out. */
export function useTicket(pair: PairRules, market: string, begin: Begin) {
  const { feeds } = useServices()
  const { texts, change, drop } = useDraft(`ticket.${market}`, first)
  useBegin(begin, change)
  const ticket: Ticket = {
    side: sides.find((side) => side === texts.side) ?? 'buy',
    kind: kinds.find((kind) => kind === texts.kind) ?? 'limit',
    price: tidyDecimal(texts.price),
    amount: tidyDecimal(texts.amount),
    total: tidyDecimal(texts.total),
  }
  // A limit ticket that has its price goes by that: the best prices may run beneath it.
  const isAtBest = ticket.kind === 'market' || texts.price === ''
  const { bid, ask, ageMs } = usePart(feeds.orderBook$(market), loading, isAtBest ? topOf : ageOf)
  const balances = useStream(feeds.balances$, loading)
  const feeRate = useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001')
  const best: Best = { bid, ask }
  const coin = ticket.side === 'buy' ? pair.legal_id : pair.currency_id
  const cell = balances.value?.cells.change.find(({ currency }) => currency === coin)
  const free = balances.value === null ? null : cell === undefined ? '0' : freeOf(cell, 'change')

  const asked = useReview()
  const submit = useSubmit(spot.submit, {
    onDone: () => {
      asked.forget()
      change({ amount: '', total: '' })
    },
  })
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  const put = useCallback(
    (part: Partial<typeof first>) => {
      if (latest.current.state === 'refused') latest.current.reset()
      change(part)
    },
    [change],
  )
  const problem = problemOf(ticket, pair, best, free)
  useFirstPrice(texts.price, best, ticket.side, (price) => change({ price }))

  const intent = () => ({
    legal_id: pair.legal_id,
    currency_id: pair.currency_id,
    type: ticket.side,
    kind: ticket.kind,
    ...(isByTotal(ticket) ? { total: ticket.total } : { amount: ticket.amount }),
    ...(ticket.kind !== 'market' && { target_price: ticket.price }),
  })
  return {
    ticket,
    texts,
    best,
    free,
    /** How old the prices are once that is too old to trade on; null while they are good. */
    oldMs: ageMs,
    sums: sumsOf(ticket, best, feeRate),
    problem: asked.isChecked ? problem : null,
    percent: percentOf(ticket, best, free),
    change: put,
    /** A level of the book was tapped. */
    pick: useCallback((price: string) => put({ price }), [put]),
    share: (percent: number) => {
      if (free !== null) change(shareOf(ticket, pair, best, free, percent))
    },
    /** True when the review may open; else the fault is shown and takes the focus. */
    review: () => asked.open(problem === null, submit.reset),
    isReviewing: asked.isReviewing,
    close: asked.close,
    submit: { ...submit, send: () => submit.send(intent()) },
    drop,
  }
}
export type TicketState = ReturnType<typeof useTicket>
export type PlacedOrder = SpotOrder

/** How old the prices of a book are, when that is too old. */
const ageOf = ({ freshness, ageMs }: Live<BookSnapshot>): Top => ({
  bid: null, ask: null, ageMs: freshness === 'stale' || freshness === 'loading' ? (ageMs ?? 0) : null,
})
/** The same, and its best prices. */
const topOf = (book: Live<BookSnapshot>): Top => ({ ...ageOf(book), bid: book.value?.bids[0]?.[0] ?? null, ask: book.value?.asks[0]?.[0] ?? null })
type Top = Best & { readonly ageMs: number | null }

/** A link's side and price are taken once, when it is followed. */
function useBegin({ side, price }: Begin, change: (part: Partial<typeof first>) => void) {
  useEffect(() => {
    if (side === 'buy' || side === 'sell') change({ side })
    if (price !== undefined && /^\d+(\.\d+)?$/.test(price)) change({ price, kind: 'limit' })
  }, [side, price, change])
}

/** An untouched ticket begins at the price it would meet; what was typed is never overwritten. */
function useFirstPrice(typed: string, { bid, ask }: Best, side: SpotSide, put: (price: string) => void) {
  const isDone = useRef(false)
  const price = side === 'buy' ? ask : bid
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    if (typed !== '') isDone.current = true
    if (isDone.current || price === null) return
    isDone.current = true
    latest.current(price)
  }, [price, typed])
}
