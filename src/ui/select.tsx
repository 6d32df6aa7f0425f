import { Box } from './box.tsx'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { FieldFrame } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

type Props<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly hint?: ReactNode
  readonly error?: ReactNode
  /** Only the small box; the label is for screen readers only. */
  readonly isBare?: boolean
  /** The full width without a label above or a line below; the label is for screen readers only. */
  readonly isDense?: boolean
  readonly disabled?: boolean
}

type Ties = {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-label'?: string
}

/** A single choice by the native picker of the device. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  error,
  isBare = false,
  isDense = false,
  disabled,
}: Props<T>) {
  const box = (ties: Ties) => (
    <Box
      as="span"
      lay={isBare ? 'inline' : 'row'}
      align="center"
      isRelative
      isInput
      tone={2}
      className={classes(styles.box, isBare && styles.bare, isDense && styles.dense)}
    >
      <select
        {...ties}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={isBare ? 14 : 18} />
    </Box>
  )
  if (isBare || isDense) return box({ 'aria-label': label })
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {box}
    </FieldFrame>
  )
}
