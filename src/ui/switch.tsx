import styles from './switch.module.css'

type Props = {
  /** Of a label that stands around it. */
  readonly id?: string
  /** The accessible name; the caller renders the visible label. */
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}

/** A switch that takes effect immediately. */
export function Switch({ id, label, isOn, onChange, disabled }: Props) {
  return (
    <input
      id={id}
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
