import { freeOf } from '#contract/assets/assets.ts'
import type { Pair } from '#contract/market/market.ts'
import { limits } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import {
  isSpotOrderAhead,
  isSpotOrderOver,
  spot,
  type SpotKind,
  type SpotOrder,
  type SpotSide,
} from '#contract/spot/spot.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useDraft } from '#src/lib/draft.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice, type PairPrice } from '#src/parts/use-pair-price.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'
import { consentsOf, depthShare, noRisk, type Consent } from '#src/parts/trade/consents.ts'
import { wordsOf } from '#src/parts/trade/order-words.ts'
import { distanceOf, type Distance } from '#src/parts/trade/distance.ts'
import { useFirstPrice } from '#src/parts/trade/use-first-price.ts'
import { useReview } from '#src/parts/trade/use-review.ts'
import { useFollowed } from '#src/actors/use-followed.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useConfig } from '#src/stores/config.ts'
import { loading, nowOf, type Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Wished } from './orders-panel.tsx'
import {
  estimateFill,
  facingOf,
  isMarketable,
  noBook,
  noFill,
  slippageOf,
  type Fill,
  type Taker,
} from './fill-estimate.ts'
import {
  bandOf,
  isByTotal,
  noShareOf,
  percentOf,
  problemOf,
  shareOf,
  sumsOf,
  takerOf,
  amountFor,
  totalText,
  type Band,
  type PairRules,
  type Problem,
  type Ticket,
} from './ticket-sums.ts'

const first = { side: 'buy', kind: 'limit', price: '', amount: '', total: '', by: 'amount' }
type Texts = typeof first
const noConsents: readonly Consent[] = []
const sides: readonly SpotSide[] = ['buy', 'sell']
export const kinds: readonly SpotKind[] = ['limit', 'market', 'ioc', 'post_only']

/** The initial values that a link provides. */
export type Begin = { readonly side: string | undefined; readonly price: string | undefined }

/** The ticket of one market: its draft (kept until an order succeeds), its amounts, and its submission. */
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
  const asked = useReview()
  const { isReviewing } = asked
  const book = usePart(feeds.orderBook$(market), loading, (live) => seenOf(live, ticket, isReviewing))
  const last = usePart(feeds.pair$(market), loading, (live) => lastOf(live, ticket, pair, isReviewing))
  const balances = useStream(feeds.balances$, loading)
  const feeRate = useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001')
  const coin = ticket.side === 'buy' ? pair.legal_id : pair.currency_id
  const cell = balances.value?.cells.change.find(({ currency }) => currency === coin)
  const free = balances.value === null ? null : cell === undefined ? '0' : freeOf(cell, 'change')

  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const shown = useNumbers()
  const price = usePairPrice()
  const submit = useSubmit(spot.submit, {
    onDone: (order) => {
      if (!isReviewing && order !== null) tellVerdict(order, shown, price)
      asked.forget()
      change({ amount: '', total: '', by: 'amount' })
    },
  })
  // The sheet tells what the venue tells later, such as a fill.
  const placed = useFollowed(submit.value, {
    live$: feeds.spotOrders$,
    ended$: feeds.spotHistory$,
    isAhead: isSpotOrderAhead,
  })
  const [wished, setWished] = useState<Wished | null>(null)
  const latest = useRef({ submit, texts, pair })
  useEffect(() => {
    latest.current = { submit, texts, pair }
  })
  const put = useCallback(
    (part: Partial<Texts>) => {
      const now = latest.current
      if (now.submit.state === 'refused') now.submit.reset()
      change({ ...part, ...followed({ ...now.texts, ...part }, part, now.pair) })
    },
    [change],
  )
  const problem = problemOf(ticket, pair, {
    fill: book,
    free,
    band: last.low === null || last.high === null ? null : { low: last.low, high: last.high },
  })
  const [isPriceLeft, setIsPriceLeft] = useState(false)
  /** Compared with the market of this moment, because a ticket that would rest does not follow it. */
  const isFarNow = () => farOf(ticket, book, nowOf(feeds.pair$(market))?.now_price ?? null) !== null
  /** What has to be agreed to, by the book of this moment. */
  const consentsNow = () => {
    const now = nowOf(feeds.orderBook$(market)) ?? noBook
    const fill = estimateFill(takerOf(ticket), now)
    const size =
      ticket.kind === 'market' ? (fill.isEnough ? fill.base : fill.base * 2n) : (unitsOf(ticket.amount) ?? 0n)
    const takes = fill.base > 0n
    return consentsOf({
      ...noRisk,
      slippage: slippageOf(fill),
      depth: takes ? depthShare(size, facingOf(ticket.side, now)) : null,
    })
  }
  // What was sent by one tap and not carried out is told in the sheet, once: it stays closed when it has been closed.
  const [isOneTap, setIsOneTap] = useState(false)
  useOnValue(isOneTap && (submit.state === 'refused' || submit.state === 'unknown') ? submit.failure : null, () => {
    setIsOneTap(false)
    asked.open(true, () => undefined)
  })
  const ownSide = ticket.side === 'buy' ? 'bids' : 'asks'
  useFirstPrice(market, ownSide, texts.price, begin.price === undefined, (price) => put({ price }))

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
    free,
    /** The age of the prices if they are too old to trade on; null while they are fresh. */
    oldMs: book.ageMs,
    sums: sumsOf(ticket, book, feeRate),
    /** Unusually far from the market: needs a warning and a separate confirmation. */
    distance: isReviewing ? farOf(ticket, book, last.last) : null,
    consents: isReviewing ? consentsNow() : noConsents,
    fill: book,
    willTrade: book.base > 0n,
    problem: problem !== null && (asked.isChecked || isSaidAtOnce(problem, isPriceLeft)) ? problem : null,
    percent: percentOf(ticket, book, free),
    noShare: noShareOf(ticket, pair, book, free),
    change: put,
    market,
    book$: feeds.orderBook$(market),
    /** The total of a limit order: as typed, or what price and amount come to. */
    total: texts.by === 'total' ? texts.total : totalText(ticket, pair),
    leavePrice: () => setIsPriceLeft(true),
    /** Applies a level that was tapped in the book. */
    pick: useCallback((price: string) => put({ price }), [put]),
    share: (percent: number) => {
      if (free !== null) put(shareOf(ticket, pair, book, free, percent))
    },
    /** True when the review may open; otherwise the fault is shown and focused. */
    review: () => {
      if (book.ageMs !== null) return false
      if (confirmOrders || problem !== null || isFarNow() || consentsNow().length > 0)
        return asked.open(problem === null, submit.reset)
      setIsOneTap(true)
      submit.send(intent())
      return true
    },
    isReviewing,
    placed,
    /** The shelf that shows what was placed, once it was asked for. */
    wished,
    view: () => setWished({ shelf: placed === null || !isSpotOrderOver(placed) ? 'open' : 'history' }),
    close: asked.close,
    submit: { ...submit, send: () => submit.send(intent()) },
    drop,
  }
}
export type TicketState = ReturnType<typeof useTicket>

