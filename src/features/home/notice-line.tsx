import { Box } from '#src/ui/box.tsx'
import type { NewsItem } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { Link } from '#src/parts/link.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './notice-line.module.css'

/** The newest notice, with a link to all notices. */
export function NoticeLine({ asked: { value } }: { readonly asked: ReadResult<readonly NewsItem[]> }) {
  const { t } = useTranslation('home')
  const [newest] = value ?? []
  return (
    <Link to={newsPaths.notices} className={styles.line}>
      <Icon name="bell" size={18} />
      <span className="sr">{t('allNotices')}: </span>
      <Box as="span" isCut grows clips className={styles.text}>
        {newest?.title ?? t('notices')}
      </Box>
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}
