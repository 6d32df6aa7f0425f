import { useMemo, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/** The latest value of a stream, or `first` until it speaks; another stream starts over, so no old value shines through. */
export function useStream<T>(stream$: Observable<T>, first: NoInfer<T>): T {
  const { listen, latest } = useMemo(() => follow(stream$, first), [stream$, first])
  return useSyncExternalStore(listen, latest)
}

function follow<T>(stream$: Observable<T>, first: T) {
  let value = first
  const listen = (hear: () => void) => {
    const subscription = stream$.subscribe((next) => {
      value = next
      hear()
    })
    return () => subscription.unsubscribe()
  }
  return { listen, latest: () => value }
}
