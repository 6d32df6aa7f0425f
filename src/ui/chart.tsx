import { Box } from './box.tsx'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { draw, type Drawing } from './chart-draw.ts'
import { ChartHandles } from '#src/ui/chart/handles.tsx'
import type { ChartHands, ChartOverlay, ChartPoint, ChartView } from './chart-model.ts'
import { ChartPlacing, type PlacingKind } from '#src/ui/chart/placing.tsx'
import { usePress } from '#src/ui/chart/use-press.ts'
import styles from './chart.module.css'

type Props = {
  readonly view: ChartView
  /** Keep the same object while it is unchanged. */
  readonly overlay: ChartOverlay
  readonly hands: ChartHands
  /** A line is being drawn. */
  readonly placing: Placing | null
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
  /** A price was pressed for long on the axis, or clicked with the right button. */
  readonly onPress: ((price: number) => void) | null
  /** The label of the button that scrolls to the newest bar. */
  readonly newestLabel: string
}
export type Placing = {
  readonly kind: PlacingKind
  readonly label: string
  readonly onSketch: (points: readonly ChartPoint[] | null) => void
  readonly onPlace: (points: readonly ChartPoint[]) => void
  readonly onLeave: () => void
}

const [axisPx, compactAxisPx, timePx] = [64, 52, 28]

/** The canvas: made anew for another shape, drawn on with each view, and what it tells of itself. */
function useDrawn({ view, overlay, hands, locale, timeText, isCompact, hasClock, onPoint, onNeedOlder }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(null)
  const [places] = useState(() => new Map<string, HTMLElement>())
  const [isAway, setIsAway] = useState(false)
  const [tops, setTops] = useState<readonly number[]>([])
  const reportPoint = useEffectEvent(onPoint)
  const needOlder = useEffectEvent(onNeedOlder)
  const tap = useEffectEvent((id: string | null) => hands.onChoose(id))
  const isLine = view.kind === 'area'
  const show = useEffectEvent(() => {
    drawing.current?.show(view)
    drawing.current?.cover(overlay)
  })

  useEffect(() => {
    if (host.current === null) return
    const made = draw(host.current, {
      isCompact,
      locale,
      timeText,
      hasClock,
      isLine,
      places,
      onPanes: setTops,
      onAway: setIsAway,
      onPoint: (at) => reportPoint(at),
      onNeedOlder: () => needOlder(),
      onTap: (id) => tap(id),
    })
    drawing.current = made
    show()
    return () => {
      drawing.current = null
      made.end()
    }
  }, [isCompact, locale, timeText, hasClock, isLine, places])
  useEffect(() => {
    drawing.current?.show(view)
  }, [view])
  useEffect(() => {
    drawing.current?.cover(overlay)
  }, [overlay])
  return { host, drawing, places, isAway, tops }
}

/** Bars and lines on a canvas, with a legend on each pane. Needs a new key for another market or interval. */
export function Chart(props: Props) {
  const { overlay, hands, placing, height, label, isCompact, legends, onPress, newestLabel } = props
  const { host, drawing, places, isAway, tops } = useDrawn(props)

  const paneHeight = tops[1] ?? height - timePx
  const pointAt = (clientX: number, clientY: number) => {
    const box = host.current?.getBoundingClientRect()
    return box === undefined
      ? null
      : (drawing.current?.pointAt(clientX - box.left, Math.min(paneHeight, Math.max(0, clientY - box.top))) ?? null)
  }
  const axis = isCompact ? compactAxisPx : axisPx
  const plot = { inlineSize: `calc(100% - ${axis}px)`, blockSize: paneHeight }
  const press = usePress(
    (x) => x > (host.current?.getBoundingClientRect().right ?? Infinity) - axis,
    onPress &&
      (({ x, y }) => {
        const point = pointAt(x, y)
        if (point !== null) onPress(point.price)
      }),
  )
  return (
    <Box isFull isRelative style={{ blockSize: height }}>
      <div ref={host} className={styles.host} role="img" aria-label={label} {...press} />
      {overlay.handles.length > 0 && (
        <div className={styles.plot} style={plot}>
          <ChartHandles handles={overlay.handles} hands={hands} places={places} pointAt={pointAt} />
        </div>
      )}
      {placing !== null && (
        <div className={styles.plot} data-placing="" style={plot}>
          <ChartPlacing {...placing} pointAt={pointAt} />
        </div>
      )}
      {legends.map((legend, pane) => (
        <div
          key={pane}
          className={styles.legend}
          style={{ insetBlockStart: tops[pane] ?? 0 }}
          hidden={tops[pane] === undefined}
        >
          {legend}
        </div>
      ))}
      {isAway && (
        <div className={styles.newest} style={{ insetBlockStart: (tops[1] ?? height - timePx) - 52 }}>
          <IconButton icon="chevron-right" label={newestLabel} onClick={() => drawing.current?.toNewest()} />
        </div>
      )}
    </Box>
  )
}
