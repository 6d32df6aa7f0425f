import { useMemo, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/** The latest value of a stream, or `first` until it speaks; another stream starts over, so no old value shines through. */
export function useStream<T>(stream$: Observable<T>, first: NoInfer<T>): T {
  const { listen, latest } = useMemo(() => follow(stream$, first), [stream$, first])
  return useSyncExternalStore(listen, latest)
}

/** A part of the latest value: who needs no more is drawn anew when a field of the part changes, not with every word. */
export function usePart<T, P extends Part>(stream$: Observable<T>, first: NoInfer<T>, pick: (value: T) => P): P {
  const { listen, latest } = useMemo(() => follow(stream$, first), [stream$, first])
  const keep = useMemo(() => keeper<P>(), [])
  return useSyncExternalStore(listen, () => keep(pick(latest())))
}

/** What can be compared field by field. */
type Part = Readonly<Record<string, string | number | bigint | boolean | null>> | string | number | boolean | null

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

/** Gives back what it gave last for as long as that says the same. */
function keeper<P extends Part>() {
  let kept: { readonly part: P } | null = null
  return (part: P): P => {
    if (kept === null || !isAlike(kept.part, part)) kept = { part }
    return kept.part
  }
}

function isAlike(a: Part, b: Part): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && Object.is(a[name], b[name]))
}
