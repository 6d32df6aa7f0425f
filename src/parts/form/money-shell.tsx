import type { Quote } from '#contract/assets/assets-moves.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { Quoted } from '#src/actors/use-quote.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useId, useState, type ComponentProps, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from './form-failure.tsx'
import type { Review } from './money-form.ts'

/** The part of `useMoneyForm` that a shell shows. */
type Shown = {
  readonly props: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: FormEvent) => void }
  readonly fields: { readonly failure: Failure | null; readonly mayRetry: boolean }
  readonly state: SubmitState
  readonly failure: Failure | null
  readonly isBusy: boolean
  readonly isOpen: boolean
  readonly quoted: Pick<Quoted<Quote>, 'state'>
  readonly hasQuote: boolean
  readonly review: Review | null
  readonly send: (pin: string) => void
  readonly close: () => void
}

const pathOf = (path: string) => path.split('?')[0]
type ReviewProps = {
  readonly form: Shown
  /** What the review asks last, such as a code that is soon over. */
  readonly last?: NonNullable<ComponentProps<typeof ReviewSheet>['last']>
  readonly onClose?: () => void
  /** Shows what was placed where it now stands. */
  readonly onView?: () => void
} & Partial<Pick<Review, 'title' | 'done' | 'doneTitle'>>
/** The review of a form: what will be sent, the fund password if it needs one, and what came of it. */
export function MoneyReview({ form, onClose, ...told }: ReviewProps) {
  const { t } = useTranslation('ui')
  const { state, failure, hasQuote, quoted } = form
  const [here] = useState(() => pathOf(herePath()))
  if (form.review === null) return null
  const { hold = null, next, ...review } = form.review
  const held = hasQuote && quoted.state !== 'held' ? t('quote.renewFirst') : hold
  return (
    <ReviewSheet
      {...review}
      {...told}
      hold={state === 'submitting' ? null : held}
      isOpen={form.isOpen}
      state={state}
      failure={failure}
      onConfirm={form.send}
      onClose={() => {
        form.close()
        onClose?.()
        // Who has left for another page by its address stays there.
        if (next !== undefined && state === 'done' && pathOf(herePath()) === here) go(next, { replace: true })
      }}
    />
  )
}

/** Without a review the form itself tells that the outcome is not known yet. */
function StillUnknown({ form }: { readonly form: Shown }) {
  const { t } = useTranslation('ui')
  if (form.review !== null || form.state !== 'unknown') return null
  return (
    <Note size={3} role="status">
      {t('verdictUnknownText')}
    </Note>
  )
}

type PageProps = {
  readonly form: Shown
  readonly label: string
  readonly button: string
  /** Nothing can be sent at the moment. */
  readonly isClosed?: boolean
  /** Something that belongs to the form is still on its way, such as a picture. */
  readonly isHeld?: boolean
  readonly note?: string
  readonly children: ReactNode
} & Pick<ReviewProps, 'last'>
/** A money form as part of a page: its fields and sums, with its gate above them, the button, and the review. */
export function MoneyPage({ form, label, button, isClosed = false, isHeld = false, note, last, children }: PageProps) {
  const { isBusy, isOpen, quoted, fields } = form
  return (
    <Stack as="form" gap={3} {...form.props} noValidate aria-label={label}>
      {children}
      <StillUnknown form={form} />
      <FormFailure failure={fields.failure} />
      <Button
        type="submit"
        size="l"
        isWide
        isBusy={isBusy || isHeld || quoted.state === 'asking'}
        disabled={isClosed && !isOpen}
      >
        {button}
      </Button>
      {note !== undefined && <Note isLoose>{note}</Note>}
      <MoneyReview form={form} {...(last !== undefined && { last })} />
    </Stack>
  )
}

type SheetProps = Pick<PageProps, 'form' | 'button' | 'children'> & {
  readonly title: string
  readonly kind?: ComponentProps<typeof Button>['kind']
  readonly onClose: () => void
  /** Above the button: the fund password, tied to the form. */
  readonly foot?: (form: string) => ReactNode
  /** Stands in the place of the button when it can no longer be sent. */
  readonly instead?: ReactNode
  readonly isTall?: boolean
}
/**
 * A money form as a sheet. With a review it leads to that, and comes back from it; without one it is sent at once: then
 * a refusal stands above the button, or at the field it belongs to.
 */
export function MoneySheet({
  form,
  title,
  button,
  kind,
  onClose,
  foot,
  isTall = false,
  instead,
  children,
}: SheetProps) {
  const id = useId()
  return (
    <>
      <Sheet
        title={title}
        isOpen={!form.isOpen || form.review === null}
        isTall={isTall}
        isHeld={form.isBusy}
        onClose={onClose}
        footer={
          <Stack gap={3}>
            <FormFailure failure={form.fields.failure} />
            {foot?.(id)}
            {instead ?? (
              <Button
                type="submit"
                form={id}
                isWide
                size="l"
                isBusy={form.isBusy}
                mayRetry={form.fields.mayRetry}
                {...(kind !== undefined && { kind })}
              >
                {button}
              </Button>
            )}
          </Stack>
        }
      >
        <Stack as="form" id={id} gap={3} {...form.props} noValidate>
          {children}
          <StillUnknown form={form} />
        </Stack>
      </Sheet>
      <MoneyReview form={form} onClose={() => form.state === 'done' && onClose()} />
    </>
  )
}
