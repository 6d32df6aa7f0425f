import { Note } from './box.tsx'
import { useId, type ReactNode } from 'react'
import styles from './checkbox.module.css'

type Props = {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly name?: string
  readonly error?: ReactNode
  readonly disabled?: boolean
  readonly onBlur?: () => void
  readonly children: ReactNode
}

/** A checkbox with its label. */
export function Checkbox({ isChecked, onChange, error, children, ...rest }: Props) {
  const id = useId()
  const hasError = error !== undefined && error !== null && error !== ''
  return (
    <div>
      <label className={styles.label}>
        <input
          {...rest}
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {hasError && (
        <Note id={id} tone="danger" role="alert">
          {error}
        </Note>
      )}
    </div>
  )
}
