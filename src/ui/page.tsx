import { goBack } from '#src/lib/hash-location.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'
import styles from './page.module.css'

type Props = {
  readonly title: ReactNode
  /** Instead of the plain title line, when a page has its own way to say where it is; the title is still read aloud. */
  readonly head?: ReactNode
  /** At most two. */
  readonly actions?: ReactNode
  /** The main action: stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode
  /** Pulling down, or the button that stands for it, calls this. */
  readonly onRefresh?: () => Promise<unknown>
  readonly hasBack?: boolean
  /** A desk uses the whole width; other pages are a column. */
  readonly isWide?: boolean
  /** The content reaches the edges: lists with lines from side to side. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** The anatomy of every page: header, content that scrolls, main action. */
export function Page(props: Props) {
  const { title, head, actions, footer, onRefresh, hasBack = true, isWide = false, isFlush = false, children } = props
  const { t } = useTranslation('ui')
  const content = <div className={classes(styles.column, isWide && styles.wide, isFlush && styles.flush)}>{children}</div>
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={classes(styles.line, isWide && styles.wide)}>
          {hasBack && <IconButton icon="back" label={t('back')} onClick={goBack} />}
          <h1 className={classes(styles.title, !hasBack && styles.first, head !== undefined && styles.aloud)} tabIndex={-1}>
            {title}
          </h1>
          {head !== undefined && <div className={styles.head}>{head}</div>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
      {onRefresh === undefined ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard, links in it or not
        <div className={styles.content} data-scroller="" tabIndex={0}>
          {content}
        </div>
      ) : (
        <PullToRefresh onRefresh={onRefresh}>{content}</PullToRefresh>
      )}
      {footer !== undefined && (
        <div className={styles.footer}>
          <div className={styles.column}>{footer}</div>
        </div>
      )}
    </div>
  )
}
