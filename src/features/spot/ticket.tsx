import { formatDec, parseDec } from '#contract/wire/money.ts'
import { formatAmount } from '#src/lib/format.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { OrderForm, OrderSums } from '#src/parts/trade/order-form.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useTranslation } from 'react-i18next'
import styles from './ticket.module.css'
import { TicketReview } from './ticket-review.tsx'
import { isByTotal, type PairRules, type Problem } from './ticket-sums.ts'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { kinds, type TicketState } from './use-ticket.ts'

const missing = '—'

/** The order form: side, type, price, quantity, a balance slider, the amounts, and the button to the review. */
export function TicketForm({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t, i18n } = useTranslation(['spot', 'refusals'])
  const { ticket, texts, change, sums, problem, free } = state
  const base = pair.currency_name
  const quote = pair.legal_name
  const payCoin = ticket.side === 'buy' ? quote : base
  const receiveCoin = ticket.side === 'buy' ? base : quote
  const shown = (units: bigint | null, coin: string) => (units === null ? missing : `${formatAmount(formatDec(units), i18n.language)} ${coin}`)
  const problemText = useProblemText()
  const faultOf = (field: Problem['field']) => (problem?.field === field ? problemText(problem) : null)
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
        <AmountField name="price" label={t('price', { coin: quote })} value={texts.price} scale={pair.price_scale} unit={quote} onChange={(price) => change({ price })} onBlur={state.leavePrice} error={faultOf('price')} />
      )}
      {isByTotal(ticket) ? (
        <AmountField name="total" label={t('spend', { coin: quote })} value={texts.total} scale={Math.min(pair.price_scale, 8)} unit={quote} onChange={(total) => change({ total })} error={faultOf('total')} />
      ) : (
        <AmountField name="amount" label={t('quantity', { coin: base })} value={texts.amount} scale={pair.amount_scale} unit={base} onChange={(amount) => change({ amount })} error={faultOf('amount')} />
      )}
      <Slider label={t('ui:share')} value={state.percent} onChange={state.share} />
      <OrderSums
        rows={[
          [t('available'), shown(free === null ? null : parseDec(free), payCoin)],
          [t('orderTotal'), shown(sums.worth, quote)],
          [t('receive'), shown(sums.receive, receiveCoin)],
        ]}
      />
      <Button type="submit" kind={ticket.side} isWide size="l" isBusy={state.submit.isBusy} aria-disabled={state.oldMs !== null || undefined}>
        {state.oldMs === null ? t(ticket.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: base }) : t('ui:waitingForPrices')}
      </Button>
      <TicketReview pair={pair} state={state} />
    </OrderForm>
  )
}
