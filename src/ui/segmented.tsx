import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './segmented.module.css'

type Props<T extends string> = {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** The background of the selected option; buy and sell also differ by their labels. */
  readonly tone?: 'plain' | 'accent' | 'rise' | 'fall'
  readonly size?: 's' | 'm'
  readonly disabled?: boolean
}

/** A choice of two to four visible options: radio buttons, so that the arrow keys work natively. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  tone = 'plain',
  size = 'm',
  disabled,
}: Props<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes(styles.group, styles[tone], styles[size])}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face} data-face="">
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}
