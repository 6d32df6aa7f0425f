import { Box, Note, Stack } from '#src/ui/box.tsx'
import { limits } from '#contract/wire/limits.ts'
import { useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fund-password.module.css'

type Props = {
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly label?: ReactNode
  readonly error?: string | null
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** The form that it belongs to, if it stands in the footer of a sheet. */
  readonly form?: string
}

/**
 * Six boxes drawn over one real input, so that paste, delete and screen readers work natively. The sixth digit sends
 * nothing, here as everywhere: the button does.
 */
export function FundPassword({ value, onChange, label, error, disabled = false, autoFocus = false, form }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string) => {
    onChange(text.normalize('NFKC').replace(/\D/g, '').slice(0, limits.fundPasswordDigits))
  }
  const hasError = error !== undefined && error !== null && error !== ''
  return (
    <Stack gap={3} items="center">
      <Box htmlFor={id} as="label" tone={2}>
        {label ?? t('fundPassword')}
      </Box>
      <Box as="span" gap={2} isRelative className={styles.boxes} data-invalid={hasError || undefined}>
        {Array.from({ length: limits.fundPasswordDigits }, (_, at) => (
          <Box
            key={at}
            as="span"
            ground="well"
            round={2}
            className={styles.box}
            data-filled={at < value.length || undefined}
            data-here={at === value.length || undefined}
            aria-hidden="true"
          >
            {at < value.length && <span className={styles.dot} />}
          </Box>
        ))}
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="password"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          maxLength={24}
          value={value}
          disabled={disabled}
          form={form}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet opens on the one thing it asks for
          autoFocus={autoFocus}
          aria-invalid={hasError || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </Box>
      <Note
        as="span"
        id={`${id}-note`}
        tone={hasError ? 'danger' : 2}
        text="center"
        className={styles.hint}
        role={hasError ? 'alert' : undefined}
      >
        {hasError ? error : t('fundPasswordHint')}
      </Note>
    </Stack>
  )
}
