import type { TriggerSource } from '#contract/wire/orders.ts'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { sources } from './source-price.ts'

const tickOf = (scale: number) => (scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`)
type PriceProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly scale: number
  readonly unit: string
  readonly error: string | null
  readonly onChange: (text: string) => void
  /** The field was left, and is not empty. */
  readonly onLeave: () => void
}
/** A price of a form, with steps of one tick. */
export function PriceField({ label, scale, unit, onLeave, ...field }: PriceProps) {
  return (
    <StepField
      {...field}
      label={`${label} (${unit})`}
      short={label}
      scale={scale}
      unit={unit}
      step={tickOf(scale)}
      onBlur={() => field.value !== '' && onLeave()}
    />
  )
}

type SourceProps = { readonly value: TriggerSource; readonly onChange: (source: TriggerSource) => void }
/** Whose price counts. */
export function SourceSelect({ value, onChange }: SourceProps) {
  const { t } = useTranslation('trigger')
  return (
    <Select
      label={t('source')}
      isDense
      value={value}
      options={sources.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
      onChange={onChange}
    />
  )
}

type ThenProps = { readonly isLimit: boolean; readonly onChange: (makes: 'market' | 'limit') => void }
/** What is made once the price is reached. */
export function ThenSwitch({ isLimit, onChange }: ThenProps) {
  const { t } = useTranslation('trigger')
  return (
    <Segmented
      label={t('then')}
      size="s"
      options={[
        { value: 'market', label: t('thens.market') },
        { value: 'limit', label: t('thens.limit') },
      ]}
      value={isLimit ? 'limit' : 'market'}
      onChange={onChange}
    />
  )
}
