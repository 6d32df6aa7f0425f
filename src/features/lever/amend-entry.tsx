import { lever } from '#contract/lever/lever.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { changedTerm, termFault, useScales, type Scales } from '#src/parts/trigger/amend-terms.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

type OfEntry = { readonly position: Position; readonly scales: Scales }
const entryForm = moneyForm<OfEntry>()({
  call: lever.amend,
  draft: ({ position }) => `amend.entry.${position.id}.${position.rev}`,
  fields: ({ position }) => ({ price: position.price, lots: String(position.share) }),
  sums: ({ price, lots }, { position }) => ({
    target_price: changedTerm(price, position.price),
    share: changedTerm(lots, String(position.share)),
  }),
  faults: ({ texts, live: { scales } }) => ({
    price: termFault(texts.price, scales.price, 'price_step'),
    lots: termFault(texts.lots, 0, 'lots_required'),
  }),
  input: ({ sums: { target_price, share }, live: { position } }) =>
    target_price === undefined && share === undefined
      ? null
      : {
          id: position.id,
          expect: position.status,
          ...(target_price !== undefined && { target_price }),
          ...(share !== undefined && { share: Number(share) }),
        },
})

/** Moves an entry that waits at its limit, or makes it larger or smaller; it keeps its id and its stops. */
export function AmendEntry({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  const { t } = useTranslation(['trigger', 'lever'])
  const scales = useScales(position.symbol)
  const onDone = () => {
    toast('trigger:amended')
    onClose()
  }
  const form = useMoneyForm(entryForm, { position, scales }, { onDone })
  const [, quote = ''] = position.symbol.split('/')
  return (
    <MoneySheet form={form} title={t('amendTitle')} button={t('amend')} onClose={onClose}>
      <MoneyField fields={form.fields} name="price" label={t('lever:limitPrice')} unit={quote} scale={scales.price} />
      <MoneyField fields={form.fields} name="lots" label={t('lever:lots')} unit={t('lots')} scale={0} />
      <Note size={3}>{t('amendNote')}</Note>
    </MoneySheet>
  )
}
