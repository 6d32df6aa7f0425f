import { Box, Row } from './box.tsx'
import { goBack } from '#src/lib/hash-location.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'
import styles from './page.module.css'

type Props = {
  readonly title: ReactNode
  /** Replaces the plain title line with a custom header; the title is still announced. */
  readonly head?: ReactNode
  /** At most two. */
  readonly actions?: ReactNode
  /** The main action; stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode
  /** Called on pull to refresh, or by the equivalent button. */
  readonly onRefresh?: () => Promise<unknown>
  readonly hasBack?: boolean
  /** On desktops the page uses the full width instead of a column. */
  readonly isWide?: boolean
  /** As wide, up to what can still be read in one look: for pages that lay cards or sentences out side by side. */
  readonly isBroad?: boolean
  /** The content has no side padding: for lists with full-width lines. */
  readonly isFlush?: boolean
  /** The content is as high as the page: what is in it shares its height, and scrolls by itself. */
  readonly isFilled?: boolean
  readonly children: ReactNode
}

/** The layout of every page: header, scrolling content, main action. */
export function Page(props: Props) {
  const {
    title,
    head,
    actions,
    footer,
    onRefresh,
    hasBack = true,
    isWide = false,
    isBroad = false,
    isFlush = false,
    isFilled = false,
    children,
  } = props
  const { t } = useTranslation('ui')
  const width = isBroad ? styles.broad : isWide && styles.wide
  const content = (
    <div className={classes(styles.column, width, isFlush && styles.flush, isFilled && styles.filled)}>{children}</div>
  )
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={classes(styles.line, width)}>
          {hasBack && <IconButton icon="back" label={t('back')} onClick={goBack} />}
          <h1
            className={classes(styles.title, !hasBack && styles.first, head !== undefined && styles.aloud)}
            tabIndex={-1}
          >
            {title}
          </h1>
          {head !== undefined && <Box grows>{head}</Box>}
          {actions !== undefined && <Row>{actions}</Row>}
        </div>
      </header>
      {onRefresh === undefined ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard
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
