import { Box } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useTranslation } from 'react-i18next'
import styles from './otc-turns.module.css'

/** How many OTC orders wait for the caller; nothing while none does. */
export function OtcTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const count = useStream(feeds.otcTurns$, 0)
  if (count === 0) return null
  return (
    <Box as="span" round="full" size={1} weight="bold" className={styles.turns}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{t('otcTurns', { count })}</span>
    </Box>
  )
}
