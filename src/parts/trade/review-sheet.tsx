import type { Failure } from '#contract/wire/reply.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { isAboutFactor } from '#src/parts/form/factor-refusal.ts'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import styles from './review-sheet.module.css'
import { Verdict } from './verdict.tsx'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will happen: amounts, fee, receipt, recipient, network. */
  readonly rows: readonly Fact[]
  readonly confirm: string
  readonly kind?: 'primary' | 'buy' | 'sell'
  /** Why it cannot be confirmed now, such as an outdated price; the button stays in place. */
  readonly hold?: string | null
  /** A risk that needs a confirmation of its own (the text of `consent`) before the button is enabled. */
  readonly warning?: string
  readonly consent?: string
  readonly needsPin?: boolean
  /** Asked last, below the fund password, as it is soon over: a code of the authenticator app or of a message. */
  readonly last?: { readonly field: ReactNode; readonly isFilled: boolean }
  /** Under the rows. */
  readonly note?: ReactNode
  readonly state: SubmitState
  readonly failure: Failure | null
  /** Refusals after which it may be confirmed again as it then is; each is told in its rows. */
  readonly retries?: readonly string[]
  readonly onConfirm: (pin: string) => void
  /** The message on success. */
  readonly done?: ReactNode
  readonly doneTitle?: string
  /** Shows what was placed where it now stands. */
  readonly onView?: () => void
}

const isAboutPin = (failure: Failure | null) => failure?.kind === 'refused' && failure.reason.startsWith('pay_password')
/** It goes on after this refusal. */
const mayGoOn = (failure: Failure | null, retries: readonly string[] = []) =>
  isAboutPin(failure) || isAboutFactor(failure) || (failure?.kind === 'refused' && retries.includes(failure.reason))

/** The confirmation of every money action: a summary, the fund password if required, and one of three outcomes. */
export function ReviewSheet(props: Props) {
  const { isOpen, onClose, title, state } = props
  const isHeld = state === 'submitting'
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onClose} isHeld={isHeld} footer={<Foot {...props} />}>
      <Body {...props} />
    </Sheet>
  )
}

function Body({ state, failure, retries, rows, note, done, doneTitle, hold }: Props) {
  if (state === 'done')
    return (
      <Verdict outcome="done" {...(doneTitle !== undefined && { title: doneTitle })}>
        {done}
      </Verdict>
    )
  if (state === 'unknown') return <Verdict outcome="unknown" />
  if (state === 'refused' && failure !== null && !mayGoOn(failure, retries))
    return <Verdict outcome="refused" failure={failure} />
  return (
    <Stack gap={3}>
      <Facts kind="ruled" facts={rows} />
      {note}
      <Box as="p" size={2} tone="warning" className={styles.hold} role="status">
        {hold}
      </Box>
    </Stack>
  )
}

function Foot({
  state,
  failure,
  kind = 'primary',
  confirm,
  hold,
  warning,
  consent,
  needsPin = false,
  last,
  retries,
  onConfirm,
  onClose,
  onView,
}: Props) {
  const { t } = useTranslation('ui')
  const failureText = useFailureText()
  const [pin, setPin] = useState('')
  // A wrong code leaves the fund password as it was typed.
  useOnValue(isAboutPin(failure) ? failure : null, () => setPin(''))
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  if (state === 'done' || state === 'unknown' || (state === 'refused' && !mayGoOn(failure, retries)))
    return <EndedFoot state={state} onClose={onClose} {...(onView && { onView })} />
  // A different consent text has to be confirmed again.
  const isFilled = (!needsPin || pin.length === 6) && last?.isFilled !== false
  const isHeld = Boolean(hold) || (warning !== undefined && agreedTo !== consent)
  const send = (entered: string) => {
    if (isHeld) return
    onConfirm(entered)
    if (last === undefined) setPin('')
  }
  return (
    <Stack gap={4}>
      {warning !== undefined && (
        <Risk warning={warning} consent={consent} isAgreed={agreedTo === consent} onAgree={setAgreedTo} />
      )}
      {needsPin && (
        <FundPassword
          value={pin}
          onChange={setPin}
          disabled={state === 'submitting'}
          label={t('enterFundPassword')}
          error={failure !== null && isAboutPin(failure) ? failureText(failure) : null}
        />
      )}
      {last?.field}
      <Button
        isWide
        size="l"
        kind={kind}
        isBusy={state === 'submitting'}
        aria-disabled={isHeld || !isFilled || undefined}
        onClick={() => {
          if (isFilled) send(pin)
        }}
      >
        {confirm}
      </Button>
    </Stack>
  )
}

function EndedFoot({ state, onClose, onView }: Pick<Props, 'state' | 'onClose' | 'onView'>) {
  const { t } = useTranslation('ui')
  return (
    <Stack gap={4}>
      {state === 'done' && onView !== undefined && (
        <Button
          isWide
          kind="quiet"
          onClick={() => {
            onClose()
            onView()
          }}
        >
          {t('viewOrder')}
        </Button>
      )}
      <Button isWide size="l" kind={state === 'done' ? 'primary' : 'quiet'} onClick={onClose}>
        {t(state === 'done' ? 'done' : 'close')}
      </Button>
    </Stack>
  )
}

type RiskProps = {
  readonly warning: string
  readonly consent: string | undefined
  readonly isAgreed: boolean
  readonly onAgree: (consent: string | null) => void
}
function Risk({ warning, consent, isAgreed, onAgree }: RiskProps) {
  return (
    <Stack gap={2} pad={3} ground="warning" round={2} className={styles.warning} role="alert">
      <p>
        <Icon name="warning" size={20} />
        <span>{warning}</span>
      </p>
      <Checkbox isChecked={isAgreed} onChange={(isChecked) => onAgree(isChecked ? (consent ?? null) : null)}>
        {consent}
      </Checkbox>
    </Stack>
  )
}
