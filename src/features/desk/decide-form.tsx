import type { CaseDecision, DeskCaseFull } from '#contract/desk-cases.ts'
import { desk } from '#contract/desk.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'

const maxReason = 300
/** Reasons that are given often; they fill the line and can be changed. */
const common = { kyc: ['name', 'card', 'duplicate'], kyc_advanced: ['photo', 'name', 'expired', 'hand'], appeal: ['paid', 'unpaid', 'thirdParty', 'silent'] } as const satisfies Record<DeskCaseFull['kind'], readonly string[]>

/** Pass, or reject with a reason that the person reads. */
export function DecideForm({ found, onDecided }: { readonly found: DeskCaseFull; readonly onDecided: () => void }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const [decision, setDecision] = useState<CaseDecision | null>(found.kind === 'appeal' ? null : found.may.includes('pass') ? 'pass' : 'reject')
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const submit = useSubmit(desk.decide, {
    onDone: () => {
      toast('desk:decided')
      onDecided()
    },
  })
  if (found.may.length === 0)
    return (
      <aside className={styles.decide}>
        <Banner icon="info">{found.status === 'settled' ? t('settledLine', { at: shown.time(found.decided_ms ?? 0) }) : found.is_own ? t('ownCase') : t('decidedLine', { at: shown.time(found.decided_ms ?? 0) })}</Banner>
        {found.reason !== null && <p className={styles.faint}>{found.reason}</p>}
      </aside>
    )
  const isMissing = decision !== 'pass' && reason.trim() === ''
  const send = () => {
    setIsAsked(true)
    if (!isMissing && decision !== null) submit.send({ id: found.id, decision, reason: reason.trim(), expect: found.rev })
  }
  return (
    <aside className={styles.decide} aria-label={t('decide')}>
      <h3>{t('decide')}</h3>
      {found.approved !== null && (
        <Banner kind="warning" icon="user">
          {t('approvedBy', { name: found.approved.by.nickname, at: shown.time(found.approved.at_ms) })}
        </Banner>
      )}
      {found.may.length > 1 && (
        <Segmented<CaseDecision | 'none'> label={t('decide')} value={decision ?? 'none'} onChange={(value) => setDecision(value === 'none' ? null : value)} options={found.may.map((value) => ({ value, label: t(`decisions.${value}`) }))} />
      )}
      {decision !== null && decision !== 'pass' && (
        <>
          <div className={styles.presets}>
            {common[found.kind].map((word) => (
              <button key={word} type="button" className={styles.preset} onClick={() => setReason(t(`reasons.${word}`))}>
                {t(`reasonWords.${word}`)}
              </button>
            ))}
          </div>
          <FieldFrame
            label={t('reason')}
            aside={`${[...reason].length}/${maxReason}`}
            hint={t('reasonHint')}
            error={isAsked && isMissing ? t('refusals:reason_required') : undefined}
          >
            {(ties) => (
              <textarea {...ties} className={styles.area} rows={4} maxLength={maxReason} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            )}
          </FieldFrame>
        </>
      )}
      {decision !== null && <p className={styles.faint}>{t(`then.${decision}.${found.kind}`)}</p>}
      <FormFailure failure={submit.isBusy ? null : submit.failure} />
      {decision !== null && (
        <Button kind={decision === 'reject' ? 'danger' : 'primary'} size="l" isWide isBusy={submit.isBusy} onClick={send}>
          {t(`decisions.${decision}`)}
        </Button>
      )}
      <p className={styles.faint}>{t('logged')}</p>
    </aside>
  )
}
