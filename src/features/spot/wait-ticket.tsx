import { Box } from '#src/ui/box.tsx'
import { formatDec, SCALE } from '#contract/wire/money.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { useLiveForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { PriceField, SourceSelect, ThenSwitch } from '#src/parts/trigger/trigger-fields.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Slider } from '#src/ui/slider.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PercentChips } from '#src/parts/trade/percent-chips.tsx'
import { noFill } from './fill-estimate.ts'
import { amountStep, noShareOf, percentOf, shareOf } from './ticket-sums.ts'
import { isByTotal, needOf, type WaitField } from './wait-sums.ts'
import { useWaitLive, waitForm, type WaitAbout } from './wait-form.tsx'

type Form = MoneyFormOf<typeof waitForm>
type Props = WaitAbout & {
  /** The choices of the ticket, which stand above. */
  readonly head: ReactNode
  /** A price that was chosen elsewhere to wait for. */
  readonly begun: { readonly price: string } | null
  readonly onBegun: () => void
  readonly onView: () => void
}

/** The form of an order that waits for a price. */
export function WaitTicket({ head, begun, onBegun, onView, ...about }: Props) {
  const { t } = useTranslation(['trigger', 'spot', 'ui'])
  const form = useLiveForm(waitForm, about, useWaitLive)
  useOnValue(begun, ({ price }) => {
    form.fields.set('trigger', price)
    onBegun()
  })
  const { pair, side, type } = about
  const { live } = form
  const { shown } = live
  const pay = side === 'buy' ? pair.legal_name : pair.currency_name
  return (
    <OrderForm label={t('spot:ticket')} props={form.props} isDense>
      {head}
      {type === 'trail' ? <TrailFields form={form} /> : <TriggerFields form={form} />}
      <Size form={form} />
      <Facts
        kind="dense"
        facts={[
          {
            name: t('spot:available'),
            value: <Balance>{live.free === null ? '—' : shown.money(live.free, pay)}</Balance>,
          },
        ]}
      />
      <Button
        type="submit"
        data-key="review"
        kind={side}
        isWide
        size="l"
        isBusy={form.isBusy}
        aria-disabled={live.ageMs !== null || undefined}
      >
        {live.ageMs === null ? t(`place.${type}`) : t('ui:waitingForPrices')}
      </Button>
      <MoneyReview form={form} onView={onView} />
    </OrderForm>
  )
}

/** A price of the form. */
function Priced({ form, name, label }: { readonly form: Form; readonly name: WaitField; readonly label: string }) {
  const faultText = useFaultText('refusals')
  const { pair } = form.live
  return (
    <PriceField
      name={name}
      label={label}
      value={form.texts[name]}
      scale={pair.price_scale}
      unit={pair.legal_name}
      error={faultText(form.fields.faultOf(name))}
      onChange={(text) => form.fields.set(name, text)}
      onLeave={() => form.fields.touch(name)}
    />
  )
}

const against = { sell: ['0', '-1', '-2', '-5'], buy: ['0', '1', '2', '5'] } as const
/** The price it waits for, what is made then, and of an OCO the other price. */
function TriggerFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation('trigger')
  const { side, type, pair } = form.live
  const { isLimit } = form.sums.wait
  return (
    <>
      {type === 'oco' && <Priced form={form} name="rest" label={t(`rests.${side}`)} />}
      <Priced form={form} name="trigger" label={t('trigger')} />
      <PercentChips
        percents={against[side]}
        from={form.sums.current}
        scale={pair.price_scale}
        word={t('now')}
        onPick={(price) => form.fields.set('trigger', price)}
      />
      <SourceSelect value={form.sums.wait.source} onChange={(source) => form.fields.set('source', source)} />
      <ThenSwitch isLimit={isLimit} onChange={(makes) => form.fields.set('makes', makes)} />
      {isLimit && <Priced form={form} name="limit" label={t('limit')} />}
    </>
  )
}

const distances = ['0.5', '1', '2', '5']
/** How far behind the best price it fires, and where it begins to follow. */
function TrailFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation('trigger')
  const faultText = useFaultText('refusals')
  return (
    <>
      <StepField
        name="distance"
        label={`${t('distance')} (%)`}
        short={t('distanceShort')}
        value={form.texts.distance}
        scale={2}
        unit="%"
        step="0.1"
        onChange={(text) => form.fields.set('distance', text)}
        error={faultText(form.fields.faultOf('distance'))}
      />
      <Box lay="equal" gap={1}>
        {distances.map((percent) => (
          <Button key={percent} kind="quiet" size="s" onClick={() => form.fields.set('distance', percent)}>
            {form.live.shown.percent(percent)}
          </Button>
        ))}
      </Box>
      <Priced form={form} name="activate" label={t('activateShort')} />
      <SourceSelect value={form.sums.wait.source} onChange={(source) => form.fields.set('source', source)} />
    </>
  )
}

/** The amount, or what a buy at the market spends, and its share of the balance. */
function Size({ form }: { readonly form: Form }) {
  const { t } = useTranslation(['spot', 'market', 'ui'])
  const faultText = useFaultText('refusals')
  const { live, sums } = form
  const { pair, free, side } = live
  const { wait, at } = sums
  const byTotal = isByTotal(wait)
  const dearest = byTotal ? null : needOf({ ...wait, amount: '1' }, at)
  const price = wait.side === 'sell' || dearest === null ? '' : formatDec(dearest)
  const sized = { side, kind: byTotal ? 'market' : 'limit', price, amount: wait.amount, total: wait.total } as const
  const why = noShareOf(sized, pair, noFill, free)
  return (
    <>
      <StepField
        name={byTotal ? 'total' : 'amount'}
        label={byTotal ? t('spend', { coin: pair.legal_name }) : t('quantity', { coin: pair.currency_name })}
        short={byTotal ? t('spend', { coin: pair.legal_name }) : t('market:amount')}
        value={byTotal ? form.texts.total : form.texts.amount}
        scale={byTotal ? Math.min(pair.price_scale, SCALE) : pair.amount_scale}
        unit={byTotal ? pair.legal_name : pair.currency_name}
        {...(!byTotal && { step: amountStep(at === null ? '' : formatDec(at), pair) })}
        onChange={(text) => form.fields.put(byTotal ? { total: text } : { amount: text })}
        error={faultText(form.fields.faultOf(byTotal ? 'total' : 'amount'))}
      />
      <Slider
        label={t('ui:share')}
        value={percentOf(sized, noFill, free)}
        disabled={why !== null}
        why={why === null ? null : why === 'loading' ? t('ui:loading') : t(`noShare.${why}`)}
        onChange={(percent) => free !== null && form.fields.put(shareOf(sized, pair, noFill, free, percent))}
      />
    </>
  )
}
