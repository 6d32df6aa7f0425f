import type { DeskCase } from '#contract/desk/desk-cases.ts'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'

/** What should make a decider look twice, in words. */
export function Signals({ signals }: Pick<DeskCase, 'signals'>) {
  const { t } = useTranslation('desk')
  if (signals.length === 0) return null
  return (
    <span className={styles.signals}>
      {signals.map((signal) => (
        <span key={signal} className={styles.signal}>
          {t(`signals.${signal}`)}
        </span>
      ))}
    </span>
  )
}
