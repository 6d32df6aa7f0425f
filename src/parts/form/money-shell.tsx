import type { Failure } from '#contract/wire/reply.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Review } from './money-form.ts'
import styles from './money-shell.module.css'

/** The part of `useMoneyForm` that a shell shows. */
type Shown = {
  readonly props: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit'>
  readonly submit: {
    readonly state: SubmitState
    readonly failure: Failure | null
    readonly isBusy: boolean
    readonly isOpen: boolean
  }
  readonly review: Review
  readonly send: (pin: string) => void
  readonly close: () => void
}

const pathOf = (path: string) => path.split('?')[0]
/** The review of a form: what will be sent, the fund password if it needs one, and what came of it. */
export function MoneyReview({ form, onClose }: { readonly form: Shown; readonly onClose?: () => void }) {
  const { submit, send, close } = form
  const { hold = null, next, ...review } = form.review
  const [here] = useState(() => pathOf(herePath()))
  return (
    <ReviewSheet
      {...review}
      hold={submit.state === 'submitting' ? null : hold}
      isOpen={submit.isOpen}
      state={submit.state}
      failure={submit.failure}
      onConfirm={send}
      onClose={() => {
        close()
        onClose?.()
        // Who has left for another page by its address stays there.
        if (next !== undefined && submit.state === 'done' && pathOf(herePath()) === here) go(next, { replace: true })
      }}
    />
  )
}

type PageProps = {
  readonly form: Shown
  readonly label: string
  readonly button: string
  /** Nothing can be sent at the moment. */
  readonly isClosed?: boolean
  /** Something that belongs to the form is still on its way, such as a quote. */
  readonly isHeld?: boolean
  readonly note?: string
  readonly children: ReactNode
}
/** A money form as part of a page: its fields and sums, the button, and the review. */
export function MoneyPage({ form, label, button, isClosed = false, isHeld = false, note, children }: PageProps) {
  const { isBusy, isOpen } = form.submit
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={label}>
      {children}
      <Button type="submit" size="l" isWide isBusy={isBusy || isHeld} disabled={isClosed && !isOpen}>
        {button}
      </Button>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <MoneyReview form={form} />
    </form>
  )
}
