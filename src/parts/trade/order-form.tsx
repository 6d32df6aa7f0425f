import { LockBanner } from '#src/parts/lock-banner.tsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './order-form.module.css'

type Props = {
  readonly label: string
  readonly isDense?: boolean
  readonly children: ReactNode
  /** Of a money form. */
  readonly props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit'>
}

/** An order form that leads to a review; a trading lock is shown at the top. */
export function OrderForm({ label, isDense = false, children, props }: Props) {
  return (
    <form {...props} className={styles.form} data-dense={isDense || undefined} aria-label={label} noValidate>
      <LockBanner stops="trade" />
      {children}
    </form>
  )
}
