import { isPositionAhead, isPositionOver, type LeverSide } from '#contract/lever/lever-position.ts'
import { useFollowed } from '#src/actors/use-followed.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePart, type Part } from '#src/lib/use-stream.ts'
import { useLiveForm, moneyForm } from '#src/parts/form/money-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { seenMarket } from '#src/parts/lever/seen-market.ts'
import { respell, type StopBy, type StopInput } from '#src/parts/lever/stops.ts'
import { useFirstPrice } from '#src/parts/trade/use-first-price.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { toast } from '#src/stores/toasts.ts'
import { loading, nowOf } from '#streams/kit/live.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Wished } from './orders-panel.tsx'
import { entryOf, useTicketLive, type Texts, fieldOf, first, sizeFirst, ticketSums, type Live } from './ticket-live.ts'
import {
  guardBasis,
  guardView,
  inputOf,
  kindOf,
  targetNames,
  type Guard,
  guardsOf,
  legFaults,
  problemsOf,
} from './ticket-guards.ts'
import { coinsOf, marketFor, mostOf, previewOf } from './ticket-sums.ts'
import type { LeverState } from './use-lever.ts'
import { lever } from '#contract/lever/lever.ts'
import { formatAge } from '#src/lib/format.ts'
import { endOf } from '#src/parts/trade/lives.ts'
import { consentTexts } from '#src/parts/trade/use-consent.ts'
import { reviewRows } from './ticket-rows.tsx'

function partOf(guard: Guard, { by, text }: StopInput): Partial<Texts> {
  if (guard === 'loss') return { lossBy: by, loss: text }
  const names = targetNames[guard]
  return names === undefined ? {} : { [names.by]: by, [names.text]: text }
}

/** Whatever lies in the account can be a margin; how much an order needs its form tells. */
const useMarginGate = ({ pair: { legal_id: currency, legal_name: name } }: LeverState) =>
  useGate({ stops: 'trade', kyc: 'lever', funds: { account: 'lever', currency, name, amount: '0' } })

/** The ticket of one market, and what was placed by it. */
export function useTicket(state: LeverState) {
  const { feeds } = useServices()
  const { market, terms, askLimits } = state
  const shown = usePairPrice()
  const gate = useMarginGate(state)
  // The book is at hand for each estimate, also where the page shows none.
  useEffect(() => {
    const kept = feeds.orderBook$(market).subscribe()
    return () => kept.unsubscribe()
  }, [feeds, market])
  const form = useLiveForm(leverForm, state, useTicketLive, {
    gate,
    onDone: (placed, isShown) => {
      if (isShown || placed === null) return
      toast(`lever:told.${placed.type}.${placed.status === 'pending' ? 'pending' : 'opened'}`, {
        symbol: placed.symbol,
        price: shown(placed.price, placed.symbol),
      })
    },
  })
  // The sheet tells what the venue tells later: a waiting order that opens, a contract that is closed.
  const placed = useFollowed(form.value, {
    live$: feeds.leverPositions$,
    ended$: feeds.leverHistory$,
    isAhead: isPositionAhead,
  })
  const [wished, setWished] = useState<Wished | null>(null)
  const latest = useRef(form.fields.put)
  useEffect(() => {
    latest.current = form.fields.put
  })
  const change = useCallback((part: Partial<Texts>) => latest.current(part), [])
  const { typed: ticket, known } = form.sums
  const [ownSide] = useState<'bids' | 'asks'>(ticket.side === 'short' ? 'asks' : 'bids')
  const entry = entryOf(form.texts)
  useFirstPrice(market, ownSide, ticket.target, entry === 'limit', (target) => change({ target }))
  const [isEntering, setIsEntering] = useState(false)
  const viewPending = () => setWished({ shelf: 'pending' })
  return {
    ...state,
    form,
    price$: feeds.price$(market),
    quote: form.live.quote,
    ticket,
    known,
    coins: coinsOf(ticket, terms),
    change,
    entry,
    stops: {
      viewOf: (guard: Guard) => guardView(known, guard),
      type: (guard: Guard, wanted: StopInput) => change(partOf(guard, wanted)),
      spell: (guard: Guard, by: StopBy) =>
        change(partOf(guard, respell(inputOf(ticket, guard), by, kindOf(guard), guardBasis(known, guard)))),
    },
    /** True without a fault; otherwise the fault is shown and focused. */
    review: (side: LeverSide) => {
      void askLimits()
      const isRight = form.open({ side })
      if (isRight && entry === 'stop') gate.pass(() => setIsEntering(true))
      return isRight
    },
    /** The review of what waits for a price; null while it is closed. */
    entering: isEntering ? { onEnd: () => setIsEntering(false), onView: viewPending } : null,
    placed,
    /** The shelf that shows what was placed, once it was asked for. */
    wished,
    view: () =>
      setWished({
        shelf:
          placed === null || isPositionOver(placed) ? 'history' : placed.status === 'pending' ? 'pending' : 'positions',
      }),
    gate,
  }
}
export type TicketState = ReturnType<typeof useTicket>

