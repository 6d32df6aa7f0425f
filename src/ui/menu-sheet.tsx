import { Box } from './box.tsx'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { lazy, Suspense, type ReactNode } from 'react'
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

/** Where there is a pointer a menu stands at what was pressed. */
const MenuAt = lazy(async () => ({ default: (await import('./menu-at.tsx')).MenuAt<string> }))

/** A single choice in a sheet that closes on selection; on desktops in a menu at the button that was pressed. */
export function MenuSheet<T extends string>({ isOpen, ...menu }: Props<T>) {
  const isDesk = useIsDesktop()
  const { title, onClose, head, choices, onChoose } = menu
  if (isDesk)
    return isOpen ? (
      <Suspense>
        <MenuAt
          {...menu}
          onChoose={(value) => {
            const choice = choices.find((each) => each.value === value)
            if (choice !== undefined) onChoose(choice.value)
          }}
        />
      </Suspense>
    ) : null
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onClose}>
      {head}
      <Choices {...menu} />
    </Sheet>
  )
}

type ChoicesProps<T extends string> = Pick<Props<T>, 'choices' | 'onChoose' | 'onClose'> & {
  readonly chosen?: T | undefined
}
/** The choices, one below the other. */
export function Choices<T extends string>({ choices, chosen, onChoose, onClose }: ChoicesProps<T>) {
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
