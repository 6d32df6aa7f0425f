import { Row, Stack } from './box.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { enough, usePull } from './use-pull.ts'
import styles from './pull-to-refresh.module.css'

/** A scroller with pull to refresh; for keyboards there is a button that appears on focus. */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  readonly onRefresh: () => Promise<unknown>
  readonly children: ReactNode
}) {
  const { t } = useTranslation('ui')
  const { scroller, distance, isBusy, refresh } = usePull(onRefresh)
  const hintKey = isBusy ? 'refreshing' : distance >= enough ? 'releaseToRefresh' : 'pullToRefresh'
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.button} onClick={refresh} aria-busy={isBusy || undefined}>
        {t(isBusy ? 'refreshing' : 'refresh')}
      </button>
      {isBusy && <span className={styles.bar} aria-hidden="true" />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard */}
      <div ref={scroller} className={styles.scroller} data-scroller="" tabIndex={0}>
        <Stack
          align="center"
          items="center"
          size={2}
          tone={2}
          clips
          className={classes(distance >= enough && styles.ready)}
          style={{ blockSize: distance }}
          aria-hidden="true"
        >
          {distance > 0 && (
            <Row as="span" lay="inline" gap={2}>
              <Icon name="refresh" size={16} />
              {t(hintKey)}
            </Row>
          )}
        </Stack>
        {children}
      </div>
      <span className="sr" role="status">
        {isBusy ? t('refreshing') : ''}
      </span>
    </div>
  )
}
