import { useEffect, useRef } from 'react'

/** Tells each new value once, to what listens at that moment; null is nothing to tell. */
export const useOnValue = <T>(value: T | null, tell: (value: T) => void) => {
  const listener = useRef(tell)
  useEffect(() => {
    listener.current = tell
  })
  useEffect(() => {
    if (value !== null) listener.current(value)
  }, [value])
}
