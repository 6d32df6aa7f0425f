import { trailPrice } from '#contract/trigger/trigger-terms.ts'
import { triggers, type Trigger } from '#contract/trigger/trigger.ts'
import { fixedDec, parseDec } from '#contract/wire/money.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import { changedTerm, termFault, useScales, type Scales } from './amend-terms.ts'

type OfTrigger = { readonly trigger: Trigger; readonly scales: Scales }
const names = ['trigger_price', 'distance', 'price', 'amount', 'total', 'share'] as const
type Name = (typeof names)[number]
/** What of a trigger can be changed, as it is now; null where it has none. */
const termsOf = ({ trigger_price, trail, makes, size }: Trigger): Readonly<Record<Name, string | null>> => ({
  trigger_price,
  distance: trail?.distance ?? null,
  price: makes.price,
  amount: size.by === 'amount' ? size.wanted : null,
  total: size.by === 'total' ? size.wanted : null,
  share: size.by === 'lots' ? size.wanted : null,
})
const blank = { trigger_price: '', distance: '', price: '', amount: '', total: '', share: '' }
const stepOf = {
  trigger_price: 'price_step',
  distance: 'price_step',
  price: 'price_step',
  amount: 'amount_step',
  total: 'price_step',
  share: 'lots_required',
} as const satisfies Record<Name, string>
const scaleOf = (name: Name, { trail }: Trigger, { price, amount }: Scales) =>
  name === 'share' ? 0 : name === 'amount' ? amount : name === 'distance' && trail?.by === 'percent' ? 2 : price

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
      const text = changedTerm(texts[name], terms[name])
      return text === undefined ? [] : [[name, text] as const]
    })
    const sums: Partial<Record<Name, string>> = Object.fromEntries(wanted)
    return sums
  },
  faults: ({ texts, live: { trigger, scales } }) => {
    const terms = termsOf(trigger)
    const wrong = (name: Name) =>
      terms[name] === null ? null : termFault(texts[name], scaleOf(name, trigger, scales), stepOf[name])
    return Object.fromEntries(names.map((name) => [name, wrong(name)]))
  },
  input: ({ sums, live: { trigger } }) => {
    const { share, ...rest } = sums
    return Object.keys(sums).length === 0
      ? null
      : { id: trigger.id, expect: trigger.status, ...rest, ...(share !== undefined && { share: Number(share) }) }
  },
})

/** Where a changed trigger would fire: as typed, or behind the best price at the new distance. */
function movedTo({ trigger_price, trail, when }: Trigger, sums: Partial<Record<Name, string>>, scale: number) {
  const { trigger_price: typed, distance } = sums
  if (typed !== undefined && trigger_price !== null) return { from: trigger_price, to: typed }
  if (distance === undefined || trail === null || when === null) return null
  if (trail.extreme === null || trail.trigger_now === null) return null
  const gap = Number(parseDec(distance, trail.by === 'percent' ? 2 : scale))
  const to = trailPrice(when, trail.by, gap, Number(parseDec(trail.extreme, scale)))
  return Number.isSafeInteger(to) && to > 0 ? { from: trail.trigger_now, to: fixedDec(BigInt(to), scale) } : null
}

/** Changes a trigger that has not fired: it is there at every moment. */
export function AmendTrigger({ trigger, onClose }: { readonly trigger: Trigger; readonly onClose: () => void }) {
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
    share: t('size'),
  }
  const unitOf = (name: Name) =>
    name === 'amount'
      ? base
      : name === 'share'
        ? t('lots')
        : name === 'distance' && trigger.trail?.by === 'percent'
          ? '%'
          : quote
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
