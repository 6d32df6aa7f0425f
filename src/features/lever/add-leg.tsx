import type { Position } from '#contract/lever/lever-position.ts'
import { triggers } from '#contract/trigger/trigger.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { stopFault, type StopBasis } from '#src/parts/lever/stops.ts'
import { termFault } from '#src/parts/trigger/amend-terms.ts'
import { toast } from '#src/stores/toasts.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

/** What is added to a contract: a target of some of its lots, or a stop that follows the mark. */
export type LegKind = 'target' | 'trail'
type Of = { readonly position: Position; readonly kind: LegKind; readonly basis: StopBasis; readonly wall: bigint }

const legForm = moneyForm<Of>()({
  call: triggers.place,
  draft: ({ position, kind }) => `leg.${kind}.${position.id}`,
  fields: ({ position }) => ({ price: '', lots: String(Math.max(1, Math.floor(position.share / 2))), distance: '1' }),
  sums: ({ price, lots, distance }) => ({
    price: tidyDecimal(price),
    lots: tidyDecimal(lots),
    distance: tidyDecimal(distance),
  }),
  faults: ({ texts, sums, live: { kind, basis, wall, position } }) => {
    if (kind === 'trail')
      return { distance: unitsOf(sums.distance) ? null : { reason: 'trigger_required', params: {} } }
    const isOver = (unitsOf(sums.lots) ?? 0n) > (unitsOf(String(position.share)) ?? 0n)
    const most = { min: 1, max: position.share }
    return {
      price:
        termFault(texts.price, basis.scale, 'price_step') ??
        stopFault({ by: 'price', text: sums.price }, 'takeProfit', basis, wall),
      lots:
        termFault(texts.lots, 0, 'lots_required') ?? (isOver ? { reason: 'lots_out_of_range', params: most } : null),
    }
  },
  fieldOf: { distance_range: 'distance', stop_wrong_side: 'price', legs_over: 'lots' },
  input: ({ sums, live: { position, kind } }) => ({
    product: 'lever' as const,
    currency_id: position.currency,
    legal_id: position.legal,
    act: 'close' as const,
    parent: { kind: 'position' as const, id: position.id },
    legs: [
      kind === 'trail'
        ? { role: 'stop' as const, trail: { by: 'percent' as const, distance: sums.distance } }
        : { role: 'profit' as const, trigger_price: sums.price, share: Number(sums.lots) },
    ],
  }),
})

/** Adds a target or a trailing stop to a contract; what protects it already stays. */
export function AddLeg({ onClose, ...of }: Of & { readonly onClose: () => void }) {
  const { t } = useTranslation(['lever', 'refusals'])
  const { kind, basis, position } = of
  const form = useMoneyForm(legForm, of, {
    onDone: () => {
      toast('lever:legAdded')
      onClose()
    },
  })
  const quote = position.symbol.split('/')[1] ?? ''
  const title = t(kind === 'trail' ? 'trail' : 'addTarget')
  return (
    <MoneySheet form={form} title={`${title} · ${position.symbol}`} button={title} onClose={onClose}>
      {kind === 'trail' ? (
        <MoneyField fields={form.fields} name="distance" label={t('trailBy')} unit="%" scale={2} />
      ) : (
        <>
          <MoneyField fields={form.fields} name="price" label={t('targetPrice')} unit={quote} scale={basis.scale} />
          <MoneyField fields={form.fields} name="lots" label={t('lots')} unit={t('lotsUnit')} scale={0} />
        </>
      )}
      <Note size={3}>{t(kind === 'trail' ? 'trailHint' : 'takeProfitHint')}</Note>
    </MoneySheet>
  )
}
