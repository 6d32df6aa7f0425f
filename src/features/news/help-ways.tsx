import { Row } from '#src/ui/box.tsx'
import { platform } from '#contract/platform/platform.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { reportPaths } from '#src/lib/paths/report.ts'
import { isSafeAddress } from '#src/lib/safe-address.ts'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './help-page.module.css'

/**
 * Links to the customer service (its own site where the venue has one), to feedback, which is a message to it, to the
 * rules and the notices.
 */
export function HelpWays() {
  const { t } = useTranslation('news')
  const { request } = useServices()
  const { value } = useRead('service', (signal) => request.read(platform.customerUrl, {}, { signal }))
  const url = value?.customer_url ?? null
  const face = (
    <>
      <Icon name="chat" />
      <span>{t('service')}</span>
    </>
  )
  return (
    <Row gap={2} align="stretch" wraps className={styles.ways}>
      {url !== null && isSafeAddress(url) ? (
        <a className={styles.way} href={url} target="_blank" rel="noopener noreferrer">
          {face}
        </a>
      ) : (
        <Link to={newsPaths.helpChat} className={styles.way}>
          {face}
        </Link>
      )}
      <Link to={newsPaths.helpChat} className={styles.way}>
        <Icon name="edit" />
        <span>{t('feedback')}</span>
      </Link>
      <Link to={reportPaths.report} className={styles.way}>
        <Icon name="warning" />
        <span>{t('report')}</span>
      </Link>
      <Link to={newsPaths.rule} className={styles.way}>
        <Icon name="book" />
        <span>{t('rules')}</span>
      </Link>
      <Link to={newsPaths.notices} className={styles.way}>
        <Icon name="bell" />
        <span>{t('notices')}</span>
      </Link>
    </Row>
  )
}
