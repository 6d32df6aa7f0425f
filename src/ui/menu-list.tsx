import { Box } from './box.tsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu-list.module.css'

export type Choice<T extends string> = {
  readonly value: T
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly icon?: IconName
}

type MenuListProps<T extends string> = {
  readonly choices: readonly Choice<T>[]
  readonly chosen?: T | undefined
  readonly onChoose: (value: T) => void
  readonly onClose: () => void
}
/** The choices, one below the other. */
export function MenuList<T extends string>({ choices, chosen, onChoose, onClose }: MenuListProps<T>) {
  return (
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
  )
}
