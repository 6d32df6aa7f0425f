import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ChartPoint } from '#src/ui/chart-model.ts'
import styles from './placing.module.css'

export type PlacingKind = 'horizontal' | 'trend'
type Props = {
  readonly kind: PlacingKind
  /** What to do, also the accessible name. */
  readonly label: string
  readonly pointAt: (clientX: number, clientY: number) => ChartPoint | null
  /** The line as it would be if the finger were lifted now; null: none. */
  readonly onSketch: (points: readonly ChartPoint[] | null) => void
  readonly onPlace: (points: readonly ChartPoint[]) => void
  readonly onLeave: () => void
}
/** Below this a press is a tap. */
const dragPx = 6
/** Where the keyboard puts the ends of a line, as parts of the width. */
const [left, middle, right] = [0.25, 0.5, 0.75]

/**
 * Takes all touches of the chart while a line is drawn: a tap puts a line across; a trend line goes from a press to
 * where it is let go, or from tap to tap. Enter puts it in the middle, Escape leaves.
 */
export function ChartPlacing({ kind, label, pointAt, onSketch, onPlace, onLeave }: Props) {
  const [first, setFirst] = useState<ChartPoint | null>(null)
  const [press, setPress] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const self = useRef<HTMLButtonElement>(null)
  // The focus comes here from the menu that began it.
  useEffect(() => self.current?.focus({ preventScroll: true }), [])
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setPress({ x: event.clientX, y: event.clientY })
    if (first === null) setFirst(pointAt(event.clientX, event.clientY))
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const point = pointAt(event.clientX, event.clientY)
    if (point === null) return
    if (kind === 'horizontal') onSketch([point])
    else if (first !== null) onSketch([first, point])
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const point = pointAt(event.clientX, event.clientY)
    const isTap = press !== null && Math.hypot(event.clientX - press.x, event.clientY - press.y) < dragPx
    setPress(null)
    if (point === null || press === null) return
    if (kind === 'horizontal') onPlace([point])
    else if (first !== null && (!isTap || first.at !== point.at)) onPlace([first, point])
  }
  const cancel = () => {
    setFirst(null)
    setPress(null)
    onSketch(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = (part: number) => pointAt(box.left + box.width * part, box.top + box.height / 2)
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter') {
      const points = (kind === 'horizontal' ? [at(middle)] : [at(left), at(right)]).filter((point) => point !== null)
      if (points.length > 0) onPlace(points)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      ref={self}
      type="button"
      className={styles.placing}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onKeyDown={onKeyDown}
    >
      <span className={styles.words}>{label}</span>
    </button>
  )
}
