import { Row, Stack } from './box.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './pull-to-refresh.module.css'
import { useCallback, useEffect, useRef, useState } from 'react'

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

/** The distance in px from which a pull triggers a refresh. */
const enough = 56
const most = 88

/** Pull to refresh on a scroller: the current distance, and the refresh when the finger is lifted. */
const usePull = (onRefresh: () => Promise<unknown>) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [distance, setDistance] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const onRefreshRef = useRef(onRefresh)
  const isRunning = useRef(false)
  useEffect(() => {
    onRefreshRef.current = onRefresh
  })

  const refresh = useCallback(() => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    const end = () => {
      isRunning.current = false
      setIsBusy(false)
    }
    onRefreshRef.current().then(end, end)
  }, [])

  useEffect(() => {
    const element = scroller.current
    return element === null ? undefined : listenForPull(element, setDistance, refresh)
  }, [refresh])
  return { scroller, distance, isBusy, refresh }
}

/** Touch events, not pointer events: only they can prevent scrolling once the gesture is known to be a pull. */
const listenForPull = (element: HTMLElement, show: (distance: number) => void, refresh: () => void) => {
  let from: { x: number; y: number } | null = null
  let isPull = false
  let reached = 0
  const begin = (event: TouchEvent) => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined
    from = touch !== undefined && element.scrollTop <= 0 ? { x: touch.clientX, y: touch.clientY } : null
    isPull = false
    reached = 0
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (from === null || touch === undefined) return
    const down = touch.clientY - from.y
    if (!isPull) {
      if (Math.abs(down) < 8 && Math.abs(touch.clientX - from.x) < 8) return
      isPull = down > Math.abs(touch.clientX - from.x) && element.scrollTop <= 0
      if (!isPull) {
        from = null
        return
      }
    }
    if (event.cancelable) event.preventDefault()
    reached = Math.min(most, Math.max(0, down / 2))
    show(reached)
  }
  const end = () => {
    if (isPull && reached >= enough) refresh()
    from = null
    isPull = false
    reached = 0
    show(0)
  }
  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('touchstart', begin, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', end, { signal })
  return () => controller.abort()
}
