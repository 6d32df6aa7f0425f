import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

const longMs = 500
/** A finger that moves farther than this drags. */
const stillPx = 8

type At = { readonly x: number; readonly y: number }

/**
 * Handlers for a right click, and for a long press of a finger where `isAxis` says so: elsewhere a long press moves the
 * crosshair.
 */
export function usePress(isAxis: (x: number) => boolean, onPress: ((at: At) => void) | null) {
  const finger = useRef<(At & { readonly wait: ReturnType<typeof setTimeout> }) | null>(null)
  const lift = () => {
    clearTimeout(finger.current?.wait)
    finger.current = null
  }
  useEffect(() => lift, [])
  if (onPress === null) return {}
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      if (finger.current === null) onPress({ x: event.clientX, y: event.clientY })
    },
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      lift()
      if (pointerType === 'mouse' || !isPrimary) return
      const wait = setTimeout(() => isAxis(x) && onPress({ x, y }), longMs)
      finger.current = { x, y, wait }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const held = finger.current
      if (held !== null && Math.hypot(clientX - held.x, clientY - held.y) > stillPx) clearTimeout(held.wait)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}
