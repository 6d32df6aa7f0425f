import { formatDec } from '#contract/wire/money.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { BestPrices } from '#src/parts/trade/best-prices.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { PriceDistance } from '#src/parts/trade/price-distance.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bestFacing } from './fill-estimate.ts'
import styles from './ticket.module.css'
import { TicketReview } from './ticket-review.tsx'
import { amountStep, isByTotal, type PairRules, type Problem } from './ticket-sums.ts'
import { kinds, type TicketState } from './use-ticket.ts'

const missing = '—'

/**
 * The order form: side, type, price, quantity, a balance slider, the total, the amounts, and the button to the review.
 */
export function TicketForm({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t } = useTranslation(['spot', 'refusals', 'market'])
  const shown = useNumbers()
  const { ticket, change, sums, free } = state
  const base = pair.currency_name
  const quote = pair.legal_name
  const payCoin = ticket.side === 'buy' ? quote : base
  const receiveCoin = ticket.side === 'buy' ? base : quote
  const money = (units: bigint | null, coin: string) =>
    units === null ? missing : shown.money(formatDec(units), coin, 'fine')
  const cost = (units: bigint | null, coin: string) =>
    units === null ? missing : shown.cost(formatDec(units), coin, 'fine')
  return (
    <OrderForm label={t('ticket')} onReview={state.review} isDense>
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
      <Kind state={state} />
      <Fields pair={pair} state={state} />
      <Facts
        kind="dense"
        facts={[
          {
            name: t('available'),
            value: <Balance>{free === null ? missing : shown.money(free, payCoin)}</Balance>,
          },
          ...(ticket.kind === 'market'
            ? [{ name: t('orderTotal'), value: money(sums.worth, quote) }]
            : [{ name: t('fee'), value: cost(sums.fee, receiveCoin) }]),
          { name: t('receive'), value: money(sums.receive, receiveCoin) },
        ]}
      />
      <Button
        type="submit"
        kind={ticket.side}
        isWide
        size="l"
        isBusy={state.submit.isBusy}
        aria-disabled={state.oldMs !== null || undefined}
      >
        {state.oldMs === null
          ? t(ticket.side === 'buy' ? 'buyCoin' : 'sellCoin', { coin: base })
          : t('ui:waitingForPrices')}
      </Button>
      <TicketReview pair={pair} state={state} />
    </OrderForm>
  )
}

/** The order type; what it means, and whether orders are confirmed, stands behind the button beside it. */
function Kind({ state: { ticket, change } }: { readonly state: TicketState }) {
  const { t } = useTranslation('spot')
  const [isTold, setIsTold] = useState(false)
  const confirmOrders = useSettings((settings) => settings.confirmOrders)
  const setSettings = useSettings((settings) => settings.set)
  return (
    <div>
      <div className={styles.kind}>
        <Select
          label={t('kind')}
          isDense
          value={ticket.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={(kind) => change({ kind })}
        />
        <IconButton icon="info" label={t('kindHelp')} aria-expanded={isTold} onClick={() => setIsTold(!isTold)} />
      </div>
      {isTold && (
        <div className={styles.told}>
          <p>{t(`kindHints.${ticket.kind}`)}</p>
          <Checkbox isChecked={confirmOrders} onChange={(isOn) => setSettings({ confirmOrders: isOn })}>
            {t('confirmOrders')}
          </Checkbox>
        </div>
      )}
    </div>
  )
}

function Fields({ pair, state }: { readonly pair: PairRules; readonly state: TicketState }) {
  const { t } = useTranslation(['spot', 'market', 'ui'])
  const { ticket, texts, change, problem, noShare } = state
  const base = pair.currency_name
  const quote = pair.legal_name
  const problemText = useProblemText()
  const faultOf = (field: Problem['field']) => (problem?.field === field ? problemText(problem) : null)
  const moneyScale = Math.min(pair.price_scale, 8)
  const tick = pair.price_scale === 0 ? '1' : `0.${'1'.padStart(pair.price_scale, '0')}`
  return (
    <>
      {ticket.kind === 'market' ? (
        <p className={styles.market}>{t('marketPrice')}</p>
      ) : (
        <>
          <StepField
            name="price"
            label={t('price', { coin: quote })}
            short={t('market:price')}
            value={texts.price}
            scale={pair.price_scale}
            unit={quote}
            step={tick}
            onChange={(price) => change({ price })}
            onBlur={state.leavePrice}
            error={faultOf('price')}
          />
          <PriceDistance price={ticket.price} live$={state.book$} marketOf={(book) => bestFacing(ticket.side, book)} />
          <BestPrices market={state.market} onPick={state.pick} />
        </>
      )}
      {!isByTotal(ticket) && (
        <StepField
          name="amount"
          label={t('quantity', { coin: base })}
          short={t('market:amount')}
          value={texts.amount}
          scale={pair.amount_scale}
          unit={base}
          step={amountStep(ticket.price, pair)}
          onChange={(amount) => change({ amount })}
          error={faultOf('amount')}
        />
      )}
      <Slider
        label={t('ui:share')}
        value={state.percent}
        disabled={noShare !== null}
        why={noShare === null ? null : noShare === 'loading' ? t('ui:loading') : t(`noShare.${noShare}`)}
        onChange={state.share}
      />
      {isByTotal(ticket) ? (
        <StepField
          name="total"
          label={t('spend', { coin: quote })}
          short={t('spend', { coin: quote })}
          value={texts.total}
          scale={moneyScale}
          unit={quote}
          onChange={(total) => change({ total })}
          error={faultOf('total')}
        />
      ) : (
        ticket.kind !== 'market' && (
          <StepField
            name="total"
            label={t('totalIn', { coin: quote })}
            short={t('totalIn', { coin: quote })}
            value={state.total}
            scale={moneyScale}
            unit={quote}
            onChange={(total) => change({ total })}
            error={null}
          />
        )
      )}
    </>
  )
}
