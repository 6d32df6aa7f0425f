import { useRef, type PointerEvent } from 'react'
import styles from './swipe-off.module.css'

/** A finger that goes so far to the side moves the row, and lets go of it beyond the second. */
const [besidePx, farPx] = [10, 96]

type Grip = { readonly x: number; readonly y: number; readonly isSide: boolean }

/**
 * Props of a row that a finger swipes off to the left; what it does is named beside it, and a visible button does the
 * same. A finger that goes up or down scrolls the page. Null: it cannot be swiped now.
 */
export function useSwipeOff(name: string, onOff: (() => void) | null) {
  const grip = useRef<Grip | null>(null)
  if (onOff === null) return { className: undefined }
  const leave = (node: HTMLElement) => {
    grip.current = null
    node.style.translate = ''
    node.dataset['swipe'] = 'idle'
  }
  return {
    className: styles.row,
    'data-swipe': 'idle',
    'data-does': name,
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      grip.current = pointerType === 'touch' && isPrimary ? { x, y, isSide: false } : null
    },
    onPointerMove: ({ currentTarget: node, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const held = grip.current
      if (held === null) return
      const [beside, along] = [held.x - clientX, Math.abs(held.y - clientY)]
      if (!held.isSide) {
        if (along > besidePx) grip.current = null
        if (beside < besidePx || beside < 2 * along) return
        grip.current = { ...held, isSide: true }
        node.setPointerCapture(pointerId)
      }
      node.style.translate = `${-Math.max(0, beside)}px 0`
      node.dataset['swipe'] = beside > farPx ? 'far' : 'near'
    },
    onPointerUp: ({ currentTarget: node, clientX }: PointerEvent<HTMLElement>) => {
      const held = grip.current
      if (held === null) return
      leave(node)
      if (held.isSide && held.x - clientX > farPx) onOff()
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => leave(currentTarget),
  }
}
