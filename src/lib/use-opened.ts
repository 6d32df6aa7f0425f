import { useCallback, useEffect, useState } from 'react'
import { go, hereWith, isLayer, useQuery } from './hash-location.ts'

/**
 * The sheet that is open over a page, by its name, kept in the address: who leaves it by one of its links, or reloads,
 * comes back to it. Empty while none is.
 */
export function useOpened() {
  const asked = useQuery()['open'] ?? ''
  const [opened, setOpened] = useState(asked)
  useEffect(() => {
    if (opened !== '') return
    // The entry of a sheet that has closed is left a moment later.
    const clear = () => {
      if (!isLayer() && location.hash.includes('open=')) go(hereWith('open', null), { replace: true })
    }
    clear()
    addEventListener('popstate', clear)
    return () => removeEventListener('popstate', clear)
  }, [opened])
  return {
    opened,
    open: (name: string) => {
      go(hereWith('open', name), { replace: true })
      setOpened(name)
    },
    close: useCallback(() => setOpened(''), []),
  }
}
