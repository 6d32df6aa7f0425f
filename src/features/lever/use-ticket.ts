import { isPositionAhead, isPositionOver, lever, type LeverSide, type Position } from '#contract/lever/lever.ts'
import type { PriceRow } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Failure } from '#contract/wire/reply.ts'
import {
  leverTicketMachine,
  ticketPhaseOf,
  type LeverTicket,
  type StopBy,
  type StopInput,
} from '#machines/lever/lever-ticket.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useDraft } from '#src/lib/draft.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { usePart, type Part } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { loading, nowOf, type Live } from '#streams/kit/live.ts'
import { useKycGate } from '#src/parts/form/kyc-prompt.tsx'
import { useFollowed } from '#src/actors/use-followed.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useSettings } from '#src/stores/settings.ts'
import { toast } from '#src/stores/toasts.ts'
import { consentsOf, depthShare, type Consent } from '#src/parts/trade/consents.ts'
import { useFirstPrice } from '#src/parts/trade/use-first-price.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useCallback, useEffect, useState } from 'react'
import { seenMarket } from '#src/parts/lever/seen-market.ts'
import { stopPrice, stopView, respell, type StopKind } from '#src/parts/lever/stops.ts'
import { basisOf, coinsOf, mostOf, previewOf, problemsOf, riskOf, stopFaultsOf, type Problem } from './ticket-sums.ts'
import type { Wished } from './orders-panel.tsx'
import type { LeverState } from './use-lever.ts'

const first = {
  side: 'long',
  entry: 'market',
  lots: '',
  multiple: '10',
  target: '',
  takeBy: 'price',
  take: '',
  lossBy: 'price',
  loss: '',
}
type Texts = typeof first

const byOf = (text: string): StopBy => (text === 'percent' || text === 'profit' ? text : 'price')
const ticketOf = (texts: Texts): LeverTicket => ({
  side: texts.side === 'short' ? 'short' : 'long',
  entry: texts.entry === 'limit' ? 'limit' : 'market',
  lots: texts.lots,
  multiple: texts.multiple,
  target: texts.target,
  takeProfit: { by: byOf(texts.takeBy), text: texts.take },
  stopLoss: { by: byOf(texts.lossBy), text: texts.loss },
})
const textsOf = ({ side, entry, lots, multiple, target, takeProfit, stopLoss }: LeverTicket): Texts => ({
  side,
  entry,
  lots,
  multiple,
  target,
  takeBy: takeProfit.by,
  take: takeProfit.text,
  lossBy: stopLoss.by,
  loss: stopLoss.text,
})
/** Normalized for the calculation. An invalid stop is kept, so that it is not mistaken for no stop. */
const tidied = (ticket: LeverTicket): LeverTicket => ({
  ...ticket,
  target: tidyDecimal(ticket.target),
})
const none: readonly Problem[] = []
const noConsents: readonly Consent[] = []
const movedTo = (failure: Failure | null): string | null => {
  const price = failure?.kind === 'refused' && failure.reason === 'price_moved' ? failure.params['price'] : null
  return typeof price === 'string' ? price : null
}

/** What of the price of the moment the ticket depends on, and nothing else. */
const quoteOf = ({ value, freshness, ageMs }: Live<PriceRow>, isPriced: boolean) => ({
  mark: isPriced ? (value?.mark ?? null) : null,
  net: isPriced ? (value?.net ?? '0') : '0',
  net_cap: isPriced ? (value?.net_cap ?? '0') : '0',
  flow: isPriced ? (value?.flow ?? '0') : '0',
  mode: value?.mode ?? null,
  mode_why: value?.mode_why ?? null,
  freshness,
  ageMs: freshness === 'stale' ? ageMs : null,
})

