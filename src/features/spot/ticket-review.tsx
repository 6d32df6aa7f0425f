import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { formatAge } from '#src/lib/format.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Price } from '#src/parts/price.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConsent } from '#src/parts/trade/use-consent.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Money } from '#src/ui/money.tsx'
import { useTranslation } from 'react-i18next'
import { statusKey } from './order-row.tsx'
import { wordsOf } from '#src/parts/trade/order-words.ts'
import { slippageOf } from './fill-estimate.ts'
import { isByTotal, type PairRules } from './ticket-sums.ts'
import type { TicketState } from './use-ticket.ts'

const missing = '—'

/** The summary of the order; what fills at once is estimated from the current book. */
export function TicketReview({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t, i18n } = useTranslation(['spot'])
  const { ticket, oldMs, submit, placed: order } = state
  const isBuy = ticket.side === 'buy'
  const shown = useNumbers()
  const priceText = usePairPrice()
  const words = order === null ? null : wordsOf(order, shown, priceText)
  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const setSettings = useSettings((settings) => settings.set)
  return (
    <ReviewSheet
      isOpen={state.isReviewing}
      onClose={state.close}
      title={submit.state === 'done' ? t('done') : t('review')}
      rows={useRows(pair, state)}
      note={
        <Checkbox isChecked={!confirmOrders} onChange={(isOneTap) => setSettings({ confirmOrders: !isOneTap })}>
          {t('oneTap')}
        </Checkbox>
      }
      {...warningOf(useWarning(pair, state), useConsent(state.consents))}
      confirm={t(isBuy ? 'confirmBuy' : 'confirmSell')}
      kind={ticket.side}
      hold={oldMs === null ? null : t('pricesOld', { age: formatAge(oldMs, i18n.language) })}
      state={submit.state}
      failure={submit.failure}
      onConfirm={submit.send}
      onView={state.view}
      doneTitle={order === null ? t('done') : t(statusKey(order))}
      done={
        order !== null && words !== null ? (
          <p>
            <strong>{t(order.type === 'buy' ? 'buyCoin' : 'sellCoin', { coin: pair.currency_name })}</strong> ·{' '}
            {t(`verdict.${words.key}`, words.params)}
          </p>
        ) : null
      }
    />
  )
}

function useRows(pair: PairRules, state: TicketState): readonly Fact[] {
  const { t } = useTranslation(['spot'])
  const shown = useNumbers()
  const priceText = usePairPrice()
  const { ticket, sums, free } = state
  const [base, quote] = [pair.currency_name, pair.legal_name]
  const isBuy = ticket.side === 'buy'
  const [payCoin, receiveCoin] = isBuy ? [quote, base] : [base, quote]
  const money = (units: bigint | null, coin: string) =>
    units === null ? missing : shown.money(formatDec(units), coin, 'fine')
  const cost = (units: bigint | null, coin: string) =>
    units === null ? missing : shown.cost(formatDec(units), coin, 'fine')
  const before = free === null ? null : parseDec(free)
  // What is paid now and what is held for the rest: a fill below the limit price gives the difference back at once.
  const held = isBuy && sums.payLikely !== null ? sums.payLikely : sums.pay
  const after = before === null || held === null ? null : before - held
  const slip = slippageOf(state.fill)
  const paid =
    sums.fillPrice === null || state.fill.best === null
      ? null
      : mulDec(
          sums.fillPrice > state.fill.best ? sums.fillPrice - state.fill.best : state.fill.best - sums.fillPrice,
          sums.fills,
        )
  const isPayOpen = ticket.kind === 'market' || sums.payLikely !== null
  const price =
    sums.fillPrice === null ? null : priceText(formatDec(sums.fillPrice), pair.symbol, isBuy ? 'away' : 'down')
  return [
    {
      name: pair.symbol,
      value: `${t(isBuy ? 'buyCoin' : 'sellCoin', { coin: base })} · ${t(`kinds.${ticket.kind}`)}`,
      isStrong: true,
    },
    {
      name: t('price', { coin: quote }),
      value: ticket.kind === 'market' ? t('marketPrice') : <Price text={ticket.price} symbol={pair.symbol} />,
    },
    ...(isByTotal(ticket)
      ? []
      : [{ name: t('quantity', { coin: base }), value: <Money text={ticket.amount} unit={base} isBare /> }]),
    ...(price === null
      ? []
      : [
          {
            name: t('atOnce'),
            value: t(state.fill.isEnough ? 'atOnceFor' : 'atOnceWorse', { amount: money(sums.fills, base), price }),
            isStrong: true,
          },
        ]),
    ...(slip === null || slip === 0n || paid === null || state.fill.worst === null
      ? []
      : [
          {
            name: t('slip'),
            value: t('slipTo', {
              percent: shown.places(formatDec(slip), 3),
              money: cost(paid, quote),
              price: priceText(formatDec(state.fill.worst), pair.symbol),
            }),
          },
        ]),
    ...(price === null || sums.rests === 0n
      ? []
      : [{ name: t(ticket.kind === 'limit' ? 'restWaits' : 'restCancelled'), value: money(sums.rests, base) }]),
    ...(sums.payLikely === null ? [] : [{ name: t('payAbout'), value: cost(sums.payLikely, quote), isStrong: true }]),
    { name: t(isPayOpen ? 'payMost' : 'pay'), value: cost(sums.pay, payCoin), isStrong: sums.payLikely === null },
    { name: t('fee'), value: cost(sums.fee, receiveCoin) },
    { name: t('receive'), value: money(sums.receive, receiveCoin), isStrong: true },
    { name: t('balanceAfter'), value: `${money(before, payCoin)} → ${money(after, payCoin)}` },
  ]
}

type Warning = { readonly warning?: string; readonly consent?: string }
/** Both are read and agreed to by one box. */
const warningOf = (far: Warning, risk: Warning): Warning =>
  far.warning === undefined
    ? risk
    : risk.consent === undefined
      ? far
      : { warning: far.warning, consent: `${far.consent ?? ''}. ${risk.consent}` }

/** A price far from the market gets a warning and a confirmation of its own. */
function useWarning(pair: PairRules, { ticket, distance, willTrade }: TicketState): Warning {
  const priceText = usePairPrice()
  const { t } = useTranslation(['spot'])
  const shown = useNumbers()
  if (distance === null) return {}
  const percent = shown.places(formatDec(distance.percent), 2)
  return {
    warning: `${t(`far.${distance.way}`, { percent })} ${t(willTrade ? 'far.atOnce' : 'far.waits')}`,
    consent: t(ticket.side === 'buy' ? 'far.consentBuy' : 'far.consentSell', {
      price: `${priceText(ticket.price, pair.symbol)} ${pair.legal_name}`,
    }),
  }
}
