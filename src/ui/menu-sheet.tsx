import { useIsDesktop } from '#src/lib/use-media.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import { MenuList, type Choice } from './menu-list.tsx'
import { Sheet } from './sheet.tsx'

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
      <MenuList {...menu} />
    </Sheet>
  )
}
