import type { CaseDecision, DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { SCALE } from '#contract/wire/money.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Note } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField, Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from './acts.ts'
import { TieBanner } from './changes.tsx'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'
import { DeskPart } from './desk-part.tsx'
import { Words } from './words.tsx'

const maxReason = 300
/** Reasons that are given often; they fill the line and can be changed. */
const common = {
  kyc: ['name', 'card', 'duplicate'],
  kyc_advanced: ['photo', 'name', 'expired', 'hand'],
  deposit: ['unseen', 'network', 'payer', 'used'],
  remittance: ['unseen', 'reference', 'payer', 'used'],
  withdraw: ['identity', 'address', 'payer'],
  batch: ['unmatched'],
  launch: ['eligible', 'twice'],
  appeal: ['paid', 'unpaid', 'thirdParty', 'silent'],
  totp: ['identity2', 'objected'],
  change: ['unclear', 'notAgreed'],
  grant: ['unclear', 'notAgreed'],
} as const satisfies Record<DeskCaseFull['kind'], readonly string[]>

type Props = {
  readonly found: DeskCaseFull
  readonly me: number
  readonly onDecided: () => void
  /** It is not what was read any more. */
  readonly onMoved: () => void
}

/** What is decided and what goes along with it; each part with whether it is asked for and missing. */
function useDecision({ found, onDecided, onMoved }: Props) {
  const [decision, setDecision] = useState<CaseDecision | 'none'>(
    found.kind === 'appeal' ? 'none' : found.may.includes('pass') ? 'pass' : 'reject',
  )
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [txid, setTxid] = useState(found.approved?.txid ?? '')
  const [credited, setCredited] = useState(found.approved?.credited ?? '')
  const submit = useAct(desk.decide, onDecided, (row) => (row?.status === 'open' ? 'desk:approved' : 'desk:decided'))
  useOnValue(submit.failure, (failure) => {
    if (failure?.kind === 'refused' && (failure.reason === 'state_moved' || failure.reason === 'step_refused'))
      onMoved()
  })
  const isPass = decision === 'pass'
  const isConsent = isPass || decision === 'send'
  const isFirst = found.needs_two && found.approved === null
  // The first of two approves before anything is sent, so there is no transaction yet.
  const asksTxid = isPass && found.asks.includes('txid') && !isFirst
  // What has arrived is read from the account, not taken from what the person claims.
  const asksCredited = isPass && found.asks.includes('credited')
  const missing = {
    reason: !isConsent && reason.trim() === '',
    txid: asksTxid && txid.trim() === '',
    credited: asksCredited && tidyDecimal(credited) === '',
  }
  const send = () => {
    setIsAsked(true)
    if (decision === 'none' || Object.values(missing).some(Boolean)) return
    submit.send({
      id: found.id,
      decision,
      reason: reason.trim(),
      expect: found.rev,
      ...(asksTxid && { txid: txid.trim() }),
      ...(asksCredited && { credited: tidyDecimal(credited) }),
    })
  }
  const fieldOf = (value: string, onChange: (text: string) => void, isMissing: boolean) => ({
    value,
    onChange,
    isMissing: isAsked && isMissing,
  })
  return {
    submit,
    send,
    decision,
    setDecision,
    isFirst,
    isConsent,
    /** It is one of two, and another decides after it. */
    isApproval: isConsent && isFirst,
    reason: decision === 'none' || isConsent ? null : fieldOf(reason, setReason, missing.reason),
    txid: asksTxid ? fieldOf(txid, setTxid, missing.txid) : null,
    credited: asksCredited ? fieldOf(credited, setCredited, missing.credited) : null,
  }
}

/** Pass, or reject with a reason that the person reads. */
export function DecideForm(props: Props) {
  const { found } = props
  const { t } = useTranslation('desk')
  const decided = useDecision(props)
  const { decision, submit, isApproval } = decided
  // A batch is signed elsewhere; nothing is decided before its transactions are told.
  if (found.batch?.state === 'made' && !found.is_own) return null
  if (found.may.length === 0) return <NoDecision found={found} />
  return (
    <DeskPart as="aside" className={styles.decide} aria-label={t('decide')}>
      <h3>{t('decide')}</h3>
      <Warnings found={found} me={props.me} isFirst={decided.isFirst} />
      {found.may.length > 1 && (
        <Segmented<CaseDecision | 'none'>
          label={t('decide')}
          value={decision}
          onChange={decided.setDecision}
          options={found.may.map((value) => ({ value, label: t(`decisions.${value}`) }))}
        />
      )}
      {decided.reason !== null && <Reason found={found} {...decided.reason} />}
      {decided.txid !== null && (
        <Field
          label={t('txid')}
          hint={t('txidHint')}
          value={decided.txid.value}
          onChange={decided.txid.onChange}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          error={decided.txid.isMissing ? t('refusals:txid_required') : undefined}
        />
      )}
      {decided.credited !== null && <Credited found={found} {...decided.credited} />}
      {decision !== 'none' && <Note breaks>{t(`then.${isApproval ? 'approve' : `${decision}.${found.kind}`}`)}</Note>}
      <FormFailure failure={submit.isBusy ? null : submit.failure} />
      {decision !== 'none' && (
        <Button
          kind={decision === 'reject' ? 'danger' : 'primary'}
          size="l"
          isWide
          isBusy={submit.isBusy}
          onClick={decided.send}
        >
          {t(isApproval ? 'approve' : `decisions.${decision}`)}
        </Button>
      )}
      <Note breaks>{t('logged')}</Note>
    </DeskPart>
  )
}

/** Why the reader cannot decide. */
function NoDecision({ found }: Pick<Props, 'found'>) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const at = shown.time(found.decided_ms ?? 0)
  return (
    <DeskPart as="aside" className={styles.decide}>
      <Banner icon="info">
        {found.status === 'settled'
          ? t('settledLine', { at })
          : found.is_own
            ? t('ownCase')
            : found.status === 'open'
              ? t('inBatch')
              : t('decidedLine', { at })}
      </Banner>
      {found.reason !== null && <Note breaks>{found.reason}</Note>}
    </DeskPart>
  )
}

