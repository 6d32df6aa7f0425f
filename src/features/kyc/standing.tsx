import type { KycRow, KycStatus } from '#contract/kyc.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kyc.module.css'
import { regionName } from './regions.ts'

const icons: Readonly<Record<KycStatus, IconName>> = {
  none: 'shield',
  underReview: 'clock',
  passed: 'check',
  rejected: 'warning',
}

/** The status as text, never by colour alone. */
export function Badge({ status }: { readonly status: KycStatus }) {
  const { t } = useTranslation('kyc')
  return (
    <span className={styles.badge} data-status={status}>
      <Icon name={icons[status]} size={14} />
      {t(`status.${status}`)}
    </span>
  )
}

/** The reason of a rejection: a known one, or the reviewer's own text. */
export function useReason() {
  const { t, i18n } = useTranslation('kyc')
  return (reason: string | null) => {
    if (reason === null) return t('reasons.other')
    return i18n.exists(`reasons.${reason}`, { ns: 'kyc' }) ? t(`reasons.${reason}`) : reason
  }
}

/** Submitted or decided: shows the status only. */
export function Standing({ row, children }: { readonly row: KycRow; readonly children?: ReactNode }) {
  const { t, i18n } = useTranslation('kyc')
  const shown = useNumbers()
  const status = row.review_status
  const facts = [
    ['name', row.name],
    ['country', row.country === null ? null : regionName(row.country, i18n.language)],
    ['card', row.card_id],
    ['address', row.level === 'advanced' ? row.address : null],
    ['submitted', row.submitted_time === null ? null : shown.time(row.submitted_time)],
  ] as const
  return (
    <section className={styles.standing} aria-label={t(`levels.${row.level}.title`)}>
      <div className={styles.verdict} role="status">
        <span className={styles.mark} data-status={status}>
          <Icon name={icons[status]} size={32} />
        </span>
        <h2>{t(`status.${status}`)}</h2>
        <p>{t(`statusText.${status}`)}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([word, value]) =>
          value === null || value === '' ? null : (
            <div key={word}>
              <dt>{t(`fields.${word}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </section>
  )
}
