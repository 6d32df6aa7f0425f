import { freeOf } from '#contract/assets/assets.ts'
import type { Pair } from '#contract/market/market.ts'
import { limits } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { spot, type SpotKind, type SpotSide } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { formatAge } from '#src/lib/format.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { moneyForm } from '#src/parts/form/money-form.ts'
import { endOf, lives } from '#src/parts/trade/lives.ts'
import { consentsOf, depthShare, noRisk } from '#src/parts/trade/consents.ts'
import { distanceOf, type Distance } from '#src/parts/trade/distance.ts'
import { consentTexts } from '#src/parts/trade/use-consent.ts'
import { usePairPrice, type PairPrice } from '#src/parts/use-pair-price.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { loading, nowOf, type Live as Streamed } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { useTranslation } from 'react-i18next'
import {
  estimateFill,
  facingOf,
  isMarketable,
  noBook,
  noFill,
  slippageOf,
  type Fill,
  type Taker,
  type Book,
} from './fill-estimate.ts'
import { guardProblem, outcomesOf, stopsOf } from './bracket.ts'
import { OneTapBox, outcomeRows, reviewRows } from './ticket-review.tsx'
import {
  amountFor,
  bandOf,
  isByTotal,
  problemOf,
  sumsOf,
  takerOf,
  type Band,
  type PairRules,
  type Ticket,
} from './ticket-sums.ts'

const first = {
  side: 'buy',
  kind: 'limit',
  group: '',
  rule: 'gtc',
  price: '',
  amount: '',
  total: '',
  by: 'amount',
  stop: '',
  take: '',
}
export type Texts = typeof first
const sides: readonly SpotSide[] = ['buy', 'sell']
/** What can be chosen; all but the first two wait for a price and are sent by a form of their own. */
export const types = ['limit', 'market', 'stop', 'trail', 'oco'] as const
export type TicketType = (typeof types)[number]
export const typeOf = ({ kind }: Pick<Texts, 'kind'>): TicketType => types.find((type) => type === kind) ?? 'limit'
/** How a limit order lives: until it is cancelled, only in the book, only now, or until an instant. */
export const rules = ['gtc', 'post_only', 'ioc', 'fok', ...lives] as const
const kindOf = ({ kind, rule }: Texts): SpotKind => {
  if (kind === 'market') return 'market'
  return rule === 'post_only' ? rule : rule === 'ioc' || rule === 'fok' ? 'ioc' : 'limit'
}
/** What the rule of a limit order adds to it. */
const lifeOf = ({ kind, rule }: Texts, nowMs: number) => {
  if (kind === 'market') return {}
  if (rule === 'fok') return { tif: 'fok' as const }
  const expires_ms = endOf(rule, nowMs)
  return expires_ms === null ? {} : { tif: 'gtd' as const, expires_ms }
}
/** What an order is linked with: nothing, another of which one takes from the other, or what protects it. */
export const groups = ['single', 'oco', 'bracket'] as const
export type Group = (typeof groups)[number]
export const groupOf = ({ side, kind, group, stop, take }: Texts): Group =>
  kind === 'oco' ? 'oco' : side === 'buy' && (group === 'bracket' || stop + take !== '') ? 'bracket' : 'single'
/** What the choice of a group changes; a sale needs no protection. */
export function groupTo(group: Group, { kind }: Texts): Partial<Texts> {
  const isPlain = kind === 'limit' || kind === 'market'
  if (group === 'oco') return { group: '', kind: 'oco', stop: '', take: '' }
  if (group === 'bracket') return { group, side: 'buy', kind: isPlain ? kind : 'limit' }
  return { group: '', kind: kind === 'oco' ? 'limit' : kind, stop: '', take: '' }
}
const guardsOf = ({ stop, take }: Texts, { side }: Ticket) => (side === 'buy' ? { stop, take } : noGuards)
const noGuards = { stop: '', take: '' }
const ticketOf = (texts: Texts): Ticket => ({
  side: sides.find((side) => side === texts.side) ?? 'buy',
  kind: kindOf(texts),
  price: tidyDecimal(texts.price),
  amount: tidyDecimal(texts.amount),
  total: tidyDecimal(texts.total),
})

