import { Box, Press } from '#src/ui/box.tsx'
import { Field } from '#src/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './amount-field.module.css'
import { AmountQuestion } from './amount-question.tsx'
import { useAmountText } from './use-amount-text.ts'

type Props = {
  readonly label: ReactNode
  /** A plain decimal, or a text that is not a number and is reported under the field. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The decimals of the step. */
  readonly scale: number
  readonly unit: string
  readonly name?: string
  readonly error?: string | null
  readonly hint?: ReactNode
  readonly aside?: ReactNode
  /** Fills in the whole balance. */
  readonly onMax?: () => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
}

/** An amount, read and displayed in the number format of the language, with its unit and an optional "max" button. */
export function AmountField({
  value,
  onChange,
  scale,
  unit,
  onMax,
  error,
  hint,
  aside,
  disabled,
  onBlur,
  ...rest
}: Props) {
  const { t, i18n } = useTranslation('ui')
  const amount = useAmountText({ held: value, onChange, scale, unit, lang: i18n.language })
  return (
    <Field
      {...rest}
      value={amount.text}
      onChange={amount.type}
      onFocus={amount.focus}
      onBlur={() => {
        amount.blur()
        onBlur?.()
      }}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      error={
        amount.fault === null ? (
          error
        ) : (
          <AmountQuestion fault={amount.fault} format={amount.format} onChoose={amount.choose} />
        )
      }
      {...(hint !== undefined && { hint })}
      {...(aside !== undefined && { aside })}
      {...(disabled !== undefined && { disabled })}
      after={
        <Box as="span" lay="inline" gap={2} align="center" nowrap>
          <Box as="span" size={2} tone={2}>
            {unit}
          </Box>
          {onMax !== undefined && (
            <Press sidePad={2} size={2} tone="accent" weight="bold" isRelative className={styles.max} onClick={onMax}>
              {t('max')}
            </Press>
          )}
        </Box>
      }
    />
  )
}
