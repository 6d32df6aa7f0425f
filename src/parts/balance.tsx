import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import type { Live } from '#streams/kit/live.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './balance.module.css'

/**
 * An available balance in a form. While it is older than a step that the venue has acknowledged it says that it is
 * being refreshed (V1).
 */
export function Balance({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('ui')
  const live = useStream<Live<unknown> | null>(useServices().feeds.balances$, null)
  const older = live?.freshness === 'syncing' ? t('refreshing') : undefined
  return (
    <span className={older && styles.older} title={older}>
      {children}
      {older && <span className="sr">{older}</span>}
    </span>
  )
}
