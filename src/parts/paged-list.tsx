import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useRef, type Key, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailed } from './read-failed.tsx'
import styles from './paged-list.module.css'
import type { Pager } from '#src/actors/use-pager.ts'

type Props<T> = {
  readonly pager: Pager<T>
  readonly keyOf: (row: T) => Key
  readonly render: (row: T) => ReactNode
  readonly emptyText: string
  readonly emptyIcon?: IconName
  readonly emptyAction?: ReactNode
  /** The height of one row in px, for the placeholders of the first page. */
  readonly rowHeight?: number
  /** Lines between the rows. */
  readonly isRuled?: boolean
  /** The rows lie on a raised ground. */
  readonly isCard?: boolean
}

/** An endless list: the next page loads near the end or by the button; a failed page can be retried. */
export function PagedList<T>(props: Props<T>) {
  const {
    pager,
    keyOf,
    render,
    emptyText,
    emptyIcon,
    emptyAction,
    rowHeight = 64,
    isRuled = false,
    isCard = false,
  } = props
  const { t } = useTranslation('ui')
  const end = useRef<HTMLDivElement>(null)
  const { rows, state, failure, more, refresh } = pager
  const latest = useRef(more)
  useEffect(() => {
    latest.current = more
  })
  useEffect(() => {
    if (state !== 'idle' || end.current === null || !('IntersectionObserver' in globalThis)) return
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: '200px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [state, rows.length])
  if (rows.length === 0 && state === 'loading') return <Skeleton lines={5} height={rowHeight} />
  if (rows.length === 0 && state === 'failed') return <ReadFailed failure={failure} onRetry={refresh} />
  if (rows.length === 0 && state === 'end')
    return (
      <Empty text={emptyText} {...(emptyIcon && { icon: emptyIcon })}>
        {emptyAction}
      </Empty>
    )
  return (
    <>
      <Box as="ul" isRuled={isRuled || isCard} isCard={isCard} clips={isCard}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{render(row)}</li>
        ))}
      </Box>
      <div ref={end} className={styles.end}>
        {state === 'failed' && <ReadFailed failure={failure} onRetry={more} />}
        {(state === 'idle' || state === 'more') && (
          <Button kind="text" isBusy={state === 'more'} onClick={more}>
            {t('more')}
          </Button>
        )}
        {state === 'end' && <p>{t('end')}</p>}
      </div>
    </>
  )
}
