import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { Price } from '#src/parts/price.tsx'
import type { PairPrice } from '#src/parts/use-pair-price.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import type { Fact } from '#src/ui/facts.tsx'
import { Money } from '#src/ui/money.tsx'
import { useTranslation } from 'react-i18next'
import { ratioOf, type Outcome } from './bracket.ts'
import { slippageOf, type Fill } from './fill-estimate.ts'
import { isByTotal, type PairRules, type Sums, type Ticket } from './ticket-sums.ts'

export const missing = '—'

/** Orders are sent by one tap from now on. */
export function OneTapBox() {
  const { t } = useTranslation('spot')
  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const setSettings = useSettings((settings) => settings.set)
  return (
    <Checkbox isChecked={!confirmOrders} onChange={(isOneTap) => setSettings({ confirmOrders: !isOneTap })}>
      {t('oneTap')}
    </Checkbox>
  )
}

/** What the texts of a ticket need: its pair, the book, the balance, and how numbers are written. */
type Given = {
  readonly pair: PairRules
  readonly book: Fill
  readonly free: string | null
  readonly shown: Numbers
  readonly price: PairPrice
  readonly t: ReturnType<typeof useTranslation<'spot'>>['t']
}

/** Sums of a ticket as texts; a sum that is not known has a place as well. */
export const sumTexts = (shown: Numbers) => ({
  money: (units: bigint | null, coin: string) =>
    units === null ? missing : shown.money(formatDec(units), coin, 'fine'),
  cost: (units: bigint | null, coin: string) => (units === null ? missing : shown.cost(formatDec(units), coin, 'fine')),
})
/** The coin that is paid, and the one that is received. */
export const coinsOf = ({ side }: Ticket, { legal_name, currency_name }: PairRules) =>
  side === 'buy' ? ([legal_name, currency_name] as const) : ([currency_name, legal_name] as const)

/** The summary of the order; what fills at once is estimated from the current book. */
export function reviewRows(ticket: Ticket, sums: Sums, given: Given): readonly Fact[] {
  const { pair, t } = given
  const { symbol, currency_name: base, legal_name: quote } = pair
  const isBuy = ticket.side === 'buy'
  const isMarket = ticket.kind === 'market'
  return [
    {
      name: symbol,
      value: `${t(isBuy ? 'buyCoin' : 'sellCoin', { coin: base })} · ${t(`kinds.${ticket.kind}`)}`,
      isStrong: true,
    },
    {
      name: t('price', { coin: quote }),
      value: isMarket ? t('marketPrice') : <Price text={ticket.price} symbol={symbol} />,
    },
    ...(isByTotal(ticket)
      ? []
      : [{ name: t('quantity', { coin: base }), value: <Money text={ticket.amount} unit={base} isBare /> }]),
    ...fillRows(ticket, sums, given),
    ...payRows(ticket, sums, given),
  ]
}

/** What fills at once, how far from the best price, and what becomes of the rest. */
function fillRows(ticket: Ticket, sums: Sums, { pair, book, shown, price, t }: Given): readonly Fact[] {
  const { money, cost } = sumTexts(shown)
  const { symbol, currency_name: base, legal_name: quote } = pair
  if (sums.fillPrice === null) return []
  const mean = price(formatDec(sums.fillPrice), symbol, ticket.side === 'buy' ? 'away' : 'down')
  const slip = slippageOf(book)
  const off = book.best === null ? null : sums.fillPrice - book.best
  const paid = off === null ? null : mulDec(off < 0n ? -off : off, sums.fills)
  return [
    {
      name: t('atOnce'),
      value: t(book.isEnough ? 'atOnceFor' : 'atOnceWorse', { amount: money(sums.fills, base), price: mean }),
      isStrong: true,
    },
    ...(slip === null || slip === 0n || paid === null || book.worst === null
      ? []
      : [
          {
            name: t('slip'),
            value: t('slipTo', {
              percent: shown.places(formatDec(slip), 3),
              money: cost(paid, quote),
              price: price(formatDec(book.worst), symbol),
            }),
          },
        ]),
    ...(sums.rests === 0n
      ? []
      : [{ name: t(ticket.kind === 'limit' ? 'restWaits' : 'restCancelled'), value: money(sums.rests, base) }]),
  ]
}

/** What is paid and received, and the balance before and after. */
function payRows(ticket: Ticket, sums: Sums, { pair, free, shown, t }: Given): readonly Fact[] {
  const { money, cost } = sumTexts(shown)
  const [payCoin, receiveCoin] = coinsOf(ticket, pair)
  const before = free === null ? null : parseDec(free)
  // What is paid now and what is held for the rest: a fill below the limit price gives the difference back at once.
  const held = ticket.side === 'buy' && sums.payLikely !== null ? sums.payLikely : sums.pay
  const after = before === null || held === null ? null : before - held
  const isPayOpen = ticket.kind === 'market' || sums.payLikely !== null
  return [
    ...(sums.payLikely === null
      ? []
      : [{ name: t('payAbout'), value: cost(sums.payLikely, pair.legal_name), isStrong: true }]),
    { name: t(isPayOpen ? 'payMost' : 'pay'), value: cost(sums.pay, payCoin), isStrong: sums.payLikely === null },
    { name: t('fee'), value: cost(sums.fee, receiveCoin) },
    { name: t('receive'), value: money(sums.receive, receiveCoin), isStrong: true },
    { name: t('balanceAfter'), value: `${money(before, payCoin)} → ${money(after, payCoin)}` },
  ]
}

/** What a guarded buy comes to at its stop and at its target, and how the two compare. */
export function outcomeRows(outcomes: readonly Outcome[], { pair, shown, price, t }: Given): readonly Fact[] {
  const ratio = ratioOf(outcomes)
  return [
    ...outcomes.map(({ name, price: at, net, isAll }): Fact => {
      const params = {
        price: price(formatDec(at), pair.symbol, 'down'),
        result: shown.gain(formatDec(net), pair.legal_name, 'fine'),
      }
      return {
        name: t(`guards.${name}`),
        value: t(isAll ? 'guards.comesTo' : 'guards.comesToLess', params),
        tone: net < 0n ? 'fall' : 'rise',
      }
    }),
    ...(ratio === null ? [] : [{ name: t('guards.ratio'), value: `1 : ${shown.places(ratio, 1)}` }]),
  ]
}
