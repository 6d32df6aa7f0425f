import { useId, type ReactNode, useRef, type PointerEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { useBackClose } from './use-back-close.ts'
import { useModal } from './use-modal.ts'
import styles from './sheet.module.css'

type Props = {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode
  /** `bottom` opens from the bottom; a menu opens from the start side. */
  readonly side?: 'bottom' | 'start'
  /** Full height from the start, so that a loading list does not change it. */
  readonly isTall?: boolean
  /** An action is in progress; the sheet must not be closed by accident. */
  readonly isHeld?: boolean
  readonly children: ReactNode
}

/**
 * A layer over the page. The focus moves in and back; Escape, back, a swipe down or
 * a tap beside it close it. Centred on desktops.
 */
export function Sheet(props: Props) {
  return props.isOpen ? <OpenSheet {...props} /> : null
}

function OpenSheet({ title, onClose, footer, side = 'bottom', isTall = false, isHeld = false, children }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const leave = () => {
    if (!isHeld) onClose()
  }
  const { dialog, onCancel } = useModal(leave)
  useBackClose(leave, isHeld)
  const handle = useSwipeDown(dialog, leave, side === 'bottom' && !isHeld)
  return (
    <dialog
      ref={dialog}
      className={classes(styles.sheet, side === 'start' && styles.start, isTall && styles.tall)}
      aria-labelledby={id}
      onCancel={onCancel}
    >
      <div className={styles.body}>
        <header className={styles.header} {...handle}>
          {side === 'bottom' && <span className={styles.grip} aria-hidden="true" />}
          <h2 id={id} className={styles.title} tabIndex={-1} data-first-focus="">
            {title}
          </h2>
          <IconButton icon="close" label={t('close')} onClick={leave} disabled={isHeld} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard */}
        <div className={styles.content} tabIndex={0}>
          {children}
        </div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

const enough = 90

/** Handlers for the handle of a sheet: it follows the finger down and closes beyond a threshold. */
const useSwipeDown = (sheet: RefObject<HTMLElement | null>, onClose: () => void, isOn: boolean) => {
  const from = useRef<number | null>(null)
  if (!isOn) return {}
  const place = (y: number) => {
    if (sheet.current !== null) sheet.current.style.translate = y > 0 ? `0 ${y}px` : ''
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== null) place(event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isFar = from.current !== null && event.clientY - from.current > enough
      from.current = null
      if (isFar) onClose()
      else place(0)
    },
    onPointerCancel: () => {
      from.current = null
      place(0)
    },
  }
}