/** The market of a ticket, with the rules of its pair. */
export type About = { readonly pair: PairRules; readonly market: string }
/** What may be asked of the market at the moment of a tap: the ticket does not follow it. */
type AtNow = {
  readonly ms: () => number
  readonly book: () => Book
  readonly consents: (ticket: Ticket) => ReturnType<typeof consentsOf>
  readonly far: (ticket: Ticket) => Distance | null
}
export type Live = About & {
  readonly book: Seen
  readonly last: ReturnType<typeof lastOf>
  readonly free: string | null
  readonly feeRate: string
  readonly isOpen: boolean
  readonly confirmOrders: boolean
  readonly now: AtNow
  readonly t: ReturnType<typeof useTranslation<'spot'>>['t']
  readonly lang: string
  readonly shown: Numbers
  readonly price: PairPrice
}

/** The order of one market: side, type, price, quantity or total, sent with a review or by one tap. */
export const spotForm = moneyForm<Live, About>()({
  call: spot.submit,
  draft: ({ market }) => `ticket.${market}`,
  fields: () => first,
  // A typed total rules the amount until an amount is typed; a market buy has no amount.
  follows: (next, before, { pair }) => {
    if (next.side === 'buy' && next.kind === 'market') return {}
    if (next.amount !== before.amount) return { by: 'amount' }
    const amount = amountFor(next.total, next.price, pair)
    if (next.total !== before.total) return { by: 'total', amount }
    return next.by === 'total' && next.price !== before.price ? { amount } : {}
  },
  sums: (texts, { book, feeRate }) => {
    const ticket = ticketOf(texts)
    return { ticket, guards: guardsOf(texts, ticket), ...sumsOf(ticket, book, feeRate) }
  },
  faults: ({
    sums: { ticket, guards },
    live: {
      pair,
      book,
      free,
      last: { low, high },
    },
  }) => {
    const band = low === null || high === null ? null : { low, high }
    const problem = problemOf(ticket, pair, { fill: book, free, band })
    // A bracket is judged by its entry; at the market by the best price, where one is known.
    const from = ticket.kind === 'market' ? book.best : unitsOf(ticket.price)
    const entry = from === 0n ? null : from
    return {
      stop: guardProblem('stop', guards.stop, entry, pair.price_scale),
      take: guardProblem('take', guards.take, entry, pair.price_scale),
      ...(problem !== null && { [problem.field]: { reason: problem.reason, params: problem.params } }),
    }
  },
  isEarly: (fault) => fault !== null && typeof fault !== 'string' && fault.reason === 'amount_above_max',
  // Nothing is sent on prices that are too old.
  seen: ({ live: { book } }) => (book.ageMs === null ? true : null),
  isDirect: ({ sums: { ticket }, live: { confirmOrders, now } }) =>
    !confirmOrders && now.far(ticket) === null && now.consents(ticket).length === 0,
  input: ({ texts, sums: { ticket, guards }, live: { pair, now } }) => ({
    legal_id: pair.legal_id,
    currency_id: pair.currency_id,
    type: ticket.side,
    kind: ticket.kind,
    ...(isByTotal(ticket) ? { total: ticket.total } : { amount: ticket.amount }),
    ...(ticket.kind !== 'market' && { target_price: ticket.price }),
    ...lifeOf(texts, now.ms()),
    ...stopsOf(guards),
  }),
  review: ({ texts, sums, live }) => {
    const { t, book, lang, pair, feeRate, now } = live
    const outcomes = live.isOpen ? outcomesOf(sums.guards, sums, feeRate, now.book()) : []
    const isBuy = sums.ticket.side === 'buy'
    return {
      title: t('review'),
      rows: [
        ...reviewRows(sums.ticket, sums, live),
        ...(texts.kind === 'market' || texts.rule === 'gtc'
          ? []
          : [{ name: t('rule'), value: t(`rules.${texts.rule}`) }]),
        ...outcomeRows(outcomes, live),
      ],
      note: <OneTapBox />,
      ...riskOf(sums.ticket, live),
      confirm: t(isBuy ? 'confirmBuy' : 'confirmSell'),
      kind: sums.ticket.side,
      hold: book.ageMs === null ? null : t('pricesOld', { age: formatAge(book.ageMs, lang) }),
      doneTitle: t('done'),
      done: t(isBuy ? 'buyCoin' : 'sellCoin', { coin: pair.currency_name }),
    }
  },
  after: () => ({ amount: '', total: '', by: 'amount', stop: '', take: '' }),
})