/**
 * A part of what an order of the ticket would come to at the price of the moment: another price renders only where the
 * part changes.
 */
function useNow<P extends Part>({ known, market }: TicketState, pick: (now: TicketState['known']) => P): P {
  const { feeds } = useServices()
  return usePart(feeds.price$(market), loading, ({ value }) =>
    pick({ ...known, market: marketFor(known.ticket, seenMarket(value, nowOf(feeds.orderBook$(market)))) }),
  )
}
const sideOf = (known: TicketState['known'], side: LeverSide) => {
  const { price, margin, fee, liquidation, net } = previewOf({ ...known, ticket: { ...known.ticket, side } })
  return { price, margin, fee, liquidation, isKnown: net !== null }
}

/** What the order of a ticket would come to on one side. */
export const useSide = (state: TicketState, side: LeverSide) => useNow(state, (known) => sideOf(known, side))

/** The margin of either side; without lots no price renders. */
export const useMargins = (state: TicketState) =>
  useNow(state, (known) => ({ long: sideOf(known, 'long').margin, short: sideOf(known, 'short').margin }))

/** The most lots that the free balance covers, or why none; another number renders, another price does not. */
export const useMostLots = (state: TicketState) => useNow(state, mostOf)

/** What it would cost to move the mark of this market by 0.1 %; null while unknown. */
export const useMoveCost = (market: string) =>
  usePart(useServices().feeds.price$(market), loading, ({ value }) => value?.move_cost ?? null)

/** The order of one market and either side: entry, leverage, lots and stops, sent with the price that was seen. */
const leverForm = moneyForm<Live, LeverState>()({
  call: lever.submit,
  draft: ({ market }) => `lever.${market}`,
  fields: () => first,
  sums: ticketSums,
  faults: ({ sums: { known }, live: { multiples } }) => ({
    ...Object.fromEntries(
      problemsOf(known, multiples).map(({ field, reason, params }) => [fieldOf[field], { reason, params }]),
    ),
    ...legFaults(known),
  }),
  // What waits for a price is sent by a form of its own.
  seen: ({ texts }) => (entryOf(texts) === 'stop' ? null : true),
  isDirect: ({ sums: { known, price, preview }, live }) =>
    !live.confirmContracts && price !== null && live.consentsFor(known, preview.number).length === 0,
  // A price that is too old confirms nothing.
  input: ({ texts, sums: { known, price }, live: { pair, nowMs } }) => {
    const { ticket } = known
    const { take, stop, legs } = guardsOf(known)
    const ends = ticket.entry === 'limit' ? endOf(texts.till, nowMs()) : null
    return price === null
      ? null
      : {
          legal_id: pair.legal_id,
          currency_id: pair.currency_id,
          type: ticket.side,
          status: ticket.entry,
          share: Number(ticket.lots),
          multiple: Number(ticket.multiple),
          ...(ticket.entry === 'limit' ? { target_price: ticket.target } : { seen_price: price }),
          target_profit_price: take,
          stop_loss_price: stop,
          ...(legs.length > 0 && { legs }),
          ...(ends !== null && { tif: 'gtd' as const, expires_ms: ends }),
        }
  },
  review: ({ sums, live, sent, failure }) => {
    const { t, isOld, quote, lang } = live
    const { side } = sums.typed
    const moved = failure?.kind === 'refused' && failure.reason === 'price_moved' ? failure.params['price'] : null
    return {
      title: t('review'),
      // The sheet is closed nearly always, and the price moves several times a second.
      rows: live.isOpen
        ? reviewRows(sums, live, typeof moved === 'string' ? { from: sent?.seen_price ?? '', to: moved } : null)
        : [],
      ...(live.isOpen && consentTexts(live.consentsFor(sums.known, sums.preview.number), live.shown, t)),
      confirm: t(side === 'long' ? 'confirmLong' : 'confirmShort'),
      kind: side === 'long' ? 'buy' : 'sell',
      hold: isOld ? t('pricesOld', { age: formatAge(quote.ageMs ?? 0, lang) }) : null,
      // A price that has moved is shown, and may be confirmed as it then is.
      retries: ['price_moved'],
    }
  },
  after: () => sizeFirst,
})
