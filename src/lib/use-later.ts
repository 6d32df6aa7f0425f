import { useEffect, useState } from 'react'

/** The value once it has rested for so long: what a person types, when they pause. */
export function useLater<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const rest = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(rest)
  }, [value, restMs])
  return rested
}
