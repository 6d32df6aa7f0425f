import type { NewsItem } from '#contract/news/news.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { isKnownPath } from '#src/lib/paths/known.ts'
import { Link } from '#src/parts/link.tsx'
import type { ReadResult } from '#src/actors/use-read.ts'
import { classes } from '#src/ui/classes.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './banners.module.css'

const marks: readonly IconName[] = ['candles', 'clock', 'shield', 'rocket', 'layers']

/** A banner links to an app page when it names one, otherwise to its own text. */
const wayOf = ({ id, link }: NewsItem) => (link !== null && isKnownPath(link) ? link : newsPaths.noticeOf(id))

/** A swipeable row of banners; renders nothing when there are none. */
export function Banners({ asked: { value, isBusy } }: { readonly asked: ReadResult<readonly NewsItem[]> }) {
  const { t } = useTranslation('home')
  if (value === null) return isBusy ? <div className={styles.place} /> : null
  if (value.length === 0) return null
  return (
    <section className={styles.frame} aria-label={t('banners')}>
      <ul className={classes(styles.cards, value.length === 1 && styles.single)}>
        {value.map((item, at) => (
          <li key={item.id} className={styles.item}>
            <Link to={wayOf(item)} className={classes(styles.card, styles[`tone${at % 3}`])}>
              <span className={styles.title}>{item.title}</span>
              <span className={styles.mark} aria-hidden="true">
                <Icon name={marks[at % marks.length] ?? 'candles'} size={64} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
