import { spot, type SpotOrder } from '#contract/spot/spot.ts'
import { compareDec } from '#contract/wire/money.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { changedTerm, termFault, useScales, type Scales } from '#src/parts/trigger/amend-terms.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

type OfOrder = { readonly order: SpotOrder; readonly scales: Scales }
const orderForm = moneyForm<OfOrder>()({
  call: spot.amend,
  draft: ({ order }) => `amend.order.${order.id}.${order.rev}`,
  fields: ({ order }) => ({ price: order.target_price, amount: order.trade_amount }),
  sums: ({ price, amount }, { order }) => ({
    target_price: changedTerm(price, order.target_price),
    amount: changedTerm(amount, order.trade_amount),
  }),
  faults: ({ texts, live: { scales } }) => ({
    price: termFault(texts.price, scales.price, 'price_step'),
    amount: termFault(texts.amount, scales.amount, 'amount_step'),
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
export function AmendOrder({ order, onClose }: { readonly order: SpotOrder; readonly onClose: () => void }) {
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
