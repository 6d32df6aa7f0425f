import { GateCard } from '#src/parts/form/gate.tsx'
import type { Gate } from '#src/parts/form/use-gate.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './order-form.module.css'

type Props = {
  readonly label: string
  readonly isDense?: boolean
  /** What has to be in place before; a lock of trading is told with it. */
  readonly gate?: Gate
  readonly children: ReactNode
  /** Of a money form. */
  readonly props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit'>
}

/** An order form that leads to a review; at the top stands what keeps it from being sent. */
export function OrderForm({ label, isDense = false, gate, children, props }: Props) {
  return (
    <form {...props} className={styles.form} data-dense={isDense || undefined} aria-label={label} noValidate>
      {gate === undefined ? <LockBanner stops="trade" /> : <GateCard gate={gate} />}
      {children}
    </form>
  )
}