/** The ticket of one market: its draft (kept until an order succeeds), its amounts, and its submission. */
export function useTicket(state: LeverState) {
  const { feeds } = useServices()
  const { pair, market, terms, account, rates, multiples, limits, askLimits } = state
  const draft = useDraft(`lever.${market}`, first)
  const actor = useActorRef(leverTicketMachine, { input: { ticket: ticketOf(draft.texts) } })
  const { value, context } = useSelector(actor, (now) => now)
  const { ticket: typed } = context
  const keep = draft.change
  useEffect(() => keep(textsOf(typed)), [typed, keep])

  const ticket = tidied(typed)
  const isChecked = typeof value === 'object' && value.editing === 'checked'
  const isReviewing = typeof value === 'string'
  // What shows the price itself follows it by itself (`useSides`): the whole ticket only where a fault, a stop or the
  // review depends on it.
  const isPriced = isReviewing || isChecked || ticket.takeProfit.text !== '' || ticket.stopLoss.text !== ''
  const quote = usePart(feeds.price$(market), loading, (live) => quoteOf(live, isPriced))
  /** The market at the price of the moment, with the book as it then is: the book alone renders nothing. */
  const marketAt = (row: Pick<PriceRow, 'mark' | 'net' | 'net_cap' | 'flow'> | null) =>
    seenMarket(row, nowOf(feeds.orderBook$(market)))
  const seen = quote.mark === null ? null : marketAt({ ...quote, mark: quote.mark })
  const known = { ticket, terms, market: seen, account, burst: rates.burst, limits, mode: quote.mode ?? undefined }
  /** For a tap: with the price of this moment. */
  const now = (side: LeverSide) => ({
    ...known,
    market: marketAt(nowOf(feeds.price$(market))),
    ticket: { ...ticket, side },
  })
  const basis = basisOf(known)
  const faults = stopFaultsOf(known)
  const coins = coinsOf(ticket, terms)
  const preview = previewOf(known)
  const isOld = quote.freshness === 'stale' || quote.freshness === 'loading'
  const price = isOld ? null : preview.price
  const problems = problemsOf(known, multiples)
  const gate = useKycGate('lever')
  // The book is at hand for each estimate, also where the page shows none.
  useEffect(() => {
    const kept = feeds.orderBook$(market).subscribe()
    return () => kept.unsubscribe()
  }, [feeds, market])
  const confirmContracts = useSettings((settings) => settings.confirmContracts)
  // What was sent by one tap shows the sheet only when it was not carried out.
  const [isOneTap, setIsOneTap] = useState(false)
  const shown = usePairPrice()
  const onPlaced = (placed: Position | null) => {
    if (!isOneTap) return
    setIsOneTap(false)
    actor.send({ type: 'back' })
    if (placed !== null)
      toast(`lever:told.${placed.type}.${placed.status === 'pending' ? 'pending' : 'opened'}`, {
        symbol: placed.symbol,
        price: shown(placed.price, placed.symbol),
      })
  }
  const { submit, heard } = useSending((what) => actor.send(what), gate, onPlaced)
  useOnValue(isOneTap && (submit.state === 'refused' || submit.state === 'unknown') ? submit.failure : null, () =>
    setIsOneTap(false),
  )

  // The sheet tells what the venue tells later: a waiting order that opens, a contract that is closed.
  const placed = useFollowed(submit.value, {
    live$: feeds.leverPositions$,
    ended$: feeds.leverHistory$,
    isAhead: isPositionAhead,
  })
  const [wished, setWished] = useState<Wished | null>(null)
  /** What has to be agreed to before the order is sent, by the book of this moment. */
  const consentsFor = (of: typeof known) => {
    const book = nowOf(feeds.orderBook$(market))
    const size = parseDec(coinsOf(of.ticket, terms) ?? '0')
    return consentsOf(
      riskOf(
        of,
        book === null || of.ticket.entry === 'limit'
          ? null
          : depthShare(size, of.ticket.side === 'long' ? book.asks : book.bids),
      ),
    )
  }
  const inputOf = (type: LeverSide, price: string | null) => ({
    legal_id: pair.legal_id,
    currency_id: pair.currency_id,
    type,
    status: ticket.entry,
    share: Number(ticket.lots),
    multiple: Number(ticket.multiple),
    ...(ticket.entry === 'limit' && { target_price: ticket.target }),
    ...(ticket.entry === 'market' && price !== null && { seen_price: price }),
    target_profit_price: stopPrice(ticket.takeProfit, 'takeProfit', basisOf(now(type))),
    stop_loss_price: stopPrice(ticket.stopLoss, 'stopLoss', basisOf(now(type))),
  })
  /** True if it was sent: the price is fresh, and nothing else is under way. */
  const send = (side: LeverSide, at: string | null) => {
    if (submit.isBusy || !actor.getSnapshot().can({ type: 'confirm', price: at })) return false
    actor.send({ type: 'confirm', price: at })
    submit.send(inputOf(side, at))
    return true
  }
  const change = useCallback(
    (part: Partial<Omit<LeverTicket, StopKind>>) => actor.send({ type: 'change', part }),
    [actor],
  )
  const [ownSide] = useState<'bids' | 'asks'>(typed.side === 'short' ? 'asks' : 'bids')
  useFirstPrice(market, ownSide, typed.target, typed.entry === 'limit', (target) => change({ target }))
  return {
    ...state,
    price$: feeds.price$(market),
    quote,
    ticket: typed,
    preview,
    price,
    isOld,
    known,
    coins,
    problems: isChecked ? problems : none,
    change,
    stops: {
      /** The values of a stop; null while its price is on the wrong side. */
      viewOf: (stop: StopKind) =>
        faults[stop] !== null || coins === null ? null : stopView(ticket[stop], stop, basis),
      /** The fault of a stop, whether or not the review was asked for. */
      faultOf: (stop: StopKind) => faults[stop],
      type: (stop: StopKind, wished: StopInput) => actor.send({ type: 'changeStop', stop, input: wished }),
      spell: (stop: StopKind, by: StopBy) =>
        actor.send({ type: 'changeStop', stop, input: respell(ticket[stop], by, stop, basis) }),
    },
    /** True when the review or a required prompt opened; otherwise the fault is shown and focused. */
    review: (side: LeverSide) => {
      void askLimits()
      actor.send({ type: 'change', part: { side } })
      const isValid = problemsOf(now(side), multiples).length === 0
      const at = isOld ? null : previewOf(now(side)).price
      if (isValid)
        gate.pass(() => {
          actor.send({ type: 'review', isValid, price: at })
          if (!confirmContracts && consentsFor(now(side)).length === 0 && send(side, at)) setIsOneTap(true)
        })
      else actor.send({ type: 'review', isValid, price: at })
      return isValid
    },
    confirm: () => void send(ticket.side, price),
    back: () => actor.send({ type: 'back' }),
    isOpen: isReviewing && !isOneTap,
    consents: isReviewing ? consentsFor(known) : noConsents,
    phase: ticketPhaseOf(value, submit.state),
    movedTo: context.movedTo,
    seen: context.seen,
    failure: heard,
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
    pick({ ...known, market: seenMarket(value, nowOf(feeds.orderBook$(market))) }),
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

type SendOutcome = { type: 'done' } | { type: 'refused'; movedTo: string | null } | { type: 'back' }

/** Passes the outcome to the ticket; if a verification is missing, shows its prompt instead. */
function useSending(
  tell: (what: SendOutcome) => void,
  gate: ReturnType<typeof useKycGate>,
  onPlaced: (placed: Position | null) => void,
) {
  const submit = useSubmit(lever.submit, {
    onDone: (placed) => {
      tell({ type: 'done' })
      onPlaced(placed)
    },
  })
  const { state, failure } = submit
  useOnValue(state === 'refused' ? failure : null, (refusal) => {
    if (gate.heard(refusal)) tell({ type: 'back' })
    else tell({ type: 'refused', movedTo: movedTo(refusal) })
  })
  return { submit, heard: failure }
}
