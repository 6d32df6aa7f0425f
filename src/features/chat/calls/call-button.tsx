import { Stack } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './calls.module.css'

type Props = {
  readonly icon: IconName
  readonly label: string
  readonly kind?: 'plain' | 'answer' | 'end'
  /** Of what can be switched off: crossed out. */
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly isBusy?: boolean
  readonly onClick: () => void
}
/** A round button of a call, with its word below. */
export function CallButton({ icon, label, kind = 'plain', isOff = false, isPressed, isBusy = false, onClick }: Props) {
  return (
    <Stack as="span" gap={1} items="center" text="center" className={styles.control}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isPressed}
        aria-busy={isBusy || undefined}
        data-kind={kind}
        data-off={isOff || undefined}
        onClick={onClick}
      >
        <Icon name={icon} size={26} />
      </button>
      <small aria-hidden="true">{label}</small>
    </Stack>
  )
}
