import { Stack } from '#src/ui/box.tsx'
import { SCALE } from '#contract/wire/money.ts'
import type { StopBy, StopInput } from '#src/parts/lever/stops.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { useTranslation } from 'react-i18next'
import type { StopKind, StopView } from '#src/parts/lever/stops.ts'

type Props = {
  readonly kind: StopKind
  /** Of one of several targets: its field and what it is called. */
  readonly name?: string
  readonly label?: string
  readonly input: StopInput
  /** The stop as price, percent and profit; null while it cannot be calculated. */
  readonly view: StopView | null
  readonly scale: number
  readonly quote: string
  readonly error: string | null
  readonly onType: (input: StopInput) => void
  readonly onSpell: (by: StopBy) => void
}

/** One stop, entered as price, percent of the margin, or profit; the other two are displayed. */
export function StopField({ kind, input, view, scale, quote, error, onType, onSpell, ...named }: Props) {
  const { t } = useTranslation('lever')
  const { name = kind, label = t(kind) } = named
  const shown = useNumbers()
  const said = view && {
    price: `${shown.price(view.price, scale)} ${quote}`,
    percent: shown.change(view.percent),
    profit: shown.gain(view.profit, quote, 'fine'),
  }
  const others = (['price', 'percent', 'profit'] as const).filter((by) => by !== input.by)
  return (
    <Stack gap={1} isFull>
      <AmountField
        name={name}
        label={label}
        value={input.text}
        scale={input.by === 'price' ? scale : input.by === 'percent' ? 2 : SCALE}
        unit={input.by === 'percent' ? '%' : quote}
        onChange={(text) => onType({ by: input.by, text })}
        error={error}
        hint={
          said === null
            ? t(input.by === 'price' ? `${kind}Hint` : 'lotsFirst')
            : others.map((by) => said[by]).join(' · ')
        }
      />
      <Segmented
        label={t('stopBy', { stop: label })}
        size="s"
        options={[
          { value: 'price', label: t('by.price') },
          { value: 'percent', label: t('by.percent') },
          { value: 'profit', label: t(kind === 'stopLoss' ? 'by.loss' : 'by.profit') },
        ]}
        value={input.by}
        onChange={onSpell}
      />
    </Stack>
  )
}