/** A price far from the market and a risk for the order each need a consent; both are read and agreed to by one box. */
const riskOf = (ticket: Ticket, live: Live) => {
  const { isOpen, now, t, shown, price, pair, book, last } = live
  if (!isOpen) return {}
  const risk = consentTexts(now.consents(ticket), shown, t)
  const far = farOf(ticket, book, last.last)
  if (far === null) return risk
  const percent = shown.places(formatDec(far.percent), 2)
  const consent = t(ticket.side === 'buy' ? 'far.consentBuy' : 'far.consentSell', {
    price: `${price(ticket.price, pair.symbol)} ${pair.legal_name}`,
  })
  return {
    warning: `${t(`far.${far.way}`, { percent })} ${t(book.base > 0n ? 'far.atOnce' : 'far.waits')}`,
    consent: risk.consent === undefined ? consent : `${consent}. ${risk.consent}`,
  }
}

/** What the ticket reads of the market, only as far as what is typed depends on it. */
export function useTicketLive(
  { pair, market }: About,
  { texts, isOpen }: { readonly texts: Texts; readonly isOpen: boolean },
): Live {
  const { feeds, serverNow } = useServices()
  const { t, i18n } = useTranslation(['spot', 'trades'])
  const ticket = ticketOf(texts)
  const book = usePart(feeds.orderBook$(market), loading, (live) => seenOf(live, ticket, isOpen))
  const last = usePart(feeds.pair$(market), loading, (live) => lastOf(live, ticket, pair, isOpen))
  const balances = useStream(feeds.balances$, loading)
  const coin = ticket.side === 'buy' ? pair.legal_id : pair.currency_id
  const cell = balances.value?.cells.change.find(({ currency }) => currency === coin)
  return {
    pair,
    market,
    book,
    last,
    free: balances.value === null ? null : cell === undefined ? '0' : freeOf(cell, 'change'),
    feeRate: useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001'),
    isOpen,
    confirmOrders: useSettings((settings) => settings.confirmOrders),
    now: {
      ms: serverNow,
      book: () => nowOf(feeds.orderBook$(market)) ?? noBook,
      consents: (asked) => consentsFor(asked, nowOf(feeds.orderBook$(market)) ?? noBook),
      far: (asked) => farOf(asked, book, nowOf(feeds.pair$(market))?.now_price ?? null),
    },
    t,
    lang: i18n.language,
    shown: useNumbers(),
    price: usePairPrice(),
  }
}

/** What has to be agreed to, by the book of this moment. */
function consentsFor(ticket: Ticket, book: Book) {
  const fill = estimateFill(takerOf(ticket), book)
  const size = ticket.kind === 'market' ? (fill.isEnough ? fill.base : fill.base * 2n) : (unitsOf(ticket.amount) ?? 0n)
  return consentsOf({
    ...noRisk,
    slippage: slippageOf(fill),
    depth: fill.base > 0n ? depthShare(size, facingOf(ticket.side, book)) : null,
  })
}

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
function seenOf({ freshness, ageMs, value }: Streamed<BookSnapshot>, ticket: Ticket, isWatched: boolean): Seen {
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
function lastOf({ value }: Streamed<Pair>, ticket: Ticket, pair: PairRules, isWatched: boolean) {
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

const { rests, fills } = limits.priceWarnPercent
const farFrom = { rests: parseDec(rests), fills: parseDec(fills) }
/** Unusually far from the market: needs a warning and a separate confirmation. */
function farOf(ticket: Ticket, { best }: Fill, last: string | null): Distance | null {
  if (ticket.kind === 'market') return null
  const distance = distanceOf(unitsOf(ticket.price), best ?? (last === null ? null : parseDec(last)))
  if (distance === null) return null
  const crosses = (ticket.side === 'buy') === (distance.way === 'above')
  return distance.percent > (crosses ? farFrom.fills : farFrom.rests) ? distance : null
}
