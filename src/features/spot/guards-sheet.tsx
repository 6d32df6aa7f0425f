import { formatDec } from '#contract/wire/money.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomesOf } from './bracket.ts'
import { PercentChips } from '#src/parts/trade/percent-chips.tsx'
import type { PairRules } from './ticket-sums.ts'
import type { TicketState } from './use-ticket.ts'

type Props = { readonly pair: PairRules; readonly state: TicketState; readonly onClose: () => void }
const percents = { take: ['1', '2', '5'], stop: ['-1', '-2', '-5'] } as const

/**
 * The stop and the target of a buy: they are armed with its first fill, and one takes from the other. A fault is told
 * when the sheet is to be left, and what was typed stays.
 */
export function GuardsSheet({ pair, state, onClose }: Props) {
  const { t } = useTranslation(['spot', 'ui'])
  const { form } = state
  const [isTold, setIsTold] = useState(false)
  const leave = () => {
    form.fields.touch('stop')
    form.fields.touch('take')
    onClose()
  }
  const done = () => (form.faults.stop || form.faults.take ? setIsTold(true) : leave())
  return (
    <Sheet
      title={t('guards.edit')}
      isOpen
      onClose={leave}
      footer={
        <Button isWide size="l" onClick={done}>
          {t('ui:done')}
        </Button>
      }
    >
      <GuardFields pair={pair} state={state} isTold={isTold} />
    </Sheet>
  )
}

type FieldsProps = Omit<Props, 'onClose'> & {
  /** Faults are told of fields too that were not left. */
  readonly isTold?: boolean
}
/** The prices of both, each with what it would come to. */
export function GuardFields({ pair, state, isTold = false }: FieldsProps) {
  const { t } = useTranslation(['trigger', 'spot'])
  const faultText = useFaultText('refusals')
  const shown = useNumbers()
  const { form, change } = state
  const { ticket } = form.sums
  const from = ticket.kind === 'market' ? form.live.now.book().asks[0]?.[0] : ticket.price
  const outcomes = outcomesOf(form.sums.guards, form.sums, form.live.feeRate, form.live.now.book())
  const hintOf = (name: 'stop' | 'take') => {
    const found = outcomes.find((each) => each.name === name)
    return found === undefined
      ? t(`guards.${name}Hint`)
      : t('guards.net', { result: shown.gain(formatDec(found.net), pair.legal_name, 'fine') })
  }
  const faultOf = (name: 'stop' | 'take') => faultText(isTold ? (form.faults[name] ?? null) : form.fields.faultOf(name))
  return (
    <Stack gap={3}>
      {(['take', 'stop'] as const).map((name) => (
        <Stack key={name} gap={1}>
          <AmountField
            name={name}
            label={t(`spot:guards.${name}`)}
            value={form.texts[name]}
            scale={pair.price_scale}
            unit={pair.legal_name}
            onChange={(text) => change({ [name]: text })}
            error={faultOf(name)}
            hint={hintOf(name)}
          />
          <PercentChips
            percents={percents[name]}
            from={from ?? null}
            scale={pair.price_scale}
            onPick={(price) => change({ [name]: price })}
          />
        </Stack>
      ))}
      <Note size={3}>{t('guards.about')}</Note>
    </Stack>
  )
}
