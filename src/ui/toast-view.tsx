import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './toast-view.module.css'

export type ToastItem = { readonly id: number; readonly text: ReactNode; readonly kind: 'plain' | 'error' }

/** Messages over the page, announced without moving the focus. Only the close button takes taps. */
export function ToastView({ toasts }: { readonly toasts: readonly ToastItem[] }) {
  return (
    <div className={styles.layer} role="status" aria-live="polite" aria-relevant="additions">
      {toasts.map(({ id, text, kind }) => (
        <div key={id} className={classes(styles.toast, kind === 'error' && styles.error)}>
          {kind === 'error' && <Icon name="warning" size={18} />}
          <span>{text}</span>
        </div>
      ))}
    </div>
  )
}