/** The verdict on an order that was sent by one tap. */
const tellVerdict = (order: SpotOrder, shown: Numbers, price: PairPrice) => {
  const { key, params } = wordsOf(order, shown, price)
  toast(`spot:told.${order.type}.${key}`, params)
}

/** A typed total rules the amount until an amount is typed; a market buy has no amount. */
function followed(next: Texts, part: Partial<Texts>, pair: PairRules): Partial<Texts> {
  if (next.side === 'buy' && next.kind === 'market') return {}
  if (part.amount !== undefined) return { by: 'amount' }
  if (part.total !== undefined) return { by: 'total', amount: amountFor(part.total, next.price, pair) }
  return next.by === 'total' && part.price !== undefined ? { amount: amountFor(next.total, part.price, pair) } : {}
}

/**
 * An excessive amount is reported while typing; a price outside the band only on blur,
 * because a prefix of a valid price may be outside.
 */
const isSaidAtOnce = ({ reason }: Problem, isPriceLeft: boolean) =>
  reason === 'amount_above_max' || (reason === 'price_out_of_band' && isPriceLeft)

/** The parts of the book that the ticket needs. */
type Seen = Fill & {
  /** The age of the prices, if they are too old. */
  readonly ageMs: number | null
}
/** What the book would give matters to an order with an amount, and to one that must not take. */
const isPriced = ({ kind, amount }: Taker) =>
  kind === 'market' || kind === 'post_only' || (amount !== null && amount > 0n)
/**
 * A ticket that would rest, or has no amount yet, depends only on what was typed: changes of the best prices need no
 * render.
 */
function seenOf({ freshness, ageMs, value }: Live<BookSnapshot>, ticket: Ticket, isWatched: boolean): Seen {
  const book = value ?? noBook
  const taker = takerOf(ticket)
  const age = { ageMs: freshness === 'stale' || freshness === 'loading' ? (ageMs ?? 0) : null }
  if (!isWatched && (!isPriced(taker) || (ticket.kind !== 'market' && !isMarketable(taker, book))))
    return { ...age, ...noFill }
  return { ...age, ...estimateFill(taker, book) }
}

/**
 * The band if the price is outside of it, and the last price during the review; unchanged otherwise, to avoid renders.
 */
function lastOf({ value }: Live<Pair>, ticket: Ticket, pair: PairRules, isWatched: boolean) {
  const band = ticket.kind === 'market' ? null : bandOf(value?.now_price ?? null, pair)
  const isBroken = band !== null && isOutside(unitsOf(ticket.price), band)
  return {
    low: isBroken ? band.low : null,
    high: isBroken ? band.high : null,
    last: isWatched ? (value?.now_price ?? null) : null,
  }
}
const isOutside = (price: bigint | null, { low, high }: Band) =>
  price !== null && price > 0n && (price < parseDec(low) || price > parseDec(high))

const farFrom = parseDec(limits.priceWarnPercent)
function farOf(ticket: Ticket, { best }: Fill, last: string | null): Distance | null {
  if (ticket.kind === 'market') return null
  const distance = distanceOf(unitsOf(ticket.price), best ?? (last === null ? null : parseDec(last)))
  return distance !== null && distance.percent > farFrom ? distance : null
}

/** The side and price of a link are applied once per navigation. */
function useBegin({ side, price }: Begin, change: (part: Partial<typeof first>) => void) {
  useEffect(() => {
    if (side === 'buy' || side === 'sell') change({ side })
    if (price !== undefined && /^\d+(\.\d+)?$/.test(price)) change({ price, kind: 'limit' })
  }, [side, price, change])
}
