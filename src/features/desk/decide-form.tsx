import type { CaseDecision, DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { SCALE } from '#contract/wire/money.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Press } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField, Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TieBanner } from './changes.tsx'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'

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

/** Pass, or reject with a reason that the person reads. */
export function DecideForm({
  found,
  onDecided,
  onMoved,
}: {
  readonly found: DeskCaseFull
  readonly onDecided: () => void
  readonly onMoved: () => void
}) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const [decision, setDecision] = useState<CaseDecision | 'none'>(
    found.kind === 'appeal' ? 'none' : found.may.includes('pass') ? 'pass' : 'reject',
  )
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [txid, setTxid] = useState(found.approved?.txid ?? '')
  const [credited, setCredited] = useState(found.approved?.credited ?? '')
  const submit = useSubmit(desk.decide, {
    onDone: (row) => {
      toast(row?.status === 'open' ? 'desk:approved' : 'desk:decided')
      onDecided()
    },
  })
  useOnValue(submit.failure, (failure) => {
    if (failure?.kind === 'refused' && (failure.reason === 'state_moved' || failure.reason === 'step_refused'))
      onMoved()
  })
  // A batch is signed elsewhere; nothing is decided before its transactions are told.
  if (found.batch?.state === 'made' && !found.is_own) return null
  if (found.may.length === 0)
    return (
      <aside className={styles.decide}>
        <Banner icon="info">
          {found.status === 'settled'
            ? t('settledLine', { at: shown.time(found.decided_ms ?? 0) })
            : found.is_own
              ? t('ownCase')
              : found.status === 'open'
                ? t('inBatch')
                : t('decidedLine', { at: shown.time(found.decided_ms ?? 0) })}
        </Banner>
        {found.reason !== null && <p className={styles.faint}>{found.reason}</p>}
      </aside>
    )
  const isPass = decision === 'pass'
  const isConsent = isPass || decision === 'send'
  const isMissing = !isConsent && reason.trim() === ''
  const isFirst = found.needs_two && found.approved === null
  // The first of two approves before anything is sent, so there is no transaction yet.
  const asksTxid = isPass && found.asks.includes('txid') && !isFirst
  const isTxidMissing = asksTxid && txid.trim() === ''
  const asksCredited = isPass && found.asks.includes('credited')
  // What has arrived is read from the account, not taken from what the person claims.
  const isCreditedMissing = asksCredited && tidyDecimal(credited) === ''
  const send = () => {
    setIsAsked(true)
    if (decision === 'none' || isMissing || isTxidMissing || isCreditedMissing) return
    submit.send({
      id: found.id,
      decision,
      reason: reason.trim(),
      expect: found.rev,
      ...(asksTxid && { txid: txid.trim() }),
      ...(asksCredited && { credited: tidyDecimal(credited) }),
    })
  }
  return (
    <aside className={styles.decide} aria-label={t('decide')}>
      <h3>{t('decide')}</h3>
      {found.approved !== null && (
        <Banner kind="warning" icon="user">
          {t('approvedBy', { name: found.approved.by.nickname, at: shown.time(found.approved.at_ms) })}
        </Banner>
      )}
      <TieBanner ties={found.ties} />
      {isFirst && (
        <Banner kind="warning" icon="user">
          {t('needsTwo')}
        </Banner>
      )}
      {found.may.length > 1 && (
        <Segmented<CaseDecision | 'none'>
          label={t('decide')}
          value={decision}
          onChange={setDecision}
          options={found.may.map((value) => ({ value, label: t(`decisions.${value}`) }))}
        />
      )}
      {decision !== 'none' && !isConsent && (
        <>
          <Box lay="row" gap={2} wraps>
            {common[found.kind].map((word) => (
              <Press
                key={word}
                sidePad={3}
                ground="pressed"
                round="full"
                size={2}
                tone={2}
                className={styles.preset}
                onClick={() => setReason(t(`reasons.${word}`))}
              >
                {t(`reasonWords.${word}`)}
              </Press>
            ))}
          </Box>
          <AreaField
            label={t('reason')}
            aside={`${[...reason].length}/${maxReason}`}
            hint={found.change === null ? t('reasonHint') : undefined}
            error={isAsked && isMissing ? t('refusals:reason_required') : undefined}
            rows={4}
            maxLength={maxReason}
            value={reason}
            onChange={setReason}
          />
        </>
      )}
      {asksTxid && (
        <Field
          label={t('txid')}
          hint={t('txidHint')}
          value={txid}
          onChange={setTxid}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          error={isAsked && isTxidMissing ? t('refusals:txid_required') : undefined}
        />
      )}
      {asksCredited && (
        <AmountField
          label={t('credited')}
          hint={t('creditedHint', { amount: shown.money(found.amount ?? '0', found.coin ?? '') })}
          value={credited}
          error={isAsked && isCreditedMissing ? t('refusals:amount_required') : null}
          onChange={setCredited}
          unit={found.coin ?? ''}
          scale={SCALE}
        />
      )}
      {decision !== 'none' && (
        <p className={styles.faint}>{t(`then.${isConsent && isFirst ? 'approve' : `${decision}.${found.kind}`}`)}</p>
      )}
      <FormFailure failure={submit.isBusy ? null : submit.failure} />
      {decision !== 'none' && (
        <Button
          kind={decision === 'reject' ? 'danger' : 'primary'}
          size="l"
          isWide
          isBusy={submit.isBusy}
          onClick={send}
        >
          {t(isConsent && isFirst ? 'approve' : `decisions.${decision}`)}
        </Button>
      )}
      <p className={styles.faint}>{t('logged')}</p>
    </aside>
  )
}
