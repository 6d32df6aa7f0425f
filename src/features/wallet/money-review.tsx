import type { Quote } from '#contract/assets/assets-moves.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { Quoted } from '#src/actors/use-quote.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './wallet.module.css'

type Props = {
  readonly failure: Failure | null
  /** The state of the form, from `useMoneyForm`. */
  readonly review: {
    readonly submit: { readonly state: SubmitState; readonly isBusy: boolean; readonly failure: Failure | null }
    readonly isReviewing: boolean
    readonly close: () => void
    readonly onPin: (pin: string) => void
  }
  readonly button: string
  /** Something is still on its way that belongs to the form, such as a picture. */
  readonly isHeld?: boolean
  /** A sentence under the button. */
  readonly note?: string
  readonly title: string
  readonly rows: readonly Fact[]
  readonly confirm: string
  readonly needsPin?: boolean
  /** The quote that the change rests on; it can be confirmed only while the quote is held. */
  readonly quoted?: Quoted<Quote>
  readonly onConfirm: (pin: string, quote: Quote | null) => void
  readonly doneTitle: string
  readonly done: ReactNode
  /** Where a closed review leads once the change is done. */
  readonly next?: string
}

const pathOf = (path: string) => path.split('?')[0]
const isOfQuote = (reason: string) => ['quote_expired', 'quote_used', 'quote_unfit'].includes(reason)

/** The end of a form that moves money: why it was refused, the button, and the review of what will be sent. */
export function MoneyReview({
  failure,
  review,
  button,
  isHeld = false,
  note,
  quoted,
  onConfirm,
  next,
  ...sheet
}: Props) {
  const { t } = useTranslation('wallet')
  const { submit, isReviewing, close, onPin } = review
  const [here] = useState(() => pathOf(herePath()))
  // What the venue does not take any more is over, whatever this clock says.
  const refusal = submit.failure?.kind === 'refused' && isOfQuote(submit.failure.reason) ? submit.failure : null
  useOnValue(refusal, () => quoted?.lapse())
  return (
    <>
      <FormFailure failure={failure} />
      <Button type="submit" size="l" isWide isBusy={submit.isBusy || isHeld || quoted?.state === 'asking'}>
        {button}
      </Button>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <ReviewSheet
        {...sheet}
        isOpen={isReviewing}
        onClose={() => {
          close()
          // Who has left for another page by its address stays there.
          if (next !== undefined && submit.state === 'done' && pathOf(herePath()) === here) go(next, { replace: true })
        }}
        hold={quoted === undefined || quoted.state === 'held' ? null : t('flash.renewFirst')}
        state={submit.state}
        failure={submit.failure}
        onPin={onPin}
        onConfirm={(pin) => {
          const quote = quoted?.take() ?? null
          if (quoted === undefined || quote !== null) onConfirm(pin, quote)
        }}
      />
    </>
  )
}
