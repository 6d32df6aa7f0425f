import type { Pnl } from '#contract/assets.ts'
import { useFormat } from '#src/parts/use-format.ts'
import { useTranslation } from 'react-i18next'
import { percentOf } from './pnl-sums.ts'
import styles from './pnl.module.css'
import { Signed } from './signed.tsx'

/** Today's profit under the total value. */
export function TodayPnl({ pnl }: { readonly pnl: Pnl | null }) {
  const { t } = useTranslation('assets')
  const shown = useFormat()
  const today = pnl?.days.at(-1)
  if (today === undefined) return null
  const percent = percentOf(today)
  return (
    <p className={styles.today}>
      {t('pnl.today')} <Signed text={today.pnl} percent={percent === null ? null : shown.change(percent)} />
    </p>
  )
}
