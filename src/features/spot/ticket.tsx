import { formatDec, parseDec } from '#contract/wire/money.ts'
import { formatAge, formatAmount } from '#src/lib/format.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { OrderForm, OrderSums } from '#src/parts/trade/order-form.tsx'
import { ReviewSheet, type ReviewRow } from '#src/parts/trade/review-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useTranslation } from 'react-i18next'
import styles from './ticket.module.css'
import { isByTotal, type PairRules, type Problem } from './ticket-sums.ts'
import { kinds, type TicketState } from './use-ticket.ts'

const missing = '—'

/** The order form: side, type, price, quantity, a slider over the balance, what it comes to, and the way to the review. */
export function TicketForm({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t, i18n } = useTranslation(['spot', 'refusals'])
  const { ticket, texts, change, sums, problem, free } = state
  const base = pair.currency_name
  const quote = pair.legal_name
  const payCoin = ticket.side === 'buy' ? quote : base
  const receiveCoin = ticket.side === 'buy' ? base : quote
  const shown = (text: string | null, coin: string) => (text === null ? missing : `${formatAmount(text, i18n.language)} ${coin}`)
  const faultOf = (field: Problem['field']) => (problem?.field === field ? t(`refusals:${problem.reason}`, problem.params) : null)
  return (
    <OrderForm label={t('ticket')} onReview={state.review}>
      <Segmented
        label={t('ticket')}
        options={[
          { value: 'buy', label: t('market:buy') },
          { value: 'sell', label: t('market:sell') },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        tone={ticket.side === 'buy' ? 'rise' : 'fall'}
      />
      <Select
        label={t('kind')}
        value={ticket.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={(kind) => change({ kind })}
        hint={t(`kindHints.${ticket.kind}`)}
      />
      {ticket.kind === 'market' ? (
        <p className={styles.market}>{t('marketPrice')}</p>
      ) : (
        <AmountField name="price" label={t('price', { coin: quote })} value={texts.price} scale={pair.price_scale} unit={quote} onChange={(price) => change({ price })} error={faultOf('price')} />
      )}
      {isByTotal(ticket) ? (
        <AmountField name="total" label={t('spend', { coin: quote })} value={texts.total} scale={Math.min(pair.price_scale, 8)} unit={quote} onChange={(total) => change({ total })} error={faultOf('total')} />
      ) : (
        <AmountField name="amount" label={t('quantity', { coin: base })} value={texts.amount} scale={pair.amount_scale} unit={base} onChange={(amount) => change({ amount })} error={faultOf('amount')} />
      )}
      <Slider label={t('ui:share')} value={state.percent} onChange={state.share} />
      <OrderSums
        rows={[
          [t('available'), shown(free, payCoin)],
          [t('orderTotal'), shown(sums.total, quote)],
          [t('receive'), shown(sums.receive, receiveCoin)],
        ]}
      />
      <Button type="submit" kind={ticket.side} isWide size="l" isBusy={state.submit.isBusy}>
        {t(ticket.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: base })}
      </Button>
      <TicketReview pair={pair} state={state} />
    </OrderForm>
  )
}

/** What will happen, in words, before it happens. */
function TicketReview({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t, i18n } = useTranslation(['spot'])
  const { ticket, sums, free, oldMs, submit } = state
  const base = pair.currency_name
  const quote = pair.legal_name
  const isBuy = ticket.side === 'buy'
  const money = (text: string | null, coin: string) => (text === null ? missing : `${formatAmount(text, i18n.language)} ${coin}`)
  const payCoin = isBuy ? quote : base
  const after = free === null || sums.pay === null ? null : formatDec(parseDec(free) - parseDec(sums.pay))
  const rows: readonly ReviewRow[] = [
    { name: pair.symbol, value: `${t(isBuy ? 'buyCoin' : 'sellCoin', { coin: base })} · ${t(`kinds.${ticket.kind}`)}`, isStrong: true },
    { name: t('price', { coin: quote }), value: ticket.kind === 'market' ? t('marketPrice') : formatAmount(ticket.price, i18n.language) },
    ...(isByTotal(ticket) ? [] : [{ name: t('quantity', { coin: base }), value: formatAmount(ticket.amount, i18n.language) }]),
    { name: t(ticket.kind === 'market' ? 'payMost' : 'pay'), value: money(sums.pay, payCoin), isStrong: true },
    { name: t('fee'), value: money(sums.fee, isBuy ? base : quote) },
    { name: t('receive'), value: money(sums.receive, isBuy ? base : quote), isStrong: true },
    { name: t('balanceAfter'), value: `${money(free, payCoin)} → ${money(after, payCoin)}` },
  ]
  const order = submit.value
  return (
    <ReviewSheet
      isOpen={state.isReviewing}
      onClose={state.close}
      title={t('review')}
      rows={rows}
      confirm={t(isBuy ? 'confirmBuy' : 'confirmSell')}
      kind={ticket.side}
      hold={oldMs === null ? null : t('pricesOld', { age: formatAge(oldMs, i18n.language) })}
      state={submit.state}
      failure={submit.failure}
      onConfirm={submit.send}
      doneTitle={t('done')}
      done={
        order !== null && order.trade_price !== null ? (
          <p>{t('doneFilled', { amount: order.filled_amount, coin: base, price: order.trade_price })}</p>
        ) : null
      }
    />
  )
}
