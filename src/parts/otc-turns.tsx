import { isMyTurn } from '#contract/otc.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './otc-turns.module.css'

/** How many OTC orders wait for the caller; nothing while none does. */
export function OtcTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const { value } = useStream(feeds.otcOrders$, loading)
  const count = (value ?? []).filter(isMyTurn).length
  if (count === 0) return null
  return (
    <span className={styles.turns}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{t('otcTurns', { count })}</span>
    </span>
  )
}
