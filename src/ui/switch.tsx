import styles from './switch.module.css'

type Props = {
  /** What it turns on, read aloud; for the eye it stands beside it, as the caller arranges. */
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}

/** On or off, at once. */
export function Switch({ label, isOn, onChange, disabled }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={label}
      checked={isOn}
      aria-checked={isOn}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
