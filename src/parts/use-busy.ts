import { useCallback, useState } from 'react'

/** Whether work is under way, and what starts it. */
export function useBusy() {
  const [isBusy, setIsBusy] = useState(false)
  const run = useCallback(async <T>(work: Promise<T>): Promise<T> => {
    setIsBusy(true)
    try {
      return await work
    } finally {
      setIsBusy(false)
    }
  }, [])
  return { isBusy, run }
}
