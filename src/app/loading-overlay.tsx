import { Box } from '#src/ui/box.tsx'
import { useLoading } from '#src/stores/loading.ts'
import { useTranslation } from 'react-i18next'
import styles from './loading-overlay.module.css'

/** Shown while a blocking call takes longer than one second, for at most ten seconds; the store measures. */
export function LoadingOverlay() {
  const { t } = useTranslation('shell')
  const isShown = useLoading((loading) => loading.isShown)
  return (
    <div role="status" className={styles.layer} data-shown={isShown}>
      {isShown && (
        <Box as="span" lay="column" gap={3} align="center" ground="bar" round={3} className={styles.box}>
          <span className={styles.ring} aria-hidden="true" />
          {t('wait')}
        </Box>
      )}
    </div>
  )
}
