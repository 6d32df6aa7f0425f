import type { LeverTicket } from '#machines/lever-ticket.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { KycPrompt } from '#src/parts/form/kyc-prompt.tsx'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { OrderForm, OrderSums } from '#src/parts/trade/order-form.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopField } from './stop-field.tsx'
import type { StopKind } from './stops.ts'
import { TicketReview, useLiquidationText } from './ticket-review.tsx'
import type { Field } from './ticket-sums.ts'
import styles from './ticket.module.css'
import type { TicketState } from './use-ticket.ts'

const missing = '—'

/** The order form of the lever: side, entry, leverage, lots, stops, the amounts, and the button to the review. */
export function TicketForm({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation(['lever', 'refusals', 'ui'])
  const { ticket, change, pair, terms, problems } = state
  const quote = pair.legal_name
  const problemText = useProblemText()
  const faultOf = (field: Field) => {
    const problem = problems.find((each) => each.field === field)
    return problem === undefined ? null : problemText(problem)
  }
  return (
    <OrderForm label={t('ticket')} onReview={state.review} isDense>
      <Segmented
        label={t('side')}
        options={[
          { value: 'long', label: t('long') },
          { value: 'short', label: t('short') },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        tone={ticket.side === 'long' ? 'rise' : 'fall'}
      />
      {state.isLimitAllowed && (
        <Segmented label={t('entry')} size="s" options={entries.map((value) => ({ value, label: t(value) }))} value={ticket.entry} onChange={(entry) => change({ entry })} />
      )}
      <Select
        label={t('multiple')}
        value={ticket.multiple}
        options={state.multiples.map((each) => ({ value: String(each), label: `${each}×` }))}
        onChange={(multiple) => change({ multiple })}
        error={faultOf('multiple')}
      />
      {ticket.entry === 'limit' ? (
        <AmountField name="target" label={t('limitPrice')} value={ticket.target} scale={terms.scale} unit={quote} onChange={(target) => change({ target })} error={faultOf('target')} />
      ) : (
        <p className={styles.market}>
          {t('marketPrice')} <PriceAge freshness={state.quote.freshness} ageMs={state.quote.ageMs} />
        </p>
      )}
      <Lots state={state} error={faultOf('lots')} />
      {state.isStopAllowed && <Stops state={state} faultOf={faultOf} />}
      <Sums state={state} />
      <Button type="submit" kind={ticket.side === 'long' ? 'buy' : 'sell'} isWide size="l">
        {t(ticket.side === 'long' ? 'openLong' : 'openShort')}
      </Button>
      <TicketReview state={state} />
      <KycPrompt {...state.gate.prompt} />
    </OrderForm>
  )
}

const entries: readonly LeverTicket['entry'][] = ['market', 'limit']

function Lots({ state, error }: { readonly state: TicketState; readonly error: string | null }) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const { ticket, change, most, pair, preview } = state
  const share = most > 0 && /^\d+$/.test(ticket.lots) ? Math.min(100, Math.round((Number(ticket.lots) * 100) / most)) : 0
  return (
    <>
      <AmountField
        name="lots"
        label={t('lots')}
        value={ticket.lots}
        scale={0}
        unit={t('lotsUnit')}
        onChange={(lots) => change({ lots })}
        error={error}
        {...(most > 0 && { onMax: () => change({ lots: String(most) }) })}
        hint={preview.number === null ? t('lotSize', { number: shown.amount(pair.lever_share_num), coin: pair.currency_name }) : `≈ ${shown.amount(preview.number)} ${pair.currency_name}`}
      />
      <Slider label={t('ui:share')} value={share} disabled={most === 0} onChange={(percent) => change({ lots: lotsAt(most, percent) })} />
    </>
  )
}
/** Whole lots; zero if the share is too small for one. */
const lotsAt = (most: number, percent: number) => {
  const lots = Math.floor((most * percent) / 100)
  return lots === 0 ? '' : String(lots)
}

function Stops({ state, faultOf }: { readonly state: TicketState; readonly faultOf: (field: Field) => string | null }) {
  const { t } = useTranslation('lever')
  const { ticket, stops, pair, terms, problems } = state
  const [isOpen, setIsOpen] = useState(ticket.takeProfit.text !== '' || ticket.stopLoss.text !== '')
  const isShown = isOpen || problems.some(({ field }) => field === 'takeProfit' || field === 'stopLoss')
  const field = (kind: StopKind) => (
    <StopField
      kind={kind}
      input={ticket[kind]}
      view={stops.viewOf(kind)}
      scale={terms.scale}
      quote={pair.legal_name}
      error={faultOf(kind)}
      onType={(input) => stops.type(kind, input)}
      onSpell={(by) => stops.spell(kind, by)}
    />
  )
  return (
    <div className={styles.stops}>
      <Button kind="text" size="s" icon={isShown ? 'chevron-up' : 'chevron-down'} aria-expanded={isShown} onClick={() => setIsOpen(!isShown)}>
        {t('stops')}
      </Button>
      {isShown && field('takeProfit')}
      {isShown && field('stopLoss')}
    </div>
  )
}

function Sums({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const { preview, pair, free } = state
  const moves = state.quote.value?.move_cost
  const quote = pair.legal_name
  const money = (text: string | null) => (text === null ? missing : `${shown.amount(text, 4)} ${quote}`)
  const cost = (text: string | null) => (text === null ? missing : `${shown.cost(text, 4)} ${quote}`)
  const rows: readonly (readonly [string, string])[] = [
    [t('available'), money(free)],
    [t('entryPrice'), preview.price === null ? missing : shown.amount(preview.price)],
    [t('margin'), cost(preview.margin)],
    [t('fee'), cost(preview.fee)],
    [t('liquidationAfter'), useLiquidationText(state)],
    ...(moves === undefined ? [] : [[t('moveCost'), `≈ ${shown.amount(moves)} ${quote}`] as const]),
  ]
  return <OrderSums rows={rows} />
}
