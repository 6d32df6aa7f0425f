import { CountField } from './parts.tsx'
import { miningCalls, type Machine } from '#contract/mining/mining.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyReview, MoneySheet } from '#src/parts/form/money-shell.tsx'
import { Note } from '#src/ui/box.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Say } from './use-mining.ts'

type Live = { readonly machine: Machine; readonly drops: boolean; readonly t: Say }
const reserveForm = moneyForm<Live>()({
  call: miningCalls.reserve,
  draft: ({ machine }) => `reserve-${machine.id}`,
  fields: () => ({ num: '1' }),
  sums: (texts, { machine }) => ({ num: machine.reservation?.num ?? (Number(texts.num) || 1) }),
  faults: () => ({}),
  input: ({ sums: { num }, live: { machine, drops } }) => ({
    machine_id: machine.id,
    ...(drops ? { drop: true } : { num }),
  }),
  review: ({ sums: { num }, live: { machine, drops, t }, value }) => ({
    title: t(drops ? 'giveUp' : 'reserve'),
    rows: [
      { name: t('pieces'), value: `${num} × ${machine.name}` },
      { name: t('cost'), value: t('free') },
    ],
    confirm: t(drops ? 'giveUp' : 'reserve'),
    doneTitle: t(drops ? 'gaveUp' : 'reserved'),
    done: !drops && value !== null && <p>{t('placeInLine', { place: value.place, num: value.num })}</p>,
  }),
})

/** Taking a place in the line for a machine, or giving it up. Both cost nothing. */
export function ReserveSheet({ machine, onClose }: { readonly machine: Machine; readonly onClose: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const [drops] = useState(machine.reservation !== null)
  const form = useMoneyForm(reserveForm, { machine, drops, t }, drops ? { opens: true } : {})
  if (drops) return <MoneyReview form={form} onClose={onClose} />
  return (
    <MoneySheet form={form} title={t('reserveOf', { name: machine.name })} button={t('reserve')} onClose={onClose}>
      <CountField
        label={t('pieces')}
        value={form.sums.num}
        max={machine.per_user === 0 ? machine.stock : machine.per_user}
        onChange={(num) => form.fields.set('num', String(num))}
      />
      <Note isLoose>{t('reserveNote')}</Note>
    </MoneySheet>
  )
}
