import { steppedBy } from '#src/lib/amount.ts'
import { AmountQuestion } from '#src/parts/form/amount-question.tsx'
import { useAmountText } from '#src/parts/form/use-amount-text.ts'
import { Box, Press, Stack } from '#src/ui/box.tsx'
import { isBulk } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './step-field.module.css'

type Props = {
  readonly name: string
  /** Inside the box, above the number. */
  readonly label: string
  /** Without the unit, for the names of the buttons. */
  readonly short: string
  /** Beside the label: what one unit is. */
  readonly note?: ReactNode
  /** A plain decimal, or a text that is not a number and is reported under the field. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly scale: number
  readonly unit: string
  /** What a button or an arrow key adds; without it the field has no buttons. */
  readonly step?: string
  readonly error?: string | null
  readonly onBlur?: () => void
}

const ways: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

type StepProps = { readonly way: 1 | -1; readonly short: string; readonly onStep: (way: 1 | -1) => void }
function Step({ way, short, onStep }: StepProps) {
  const { t } = useTranslation('ui')
  return (
    <Press
      tone={2}
      keeps
      className={styles.step}
      tabIndex={-1}
      aria-label={`${t(way === 1 ? 'stepUp' : 'stepDown')}: ${short}`}
      onClick={() => onStep(way)}
    >
      <Icon name={way === 1 ? 'plus' : 'minus'} size={16} />
    </Press>
  )
}

/**
 * A number of an order: label inside, a step down and up at the sides. It takes room for an error only while there is
 * one.
 */
export function StepField({ name, label, short, note, value, onChange, scale, unit, step, error, onBlur }: Props) {
  const { i18n } = useTranslation('ui')
  const id = useId()
  const amount = useAmountText({ held: value, onChange, scale, unit, lang: i18n.language })
  const problem =
    amount.fault === null ? (
      (error ?? null)
    ) : (
      <AmountQuestion fault={amount.fault} format={amount.format} onChoose={amount.choose} />
    )
  const move = (steps: number) => {
    if (step !== undefined) amount.choose(steppedBy(value, step, steps))
  }
  /** With Shift ten steps. */
  const walk = (event: KeyboardEvent<HTMLInputElement>) => {
    const way = ways[event.key]
    if (way === undefined || step === undefined) return
    event.preventDefault()
    move(event.shiftKey ? way * 10 : way)
  }
  return (
    <Stack gap="hair" shrinks>
      <Box lay="row" isInput tall={48} className={styles.box} data-invalid={problem !== null || undefined}>
        {step !== undefined && <Step way={-1} short={short} onStep={move} />}
        <Box sidePad={1} grows isRelative>
          <Box as="span" lay="row" gap={1} justify="center" size={1} tone={2} nowrap clips className={styles.label}>
            <label htmlFor={id}>{label}</label>
            {note !== undefined && <small>{note}</small>}
          </Box>
          <input
            id={id}
            name={name}
            className={styles.input}
            value={amount.text}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `${id}-note`}
            onFocus={amount.focus}
            onBlur={() => {
              amount.blur()
              onBlur?.()
            }}
            onKeyDown={walk}
            onChange={({ currentTarget, nativeEvent }) =>
              amount.type(currentTarget.value, isBulk(nativeEvent, amount.text, currentTarget.value))
            }
          />
        </Box>
        {step !== undefined && <Step way={1} short={short} onStep={move} />}
      </Box>
      {problem !== null && (
        <Box id={`${id}-note`} as="p" size={1} tone="danger" className={styles.error} role="alert">
          {problem}
        </Box>
      )}
    </Stack>
  )
}
