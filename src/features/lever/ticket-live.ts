import type { TriggerSource } from '#contract/wire/orders.ts'
import type { PriceRow } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { seenMarket } from '#src/parts/lever/seen-market.ts'
import { noStop, type StopBy } from '#src/parts/lever/stops.ts'
import { sourceOf } from '#src/parts/trigger/source-price.ts'
import { sourcePrice } from '#streams/trigger/stands.ts'
import { consentsOf, depthShare } from '#src/parts/trade/consents.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useSettings } from '#src/stores/settings.ts'
import { loading, nowOf, type Live as Streamed } from '#streams/kit/live.ts'
import type { Feeds } from '#streams/feeds.ts'
import { useTranslation } from 'react-i18next'
import { riskOf, shares, targetNames } from './ticket-guards.ts'
import { marketFor, previewOf, type Known, type LeverTicket } from './ticket-sums.ts'
import type { LeverState } from './use-lever.ts'

const kindFirst = {
  side: 'long',
  entry: 'market',
  multiple: '10',
  target: '',
  source: 'mark',
  makes: 'market',
  till: 'gtc',
}
/** What begins anew once an order is placed. */
export const sizeFirst = {
  lots: '',
  trigger: '',
  takeBy: 'price',
  take: '',
  takeShare: '100',
  takeBy2: 'price',
  take2: '',
  takeShare2: '25',
  takeBy3: 'price',
  take3: '',
  takeShare3: '25',
  takeBy4: 'price',
  take4: '',
  takeShare4: '25',
  takeBy5: 'price',
  take5: '',
  takeShare5: '25',
  ends: 'stop',
  lossBy: 'price',
  loss: '',
  trail: '1',
}
export const first = { ...kindFirst, ...sizeFirst }
export type Texts = typeof first
/** What can be chosen: the last waits for a price, and is then made at the market or at a limit. */
export const entries = ['market', 'limit', 'stop'] as const
export const entryOf = ({ entry }: Pick<Texts, 'entry'>) => entries.find((each) => each === entry) ?? 'market'
/** The field of each part of a ticket that may be wrong. */
export const fieldOf = {
  lots: 'lots',
  multiple: 'multiple',
  target: 'target',
  trigger: 'trigger',
  takeProfit: 'take',
  stopLoss: 'loss',
} as const

const byOf = (text: string): StopBy => (text === 'percent' || text === 'profit' ? text : 'price')
/** As it was typed. */
function ticketOf(texts: Texts): LeverTicket {
  const entry = entryOf(texts)
  const [{ input: takeProfit, share } = noTarget, ...more] = targetNames.map((names) => ({
    input: { by: byOf(texts[names.by]), text: texts[names.text] },
    share: shares.find((each) => each === texts[names.share]) ?? '100',
  }))
  const isTrailing = texts.ends === 'trail'
  return {
    side: texts.side === 'short' ? 'short' : 'long',
    entry: entry === 'limit' || (entry === 'stop' && texts.makes === 'limit') ? 'limit' : 'market',
    lots: texts.lots,
    multiple: texts.multiple,
    target: texts.target,
    takeProfit,
    share,
    more,
    stopLoss: isTrailing ? noStop : { by: byOf(texts.lossBy), text: texts.loss },
    trail: isTrailing ? tidyDecimal(texts.trail) : null,
    waits: entry === 'stop' ? { source: sourceOf(texts.source), price: tidyDecimal(texts.trigger) } : null,
  }
}
const noTarget = { input: noStop, share: '100' }

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

const currentIn = (feeds: Pick<Feeds, 'pair$' | 'price$'>, market: string, source: TriggerSource, scale: number) =>
  sourcePrice(source, {
    last: nowOf(feeds.pair$(market))?.now_price ?? null,
    quote: nowOf(feeds.price$(market)),
    scale,
  })

type Now = { readonly texts: Texts; readonly isOpen: boolean; readonly isChecked: boolean }
/** What the ticket reads of the market, only as far as what is typed depends on it. */
export function useTicketLive(state: LeverState, { texts, isOpen, isChecked }: Now) {
  const { feeds, serverNow } = useServices()
  const { market, terms, account, rates, limits } = state
  const { t, i18n } = useTranslation(['lever', 'trades'])
  const shown = useNumbers()
  const price = usePairPrice()
  // What shows the price itself follows it by itself (`useSides`): the whole ticket only where a fault, a stop or the
  // review depends on it.
  const isPriced =
    isOpen ||
    isChecked ||
    texts.loss !== '' ||
    texts.ends === 'trail' ||
    targetNames.some(({ text }) => texts[text] !== '')
  const quote = usePart(feeds.price$(market), loading, (live) => quoteOf(live, isPriced))
  // The last trade is on its way before anything is judged by it.
  usePart(texts.entry === 'stop' ? feeds.pair$(market) : null, loading, ({ value }) => value === null)
  const confirmContracts = useSettings((settings) => settings.confirmContracts)
  return {
    ...state,
    quote,
    isOld: quote.freshness === 'stale' || quote.freshness === 'loading',
    isOpen,
    confirmContracts,
    /** What the price of a source is now. */
    currentOf: (source: TriggerSource) => currentIn(feeds, market, source, terms.scale),
    nowMs: serverNow,
    /** At the price of this moment, with the book as it then is: the book alone renders nothing. */
    knownOf: (ticket: LeverTicket): Known => ({
      ticket,
      terms,
      market: marketFor(ticket, seenMarket(nowOf(feeds.price$(market)), nowOf(feeds.orderBook$(market)))),
      ...(ticket.waits !== null && { current: currentIn(feeds, market, ticket.waits.source, terms.scale) }),
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
