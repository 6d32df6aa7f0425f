import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './menu-at.module.css'
import { useBackClose } from './use-back-close.ts'
import { useModal } from './use-modal.ts'

/** What a menu belongs to, as it lies on the screen. */
export type Anchor = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>
type Props = {
  /** Said to screen readers; what it belongs to is in sight. */
  readonly title: ReactNode
  readonly isOpen: boolean
  /** Without one it is what has the focus, such as the button that was pressed. */
  readonly at?: Anchor | null
  readonly onClose: () => void
  readonly children: ReactNode
}
const gap = 8

/** Below what it belongs to, or above where there is more room, and never beyond the edge of the screen. */
export function placeBeside(anchor: Anchor, { width, height }: { readonly width: number; readonly height: number }) {
  const [most, right] = [innerHeight - gap - height, innerWidth - gap - width]
  const below = anchor.bottom + gap
  const top = below <= most || anchor.top < innerHeight - anchor.bottom ? below : anchor.top - gap - height
  const isRightHalf = anchor.left + anchor.right > innerWidth
  const left = isRightHalf ? anchor.right - width : anchor.left
  return { top: Math.max(gap, Math.min(top, most)), left: Math.max(gap, Math.min(left, right)) }
}

const focused = (): Anchor => {
  const element = document.activeElement
  return element === null || element === document.body
    ? { top: 0, bottom: 0, left: 0, right: 0 }
    : element.getBoundingClientRect()
}

/** A layer with a menu at what it belongs to. */
export function MenuAt({ isOpen, ...menu }: Props) {
  return isOpen ? <OpenMenu {...menu} /> : null
}

function OpenMenu({ title, at, onClose, children }: Omit<Props, 'isOpen'>) {
  const id = useId()
  const [anchor] = useState(() => at ?? focused())
  const { dialog, onCancel } = useModal(onClose)
  useBackClose(onClose)
  // Once it is open, which a closed dialog has no size before; and without the motion it opens with.
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const { top, left } = placeBeside(anchor, { width: element.offsetWidth, height: element.offsetHeight })
    element.style.top = `${top}px`
    element.style.left = `${left}px`
  })
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')]
    const now = buttons.findIndex((each) => each === document.activeElement)
    buttons.at(now < 0 && step < 0 ? -1 : (now + step) % buttons.length)?.focus()
  }
  return (
    <dialog ref={dialog} className={styles.menu} aria-labelledby={id} onCancel={onCancel} onKeyDown={move}>
      <h2 id={id} className="sr" tabIndex={-1} data-first-focus="">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
