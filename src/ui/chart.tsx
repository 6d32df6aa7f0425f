import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { draw, type Drawing } from './chart-draw.ts'
import type { ChartView } from './chart-model.ts'
import styles from './chart.module.css'

type Props = {
  readonly view: ChartView
  readonly height: number
  /** The accessible name. */
  readonly label: string
  readonly locale: string
  readonly timeText: (seconds: number) => string
  readonly isCompact: boolean
  readonly hasClock: boolean
  /** The legend at the top of each pane. */
  readonly legends: readonly ReactNode[]
  readonly onPoint: (at: number | null) => void
  readonly onNeedOlder: () => void
  /** The label of the button that scrolls to the newest bar. */
  readonly newestLabel: string
}

/** Bars and lines on a canvas, with a legend on each pane. Needs a new key for another market or interval. */
export function Chart({ view, height, label, locale, timeText, isCompact, hasClock, legends, onPoint, onNeedOlder, newestLabel }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(null)
  const [isAway, setIsAway] = useState(false)
  const [tops, setTops] = useState<readonly number[]>([])
  const reportPoint = useEffectEvent(onPoint)
  const needOlder = useEffectEvent(onNeedOlder)
  const isLine = view.kind === 'area'
  const show = useEffectEvent(() => drawing.current?.show(view))

  useEffect(() => {
    if (host.current === null) return
    const made = draw(host.current, {
      isCompact, locale, timeText, hasClock, isLine, onPanes: setTops, onAway: setIsAway, onPoint: (at) => reportPoint(at), onNeedOlder: () => needOlder(),
    })
    drawing.current = made
    show()
    return () => {
      drawing.current = null
      made.end()
    }
  }, [isCompact, locale, timeText, hasClock, isLine])
  useEffect(() => {
    drawing.current?.show(view)
  }, [view])

  return (
    <div className={styles.stage} style={{ blockSize: height }}>
      <div ref={host} className={styles.host} role="img" aria-label={label} />
      {legends.map((legend, pane) => (
        <div key={pane} className={styles.legend} style={{ insetBlockStart: tops[pane] ?? 0 }} hidden={tops[pane] === undefined}>
          {legend}
        </div>
      ))}
      {isAway && (
        <div className={styles.newest} style={{ insetBlockStart: (tops[1] ?? height - 28) - 52 }}>
          <IconButton icon="chevron-right" label={newestLabel} onClick={() => drawing.current?.toNewest()} />
        </div>
      )}
    </div>
  )
}
