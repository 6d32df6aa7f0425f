import { Row } from '#src/ui/box.tsx'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import type { Interval } from '#src/parts/chart/chart-interval.ts'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { useBackClose } from '#src/ui/use-back-close.ts'
import { useModal } from '#src/ui/use-modal.ts'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './full-chart.module.css'

const barPx = 90
const subscribe = (hear: () => void) => {
  addEventListener('resize', hear)
  return () => removeEventListener('resize', hear)
}
const heightNow = () => window.innerHeight

type Props = {
  readonly market: string
  readonly interval: Interval
  readonly onInterval: (interval: Interval) => void
  readonly onIndicators: () => void
  readonly onClose: () => void
}

/** The chart over the whole window, upright or lying; the browser's own bars go where it allows that. */
export function FullChart({ market, interval, onInterval, onIndicators, onClose }: Props) {
  const { t } = useTranslation(['market', 'trades'])
  const { dialog, onCancel } = useModal(onClose)
  useBackClose(onClose)
  const whole = useWholeScreen(onClose)
  const height = useSyncExternalStore(subscribe, heightNow)
  return (
    <dialog
      ref={dialog}
      className={styles.full}
      aria-label={t('trades:fullScreen', { pair: market.replace('-', '/') })}
      onCancel={onCancel}
    >
      <div ref={whole} className={styles.whole}>
        <Row sidePad={2} ground="page" line="bottom" className={styles.bar}>
          <strong className={styles.name}>{market.replace('-', '/')}</strong>
          <IntervalBar value={interval} onChange={onInterval} />
          <IconButton icon="line" label={t('indicators')} onClick={onIndicators} />
          <IconButton icon="close" label={t('trades:leaveFullScreen')} data-first-focus="" onClick={onClose} />
        </Row>
        <CandleChart market={market} period={interval} height={Math.max(160, height - barPx)} />
      </div>
    </dialog>
  )
}

/**
 * The browser's whole screen for what is inside the layer, where it has one; else the window is enough. It is asked for
 * once the layer
 * is open, because the later one lies on top. Who leaves it by the browser's own way leaves the chart as well.
 */
function useWholeScreen(onLeft: () => void) {
  const whole = useRef<HTMLDivElement>(null)
  const left = useEffectEvent(onLeft)
  useEffect(() => {
    const element = whole.current
    if (element === null || !('requestFullscreen' in element)) return
    let isWhole = false
    const hear = () => {
      if (isWhole && document.fullscreenElement === null) left()
      isWhole = document.fullscreenElement === element
    }
    document.addEventListener('fullscreenchange', hear)
    void element.requestFullscreen().catch(() => undefined)
    return () => {
      document.removeEventListener('fullscreenchange', hear)
      if (document.fullscreenElement === element) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  return whole
}
