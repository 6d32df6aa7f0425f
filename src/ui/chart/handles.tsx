import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ChartHandle, ChartHands, ChartPoint } from '#src/ui/chart-model.ts'
import styles from './handles.module.css'

type Props = {
  readonly handles: readonly ChartHandle[]
  readonly hands: ChartHands
  /** Where the chart finds the elements that it moves. */
  readonly places: Map<string, HTMLElement>
  /** What is at a point of the window. */
  readonly pointAt: (clientX: number, clientY: number) => ChartPoint | null
}

/** What can be taken hold of on a chart. A drag belongs to its handle: neither the page nor the chart moves with it. */
export function ChartHandles({ handles, hands, places, pointAt }: Props) {
  return (
    <div className={styles.layer}>
      {handles.map((handle) => (
        <Handle key={handle.id} handle={handle} hands={hands} places={places} pointAt={pointAt} />
      ))}
    </div>
  )
}

/** Ticks by key; with Shift ten times as many. */
const ticksOf: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }
const barsOf: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
/** Below this a press is a tap. */
const dragPx = 3

type HandleProps = Omit<Props, 'handles'> & { readonly handle: ChartHandle }

function Handle({ handle, hands, places, pointAt }: HandleProps) {
  const { id, look, isShown, text, tone, label, valueText, price, isHeld = false } = handle
  const [grip, setGrip] = useState<{ readonly x: number; readonly y: number; readonly dx: number; readonly dy: number; readonly isMoved: boolean } | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (isHeld || !event.isPrimary || event.button !== 0) return
    const { currentTarget: node, clientX: x, clientY: y } = event
    node.setPointerCapture(event.pointerId)
    const box = node.getBoundingClientRect()
    // It does not jump to the pointer; but one that waits at the edge comes to it.
    const isAtHome = node.dataset['off'] === 'no'
    setGrip({ x, y, dx: look === 'dot' ? x - box.left - box.width / 2 : 0, dy: isAtHome ? y - box.top - box.height / 2 : 0, isMoved: false })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip === null) return
    if (!grip.isMoved && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < dragPx) return
    if (!grip.isMoved) setGrip({ ...grip, isMoved: true })
    const point = pointAt(event.clientX - grip.dx, event.clientY - grip.dy)
    if (point !== null) hands.onDrag(id, point)
  }
  const end = () => {
    if (grip?.isMoved) hands.onDrop(id)
    setGrip(null)
  }
  const cancel = () => {
    if (grip !== null) hands.onBack(id)
    setGrip(null)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const ticks = (ticksOf[event.key] ?? 0) * (event.shiftKey ? 10 : 1)
    const bars = handle.at === null ? 0 : (barsOf[event.key] ?? 0) * (event.shiftKey ? 10 : 1)
    if (event.key === 'Escape') {
      setGrip(null)
      hands.onBack(id)
    } else if (isHeld) return
    else if (ticks !== 0 || bars !== 0) hands.onStep(id, ticks, bars)
    else if (event.key === 'Enter') hands.onDrop(id)
    else if (event.key === 'Delete' || event.key === 'Backspace') hands.onDelete(id)
    else return
    // What the handle takes does neither scroll the page nor close the layer around it.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      role="slider"
      ref={(node) => {
        if (node === null) places.delete(id)
        else places.set(id, node)
      }}
      className={styles.handle}
      data-look={look}
      data-shown={isShown}
      data-dragged={grip !== null}
      style={{ color: `var(--${tone})` }}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={price}
      aria-valuetext={valueText}
      aria-disabled={isHeld || undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onKeyDown={press}
      onFocus={() => hands.onChoose(id)}
      onBlur={() => hands.onLeave(id)}
    >
      {look === 'chip' && <span className={styles.chip}>{text}</span>}
    </button>
  )
}
