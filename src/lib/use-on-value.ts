import { useEffect, useRef } from 'react'

/** Runs the latest callback once for each new value; null is ignored. */
export const useOnValue = <T>(value: T | null, onValue: (value: T) => void) => {
  const listener = useRef(onValue)
  useEffect(() => {
    listener.current = onValue
  })
  useEffect(() => {
    if (value !== null) listener.current(value)
  }, [value])
}
