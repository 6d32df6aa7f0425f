import { freeOf } from '#contract/assets/assets.ts'
import { triggers } from '#contract/trigger/trigger.ts'
import { compareDec, formatDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatAge } from '#src/lib/format.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { moneyForm } from '#src/parts/form/money-form.ts'
import { consentsOf, depthShare, noRisk } from '#src/parts/trade/consents.ts'
import { consentTexts } from '#src/parts/trade/use-consent.ts'
import { Price } from '#src/parts/price.tsx'
import { usePairPrice, type PairPrice } from '#src/parts/use-pair-price.ts'
import { useConfig } from '#src/stores/config.ts'
import { Money } from '#src/ui/money.tsx'
import type { Fact } from '#src/ui/facts.tsx'
import { loading, nowOf } from '#streams/kit/live.ts'
import { sourcePrice } from '#streams/trigger/stands.ts'
import { useTranslation } from 'react-i18next'
import { facingOf, noBook, slippageOf, type Book } from './fill-estimate.ts'
import type { PairRules } from './ticket-sums.ts'
import { isByTotal, legsOf, waitFaults, waitOf, waitSums, type Wait, type WaitSums } from './wait-sums.ts'

export type WaitAbout = Pick<Wait, 'side' | 'type'> & { readonly pair: PairRules; readonly market: string }
const first = {
  source: 'last',
  trigger: '',
  makes: 'market',
  limit: '',
  rest: '',
  distance: '1',
  activate: '',
  amount: '',
  total: '',
}
type WaitTexts = typeof first

export type WaitLive = WaitAbout & {
  readonly free: string | null
  readonly feeRate: string
  readonly isOpen: boolean
  /** The age of the prices, if they are too old. */
  readonly ageMs: number | null
  /** What the market says at the moment of a tap: the form does not follow it. */
  readonly now: { readonly book: () => Book; readonly price: (source: Wait['source']) => string | null }
  readonly t: ReturnType<typeof useTranslation<['trigger', 'spot', 'trades']>>['t']
  readonly lang: string
  readonly shown: Numbers
  readonly price: PairPrice
}

const sumsIn = (texts: WaitTexts, live: WaitLive) => {
  const wait = waitOf(live, texts)
  const current = live.now.price(wait.source)
  const { price_scale: scale } = live.pair
  return { wait, current, ...waitSums(wait, { current, book: live.now.book(), feeRate: live.feeRate, scale }) }
}
type Summed = ReturnType<typeof sumsIn>

/** An order that waits for a price, or two of which one takes from the other; always with a review. */
export const waitForm = moneyForm<WaitLive, WaitAbout>()({
  call: triggers.place,
  draft: ({ market }) => `wait.${market}`,
  fields: () => first,
  sums: sumsIn,
  faults: ({ sums: { wait, current, need }, live: { pair, free } }) => waitFaults(wait, pair, { current, free, need }),
  // Nothing is sent on prices that are too old.
  seen: ({ live: { ageMs } }) => (ageMs === null ? true : null),
  input: ({ sums: { wait, current }, live: { pair, side } }) => ({
    product: 'spot' as const,
    legal_id: pair.legal_id,
    currency_id: pair.currency_id,
    act: side,
    legs: legsOf(wait, current),
  }),
  review: ({ sums, live }) => {
    const { t, side, type, ageMs, lang, pair } = live
    return {
      title: t('spot:review'),
      rows: reviewRows(sums, live),
      note: sums.wait.isLimit ? <p>{t('mayStay')}</p> : null,
      ...(live.isOpen && consentTexts(consentsFor(sums, live), live.shown, t)),
      confirm: t(`place.${type}`),
      kind: side,
      hold: ageMs === null ? null : t('spot:pricesOld', { age: formatAge(ageMs, lang) }),
      doneTitle: t('spot:done'),
      done: t('placed', { coin: pair.currency_name }),
    }
  },
  after: () => ({ amount: '', total: '' }),
})

/** What has to be agreed to if it fires into a book like that of now. */
function consentsFor({ fill, wait }: Summed, { now, side }: WaitLive) {
  if (fill === null) return []
  const size = fill.isEnough ? fill.base : fill.base * 2n
  return consentsOf({
    ...noRisk,
    slippage: slippageOf(fill),
    depth: fill.base > 0n && !isByTotal(wait) ? depthShare(size, facingOf(side, now.book())) : null,
  })
}

