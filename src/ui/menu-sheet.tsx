import { Box } from './box.tsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Sheet } from './sheet.tsx'
import styles from './menu-sheet.module.css'

export type Choice<T extends string> = {
  readonly value: T
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly icon?: IconName
}

type Props<T extends string> = {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Above the choices. */
  readonly head?: ReactNode
  readonly choices: readonly Choice<T>[]
  readonly chosen?: T
  readonly onChoose: (value: T) => void
}

/** A single choice in a sheet that closes on selection. */
export function MenuSheet<T extends string>({ title, isOpen, onClose, head, choices, chosen, onChoose }: Props<T>) {
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onClose}>
      {head}
      <ul className={styles.list}>
        {choices.map(({ value, label, note, icon }) => (
          <li key={value}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={chosen === undefined ? undefined : value === chosen}
              onClick={() => {
                onChoose(value)
                onClose()
              }}
            >
              {icon !== undefined && <Icon name={icon} />}
              <Box as="span" size={4} grows className={styles.label}>
                {label}
                {note !== undefined && <small>{note}</small>}
              </Box>
              {value === chosen && <Icon name="check" size={20} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
