import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useRef, type ReactNode } from 'react'
import styles from './order-form.module.css'

type Props = {
  readonly label: string
  /** Whether all is well and the review stands open; if not, the first fault takes the focus. */
  readonly onReview: () => boolean
  readonly isDense?: boolean
  readonly children: ReactNode
}

/** The form of an order, handed in for its review; a lock of trading is told at its top. */
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
        if (!onReview()) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <LockBanner stops="trade" />
      {children}
    </form>
  )
}

/** What an order comes to, line by line. */
export function OrderSums({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.sums}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
