import { clipDecimals } from '#src/lib/amount.ts'
import { Field } from '#src/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './amount-field.module.css'

type Props = {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** Decimals of the step; what is typed beyond them is cut. */
  readonly scale: number
  readonly unit: string
  readonly name?: string
  readonly error?: string | null
  readonly hint?: ReactNode
  readonly aside?: ReactNode
  /** Fills in all there is. */
  readonly onMax?: () => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
}

/** An amount of something: decimal keyboard, clipped to the step, its unit at the end, "max" where a balance limits it. */
export function AmountField({ value, onChange, scale, unit, onMax, error, hint, aside, disabled, onBlur, ...rest }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Field
      {...rest}
      value={value}
      onChange={(text) => onChange(clipDecimals(text, scale))}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={28}
      error={error}
      {...(hint !== undefined && { hint })}
      {...(aside !== undefined && { aside })}
      {...(disabled !== undefined && { disabled })}
      {...(onBlur !== undefined && { onBlur })}
      after={
        <span className={styles.after}>
          <span className={styles.unit}>{unit}</span>
          {onMax !== undefined && (
            <button type="button" className={styles.max} onClick={onMax}>
              {t('max')}
            </button>
          )}
        </span>
      }
    />
  )
}
