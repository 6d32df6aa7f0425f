import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
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
    <div className={styles.layer} data-unit="">
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

type Shift = { readonly x: number; readonly y: number }
/** Where the pointer went down, and how far beside the handle, once it is dragged. */
type Grip = Shift & { readonly off: Shift | null }
/** How far a pointer is beside the middle of a handle; null while the handle is not where its price is. */
const offOf = (node: HTMLElement, { x, y }: Shift, look: ChartHandle['look']): Shift | null => {
  if ((node.dataset['off'] ?? 'no') !== 'no') return null
  const box = node.getBoundingClientRect()
  return { x: look === 'dot' ? x - box.left - box.width / 2 : 0, y: y - box.top - box.height / 2 }
}

/** A handle is dragged by the pointer and moved by keys. */
function useGrip({ id, look, at, isHeld = false }: ChartHandle, hands: ChartHands, pointAt: Props['pointAt']) {
  const [grip, setGrip] = useState<Grip | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (isHeld || !event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    hands.onChoose(id)
    setGrip({ x: event.clientX, y: event.clientY, off: null })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip === null) return
    const { currentTarget: node, clientX: x, clientY: y } = event
    const off = grip.off ?? offOf(node, grip, look)
    // One that waits at the edge is brought into sight by being held, and moves from where it really is.
    if (off === null) return setGrip({ x, y, off })
    if (grip.off === null && Math.hypot(x - grip.x, y - grip.y) < dragPx) return
    if (grip.off === null) setGrip({ ...grip, off })
    const point = pointAt(x - off.x, y - off.y)
    if (point !== null) hands.onDrag(id, point)
  }
  const end = () => {
    if (grip?.off) hands.onDrop(id)
    else if (grip !== null) hands.onBack(id)
    setGrip(null)
  }
  const cancel = () => {
    if (grip !== null) hands.onBack(id)
    setGrip(null)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const ticks = (ticksOf[event.key] ?? 0) * (event.shiftKey ? 10 : 1)
    const bars = at === null ? 0 : (barsOf[event.key] ?? 0) * (event.shiftKey ? 10 : 1)
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
  return {
    isDragged: grip !== null,
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: cancel,
    onKeyDown: press,
  }
}

type HandleProps = Omit<Props, 'handles'> & { readonly handle: ChartHandle }

function Handle({ handle, hands, places, pointAt }: HandleProps) {
  const { id, look, isShown, text, tone, label, valueText, price, isHeld = false, isNew = false } = handle
  const self = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNew) self.current?.focus({ preventScroll: true })
  }, [isNew])
  const { isDragged, ...grip } = useGrip(handle, hands, pointAt)
  return (
    <button
      type="button"
      role="slider"
      ref={(node) => {
        self.current = node
        if (node === null) places.delete(id)
        else places.set(id, node)
      }}
      className={styles.handle}
      data-look={look}
      data-shown={isShown}
      data-dragged={isDragged}
      style={{ color: `var(--${tone})` }}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={price}
      aria-valuetext={valueText}
      aria-disabled={isHeld || undefined}
      {...grip}
      onFocus={() => hands.onChoose(id)}
      onBlur={() => hands.onLeave(id)}
    >
      {look === 'chip' && <span className={styles.chip}>{text}</span>}
    </button>
  )
}
