import { marketOf, type Pair } from '#contract/market/market.ts'
import { spot, type SpotOrder } from '#contract/spot/spot.ts'
import { trailPrice } from '#contract/trigger/trigger-terms.ts'
import { triggers, type Trigger } from '#contract/trigger/trigger.ts'
import { compareDec, decimalsOf, fixedDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePart } from '#src/lib/use-stream.ts'
import type { Problem } from '#src/parts/form/checks.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note } from '#src/ui/box.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'

type Scales = { readonly price: number; readonly amount: number }
const scalesOf = ({ value }: Live<Pair>) => ({
  price: value?.price_scale ?? SCALE,
  amount: value?.amount_scale ?? SCALE,
})
const useScales = (symbol: string): Scales => {
  const { feeds } = useServices()
  return usePart(feeds.pair$(marketOf(symbol)), loading, scalesOf)
}
const fault = (text: string, scale: number, reason: 'price_step' | 'amount_step'): Problem | null => {
  const units = unitsOf(text.trim())
  if (units === null || units === 0n)
    return { reason: reason === 'price_step' ? 'price_required' : 'quantity_required', params: {} }
  return decimalsOf(tidyDecimal(text)) > scale ? { reason, params: { scale: String(scale) } } : null
}
/** What was typed, where it is another number. */
const changed = (text: string, before: string | null) =>
  before === null || compareDec(tidyDecimal(text) || '0', before) === 0 ? undefined : tidyDecimal(text)

type OfTrigger = { readonly trigger: Trigger; readonly scales: Scales }
const names = ['trigger_price', 'distance', 'price', 'amount', 'total'] as const
type Name = (typeof names)[number]
/** What of a trigger can be changed, as it is now; null where it has none. */
const termsOf = ({ trigger_price, trail, makes, size }: Trigger): Readonly<Record<Name, string | null>> => ({
  trigger_price,
  distance: trail?.distance ?? null,
  price: makes.price,
  amount: size.by === 'amount' ? size.wanted : null,
  total: size.by === 'total' ? size.wanted : null,
})
const blank = { trigger_price: '', distance: '', price: '', amount: '', total: '' }
const scaleOf = (name: Name, { trail }: Trigger, { price, amount }: Scales) =>
  name === 'amount' ? amount : name === 'distance' && trail?.by === 'percent' ? 2 : price

const amendForm = moneyForm<OfTrigger>()({
  call: triggers.amend,
  draft: ({ trigger }) => `amend.${trigger.id}.${trigger.rev}`,
  fields: ({ trigger }) => {
    const terms = termsOf(trigger)
    return { ...blank, ...Object.fromEntries(names.map((name) => [name, terms[name] ?? ''])) }
  },
  sums: (texts, { trigger }) => {
    const terms = termsOf(trigger)
    const wanted = names.flatMap((name) => {
      const text = changed(texts[name], terms[name])
      return text === undefined ? [] : [[name, text] as const]
    })
    return Object.fromEntries(wanted)
  },
  faults: ({ texts, live: { trigger, scales } }) => {
    const terms = termsOf(trigger)
    const wrong = (name: Name) =>
      terms[name] === null
        ? null
        : fault(texts[name], scaleOf(name, trigger, scales), name === 'amount' ? 'amount_step' : 'price_step')
    return Object.fromEntries(names.map((name) => [name, wrong(name)]))
  },
  input: ({ sums, live: { trigger } }) =>
    Object.keys(sums).length === 0 ? null : { id: trigger.id, expect: trigger.status, ...sums },
})

/** Where a changed trigger would fire: as typed, or behind the best price at the new distance. */
function movedTo({ trigger_price, trail, when }: Trigger, sums: Readonly<Record<string, string>>, scale: number) {
  const { trigger_price: typed, distance } = sums
  if (typed !== undefined && trigger_price !== null) return { from: trigger_price, to: typed }
  if (distance === undefined || trail === null || when === null) return null
  if (trail.extreme === null || trail.trigger_now === null) return null
  const gap = Number(parseDec(distance, trail.by === 'percent' ? 2 : scale))
  const to = trailPrice(when, trail.by, gap, Number(parseDec(trail.extreme, scale)))
  return Number.isSafeInteger(to) && to > 0 ? { from: trail.trigger_now, to: fixedDec(BigInt(to), scale) } : null
}

