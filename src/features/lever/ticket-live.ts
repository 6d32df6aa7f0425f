import type { PriceRow } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { seenMarket } from '#src/parts/lever/seen-market.ts'
import type { StopBy } from '#src/parts/lever/stops.ts'
import { consentsOf, depthShare } from '#src/parts/trade/consents.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useSettings } from '#src/stores/settings.ts'
import { loading, nowOf, type Live as Streamed } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { previewOf, riskOf, type Known, type LeverTicket } from './ticket-sums.ts'
import type { LeverState } from './use-lever.ts'

export const first = {
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
export type Texts = typeof first
/** The field of each part of a ticket that may be wrong. */
export const fieldOf = {
  lots: 'lots',
  multiple: 'multiple',
  target: 'target',
  takeProfit: 'take',
  stopLoss: 'loss',
} as const

const byOf = (text: string): StopBy => (text === 'percent' || text === 'profit' ? text : 'price')
/** As it was typed. */
const ticketOf = (texts: Texts): LeverTicket => ({
  side: texts.side === 'short' ? 'short' : 'long',
  entry: texts.entry === 'limit' ? 'limit' : 'market',
  lots: texts.lots,
  multiple: texts.multiple,
  target: texts.target,
  takeProfit: { by: byOf(texts.takeBy), text: texts.take },
  stopLoss: { by: byOf(texts.lossBy), text: texts.loss },
})

/** What of the price of the moment the ticket depends on, and nothing else. */
const quoteOf = ({ value, freshness, ageMs }: Streamed<PriceRow>, isPriced: boolean) => ({
  mark: isPriced ? (value?.mark ?? null) : null,
  net: isPriced ? (value?.net ?? '0') : '0',
  net_cap: isPriced ? (value?.net_cap ?? '0') : '0',
  flow: isPriced ? (value?.flow ?? '0') : '0',
  mode: value?.mode ?? null,
  mode_why: value?.mode_why ?? null,
  freshness,
  ageMs: freshness === 'stale' ? ageMs : null,
})

type Now = { readonly texts: Texts; readonly isOpen: boolean; readonly isChecked: boolean }
/** What the ticket reads of the market, only as far as what is typed depends on it. */
export function useTicketLive(state: LeverState, { texts, isOpen, isChecked }: Now) {
  const { feeds } = useServices()
  const { market, terms, account, rates, limits } = state
  const { t, i18n } = useTranslation(['lever', 'trades'])
  const shown = useNumbers()
  const price = usePairPrice()
  // What shows the price itself follows it by itself (`useSides`): the whole ticket only where a fault, a stop or the
  // review depends on it.
  const isPriced = isOpen || isChecked || texts.take !== '' || texts.loss !== ''
  const quote = usePart(feeds.price$(market), loading, (live) => quoteOf(live, isPriced))
  const confirmContracts = useSettings((settings) => settings.confirmContracts)
  return {
    ...state,
    quote,
    isOld: quote.freshness === 'stale' || quote.freshness === 'loading',
    isOpen,
    confirmContracts,
    /** At the price of this moment, with the book as it then is: the book alone renders nothing. */
    knownOf: (ticket: LeverTicket): Known => ({
      ticket,
      terms,
      market: seenMarket(nowOf(feeds.price$(market)), nowOf(feeds.orderBook$(market))),
      account,
      burst: rates.burst,
      limits,
      mode: quote.mode ?? undefined,
    }),
    /** What has to be agreed to before the order is sent, by the book of this moment. */
    consentsFor: (known: Known, coins: string | null) => {
      const book = nowOf(feeds.orderBook$(market))
      const isDeep = book === null || known.ticket.entry === 'limit'
      const facing = book === null ? [] : known.ticket.side === 'long' ? book.asks : book.bids
      return consentsOf(riskOf(known, isDeep ? null : depthShare(parseDec(coins ?? '0'), facing)))
    },
    t,
    lang: i18n.language,
    shown,
    price,
  }
}
export type Live = ReturnType<typeof useTicketLive>

/**
 * What the typed text comes to at the price of this moment. An invalid stop is kept, so that it is not mistaken for
 * none.
 */
export const ticketSums = (texts: Texts, live: Live) => {
  const typed = ticketOf(texts)
  const known = live.knownOf({ ...typed, target: tidyDecimal(typed.target) })
  const preview = previewOf(known)
  return { typed, known, preview, price: live.isOld ? null : preview.price }
}
export type Sums = ReturnType<typeof ticketSums>
