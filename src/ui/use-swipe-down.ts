import { useRef, type PointerEvent, type RefObject } from 'react'

const enough = 90

/** Handlers for the handle of a sheet: it follows the finger down and closes beyond a threshold. */
export const useSwipeDown = (sheet: RefObject<HTMLElement | null>, onClose: () => void, isOn: boolean) => {
  const from = useRef<number | null>(null)
  if (!isOn) return {}
  const place = (y: number) => {
    if (sheet.current !== null) sheet.current.style.translate = y > 0 ? `0 ${y}px` : ''
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== null) place(event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isFar = from.current !== null && event.clientY - from.current > enough
      from.current = null
      if (isFar) onClose()
      else place(0)
    },
    onPointerCancel: () => {
      from.current = null
      place(0)
    },
  }
}
