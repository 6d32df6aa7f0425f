import { alerts, type AlertMode } from '#contract/alert/alert.ts'
import type { Pair } from '#contract/market/market.ts'
import { compareDec, fixedDec, mulDec, parseDec, rescale, SCALE } from '#contract/wire/money.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const modes = ['once', 'repeat'] as const satisfies readonly AlertMode[]
const offsets = ['-5', '-1', '+1', '+5'] as const

/** The price some percent away from the last one. */
const priceAt = (last: string, percent: string, scale: number) =>
  fixedDec(rescale(mulDec(parseDec(last), parseDec('1') + BigInt(percent) * parseDec('0.01')), SCALE, scale), scale)
const distance = (from: string, to: string) => {
  const last = parseDec(from)
  const tenThousandths = last === 0n ? 0n : ((parseDec(to) - last) * 10_000n) / last
  const text = String(tenThousandths < 0n ? -tenThousandths : tenThousandths).padStart(3, '0')
  return `${tenThousandths < 0n ? '-' : '+'}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** What waits for the price, or that it has been passed since it was entered. */
function useSaid(price: string, enteredAt: string, { now_price: last, price_scale: scale }: Pair): string {
  const { t } = useTranslation('alert')
  const shown = useNumbers()
  const way = price === '' ? 0 : compareDec(price, enteredAt)
  const isPassed = way !== 0 && compareDec(price, last) !== way
  return way === 0 || isPassed
    ? t(isPassed ? 'passed' : 'nowAt', { price: shown.price(last, scale) })
    : t(way > 0 ? 'whenAbove' : 'whenBelow', { distance: shown.change(distance(last, price)) })
}

type Props = { readonly pair: Pair; readonly isFull: boolean; readonly max: number }

/**
 * A price at which the venue tells the user. Whether it waits for a rise or a fall follows from the last price when it
 * was entered: one that has passed it since is told as passed, and not waited for from the other side.
 */
export function AlertForm({ pair, isFull, max }: Props) {
  const { t } = useTranslation('alert')
  const { id: match_id, now_price: last, price_scale: scale, legal_name: unit } = pair
  const [mode, setMode] = useState<AlertMode>('once')
  const [enteredAt, setEnteredAt] = useState(last)
  const faultText = useFaultText()
  const form = useForm({
    draft: `alert-${pair.symbol}`,
    first: { price: '' },
    check: ({ price }) => ({ price: faultOf(price, last) }),
    fieldOf: () => ({ price_required: 'price', price_step: 'price', alert_reached: 'price' }),
  })
  const submit = useSubmit(alerts.add, {
    onDone: () => {
      form.set('price', '')
      form.drop()
      toast('alert:done')
    },
  })
  const { failure, state, isBusy } = submit
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  const price = tidyDecimal(form.texts.price)
  const enter = (text: string) => {
    setEnteredAt(last)
    form.set('price', text)
  }
  const said = useSaid(price, enteredAt, pair)
  return (
    <Stack
      as="form"
      gap={3}
      ref={form.form}
      noValidate
      onSubmit={form.submit((texts) => {
        const typed = tidyDecimal(texts.price)
        submit.reset()
        submit.send({ match_id, side: compareDec(typed, enteredAt) > 0 ? 'above' : 'below', price: typed, mode })
      })}
    >
      <AmountField
        name="price"
        label={t('price')}
        value={form.texts.price}
        onChange={enter}
        onBlur={() => form.texts.price !== '' && form.touch('price')}
        scale={scale}
        unit={unit}
        hint={said}
        error={faultText(form.faultOf('price'))}
      />
      <Offsets onPick={(percent) => enter(priceAt(last, percent, scale))} />
      <Segmented
        label={t('mode')}
        value={mode}
        onChange={setMode}
        options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" size="l" isWide isBusy={isBusy} disabled={isFull} mayRetry={form.mayRetry}>
        {t('set')}
      </Button>
      {isFull && <Note>{t('refusals:alert_limit', { max })}</Note>}
      {state === 'unknown' && <Note>{t('refusals:outcome_unknown')}</Note>}
    </Stack>
  )
}

/** Prices some percent away from the last one. */
function Offsets({ onPick }: { readonly onPick: (percent: string) => void }) {
  const shown = useNumbers()
  return (
    <Stack columns={4} gap={2}>
      {offsets.map((percent) => (
        <Button key={percent} kind="quiet" size="s" onClick={() => onPick(percent.replace('+', ''))}>
          {`${shown.exact(percent)}%`}
        </Button>
      ))}
    </Stack>
  )
}

const faultOf = (typed: string, last: string) => {
  const price = tidyDecimal(typed)
  if (price === '' || parseDec(price) === 0n) return 'refusals:price_required'
  return compareDec(price, last) === 0 ? 'alert:same' : null
}
