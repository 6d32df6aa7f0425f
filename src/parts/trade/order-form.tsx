import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import styles from './order-form.module.css'

type Props = {
  readonly label: string
  readonly isDense?: boolean
  readonly children: ReactNode
} & (
  | {
      /** Whether the input is valid and the review opens; otherwise the first fault is focused. */
      readonly onReview: () => boolean
    }
  | {
      /** Of a money form. */
      readonly props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit'>
    }
)

/** An order form that leads to a review; a trading lock is shown at the top. */
export function OrderForm({ label, isDense = false, children, ...given }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const props =
    'props' in given
      ? given.props
      : {
          ref: form,
          onSubmit: (event: { readonly preventDefault: () => void }) => {
            event.preventDefault()
            if (!given.onReview())
              requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
          },
        }
  return (
    <form {...props} className={styles.form} data-dense={isDense || undefined} aria-label={label} noValidate>
      <LockBanner stops="trade" />
      {children}
    </form>
  )
}