type Props<T> = T & { readonly onClose: () => void }
/** Changes a trigger that has not fired: it is there at every moment. */
export function AmendTrigger({ trigger, onClose }: Props<{ readonly trigger: Trigger }>) {
  const { t } = useTranslation(['trigger', 'refusals'])
  const priceText = usePairPrice()
  const scales = useScales(trigger.symbol)
  const onDone = () => {
    toast('trigger:amended')
    onClose()
  }
  const form = useMoneyForm(amendForm, { trigger, scales }, { onDone })
  const [base = '', quote = ''] = trigger.symbol.split('/')
  const terms = termsOf(trigger)
  const words = {
    trigger_price: t('trigger'),
    distance: t('distance'),
    price: t('limit'),
    amount: t('size'),
    total: t('size'),
  }
  const unitOf = (name: Name) =>
    name === 'amount' ? base : name === 'distance' && trigger.trail?.by === 'percent' ? '%' : quote
  const moved = movedTo(trigger, form.sums, scales.price)
  return (
    <MoneySheet form={form} title={t('amendTitle')} button={t('amend')} onClose={onClose}>
      {names
        .filter((name) => terms[name] !== null)
        .map((name) => (
          <MoneyField
            key={name}
            fields={form.fields}
            name={name}
            label={words[name]}
            unit={unitOf(name)}
            scale={scaleOf(name, trigger, scales)}
          />
        ))}
      {moved !== null && (
        <Note size={3} role="status">
          {t('looser', { from: priceText(moved.from, trigger.symbol), to: priceText(moved.to, trigger.symbol) })}
        </Note>
      )}
      <Note size={3}>{t('amendNote')}</Note>
    </MoneySheet>
  )
}

type OfOrder = { readonly order: SpotOrder; readonly scales: Scales }
const orderForm = moneyForm<OfOrder>()({
  call: spot.amend,
  draft: ({ order }) => `amend.order.${order.id}.${order.rev}`,
  fields: ({ order }) => ({ price: order.target_price, amount: order.trade_amount }),
  sums: ({ price, amount }, { order }) => ({
    target_price: changed(price, order.target_price),
    amount: changed(amount, order.trade_amount),
  }),
  faults: ({ texts, live: { scales } }) => ({
    price: fault(texts.price, scales.price, 'price_step'),
    amount: fault(texts.amount, scales.amount, 'amount_step'),
  }),
  input: ({ sums: { target_price, amount }, live: { order } }) =>
    target_price === undefined && amount === undefined
      ? null
      : {
          id: order.id,
          expect: 'waiting' as const,
          target_price: target_price ?? order.target_price,
          ...(amount !== undefined && { amount }),
        },
})

/** Moves an order that rests, or makes it larger or smaller. */
export function AmendOrder({ order, onClose }: Props<{ readonly order: SpotOrder }>) {
  const { t } = useTranslation(['trigger', 'spot', 'trades'])
  const scales = useScales(order.symbol)
  const onDone = () => {
    toast('trigger:amended')
    onClose()
  }
  const form = useMoneyForm(orderForm, { order, scales }, { onDone })
  const [base = '', quote = ''] = order.symbol.split('/')
  const isSmaller =
    form.sums.target_price === undefined &&
    form.sums.amount !== undefined &&
    compareDec(form.sums.amount || '0', order.trade_amount) < 0
  return (
    <MoneySheet form={form} title={t('amendTitle')} button={t('amend')} onClose={onClose}>
      <MoneyField
        fields={form.fields}
        name="price"
        label={t('spot:price', { coin: quote })}
        unit={quote}
        scale={scales.price}
      />
      <MoneyField
        fields={form.fields}
        name="amount"
        label={t('spot:quantity', { coin: base })}
        unit={base}
        scale={scales.amount}
      />
      <Note size={3}>{t(isSmaller ? 'keepsPlace' : 'losesPlace')}</Note>
    </MoneySheet>
  )
}
