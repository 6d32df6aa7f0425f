import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useRef, type ReactNode } from 'react'
import styles from './order-form.module.css'

type Props = {
  readonly label: string
  /** Whether the input is valid and the review opens; otherwise the first fault is focused. */
  readonly onReview: () => boolean
  readonly isDense?: boolean
  readonly children: ReactNode
}

/** An order form that leads to a review; a trading lock is shown at the top. */
export function OrderForm({ label, onReview, isDense = false, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form
      ref={form}
      className={styles.form}
      data-dense={isDense || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!onReview())
          requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <LockBanner stops="trade" />
      {children}
    </form>
  )
}