/** What a decider has to know before: who has approved already, ties, and that it takes two. */
function Warnings({
  found: { approved, assigned, asked, ties },
  me,
  isFirst,
}: Pick<Props, 'found' | 'me'> & { readonly isFirst: boolean }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const waiting = asked.find(({ is_open }) => is_open)
  return (
    <>
      {approved !== null && (
        <Banner kind="warning" icon="user">
          {t('approvedBy', { name: approved.by.nickname, at: shown.time(approved.at_ms) })}
        </Banner>
      )}
      {assigned !== null && assigned.id !== me && (
        <Banner icon="user">{t('assign.taken', { name: assigned.nickname })}</Banner>
      )}
      {waiting !== undefined && <Banner icon="clock">{t('ask.waits', { until: shown.time(waiting.until_ms) })}</Banner>}
      <TieBanner ties={ties} />
      {isFirst && (
        <Banner kind="warning" icon="user">
          {t('needsTwo')}
        </Banner>
      )}
    </>
  )
}

type PartProps = Pick<Props, 'found'> & {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isMissing: boolean
}
function Reason({ found, value, onChange, isMissing }: PartProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Words
        lang={found.lang}
        words={common[found.kind].map((word) => ({ label: t(`reasonWords.${word}`), key: `reasons.${word}` }))}
        onChoose={onChange}
      />
      <AreaField
        label={t('reason')}
        aside={`${[...value].length}/${maxReason}`}
        hint={found.change === null ? t('reasonHint') : undefined}
        error={isMissing ? t('refusals:reason_required') : undefined}
        rows={4}
        maxLength={maxReason}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

function Credited({ found: { amount, coin }, value, onChange, isMissing }: PartProps) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <AmountField
      label={t('credited')}
      hint={t('creditedHint', { amount: shown.money(amount ?? '0', coin ?? '') })}
      value={value}
      error={isMissing ? t('refusals:amount_required') : null}
      onChange={onChange}
      unit={coin ?? ''}
      scale={SCALE}
    />
  )
}