/** What it waits for, in words. */
export function waitText(
  { wait, current }: Pick<Summed, 'wait' | 'current'>,
  { t, price, shown, pair }: WaitLive,
): string {
  const source = t(`sources.${wait.source}`)
  if (wait.type === 'trail')
    return t(wait.side === 'sell' ? 'when.falls' : 'when.rises', { source, distance: shown.percent(wait.distance) })
  const isRise = current === null ? wait.side === 'buy' : compareDec(wait.trigger || '0', current) > 0
  return t(isRise ? 'when.above' : 'when.below', { source, price: price(wait.trigger, pair.symbol) })
}

/** What is sent, and what it comes to where it fires. */
function reviewRows(sums: Summed, live: WaitLive): readonly Fact[] {
  const { t, pair, side, type, shown, price } = live
  const { symbol, currency_name: base, legal_name: quote } = pair
  const { wait, need } = sums
  const [pay, get] = side === 'buy' ? [quote, base] : [base, quote]
  const size = isByTotal(wait) ? (
    <Money text={wait.total} unit={quote} isBare />
  ) : (
    <Money text={wait.amount} unit={base} isBare />
  )
  return [
    {
      name: symbol,
      value: `${t(side === 'buy' ? 'spot:buyCoin' : 'spot:sellCoin', { coin: base })} · ${t(`spot:kinds.${type}`)}`,
      isStrong: true,
    },
    { name: t('waitsFor'), value: waitText(sums, live), isStrong: true },
    ...(wait.type !== 'trail' || wait.activate === ''
      ? []
      : [{ name: t('activate', { coin: quote }), value: <Price text={wait.activate} symbol={symbol} /> }]),
    {
      name: t('then'),
      value: wait.isLimit ? `${t('thens.limit')} ${price(wait.limit, symbol)}` : t('thens.market'),
    },
    ...(wait.type === 'oco' ? [{ name: t('restShort'), value: <Price text={wait.rest} symbol={symbol} /> }] : []),
    { name: isByTotal(wait) ? t('spot:spend', { coin: quote }) : t('spot:quantity', { coin: base }), value: size },
    ...likelyRows(sums, live, get),
    { name: t('held'), value: need === null ? '—' : shown.cost(formatDec(need), pay, 'fine') },
  ]
}
function likelyRows(
  { fill, mean, receive, fee }: WaitSums,
  { t, shown, price, pair, side }: WaitLive,
  get: string,
): readonly Fact[] {
  if (mean === null || receive === null || fee === null) return []
  const slip = fill === null ? null : slippageOf(fill)
  const at = price(formatDec(mean), pair.symbol, side === 'buy' ? 'away' : 'down')
  return [
    { name: t('likely'), value: fill === null || fill.isEnough ? at : t('orWorse', { price: at }), isStrong: true },
    ...(slip === null || slip === 0n ? [] : [{ name: t('spot:slip'), value: `${shown.places(formatDec(slip), 3)}%` }]),
    { name: t('spot:fee'), value: shown.cost(formatDec(fee), get, 'fine') },
    { name: t('spot:receive'), value: shown.money(formatDec(receive), get, 'fine'), isStrong: true },
  ]
}

/** What the form reads of the market; the book moves it only while the review is open. */
export function useWaitLive(about: WaitAbout, { isOpen }: { readonly isOpen: boolean }): WaitLive {
  const { feeds } = useServices()
  const { pair, market, side } = about
  const { t, i18n } = useTranslation(['trigger', 'spot', 'trades'])
  const balances = useStream(feeds.balances$, loading)
  const coin = side === 'buy' ? pair.legal_id : pair.currency_id
  const cell = balances.value?.cells.change.find(({ currency }) => currency === coin)
  const ageMs = usePart(feeds.orderBook$(market), loading, ({ freshness, ageMs: age }) =>
    freshness === 'stale' || freshness === 'loading' ? (age ?? 0) : null,
  )
  // The prices of the venue have to be on their way before anything is judged by them.
  usePart(feeds.price$(market), loading, ({ value }) => (isOpen ? (value?.mark ?? null) : value === null))
  usePart(feeds.pair$(market), loading, ({ value }) => (isOpen ? (value?.now_price ?? null) : value === null))
  return {
    ...about,
    free: balances.value === null ? null : cell === undefined ? '0' : freeOf(cell, 'change'),
    feeRate: useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001'),
    isOpen,
    ageMs,
    now: {
      book: () => nowOf(feeds.orderBook$(market)) ?? noBook,
      price: (source) =>
        sourcePrice(source, {
          last: nowOf(feeds.pair$(market))?.now_price ?? null,
          quote: nowOf(feeds.price$(market)),
          scale: pair.price_scale,
        }),
    },
    t,
    lang: i18n.language,
    shown: useNumbers(),
    price: usePairPrice(),
  }
}
