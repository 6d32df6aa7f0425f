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
const MenuAt = lazy(async () => ({ default: (await import('./menu-at.tsx')).MenuAt }))

/** A single choice in a sheet that closes on selection; on desktops in a menu at the button that was pressed. */
export function MenuSheet<T extends string>({ title, isOpen, head, ...menu }: Props<T>) {
  const Layer = useIsDesktop() ? MenuAt : Sheet
  return (
    <Suspense>
      <Layer title={title} isOpen={isOpen} onClose={menu.onClose}>
        {head}
        <MenuList {...menu} />
      </Layer>
    </Suspense>
  )
}
