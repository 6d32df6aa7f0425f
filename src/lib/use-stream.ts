import { useMemo, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/**
 * The latest value of a stream, `first` until it emits. Another stream starts over with `first`, so that no value of
 * the old one is shown. With null nothing is followed.
 */
export function useStream<T>(stream$: Observable<T> | null, first: NoInfer<T>): T {
  const { listen, latest } = useMemo(() => follow(stream$, first), [stream$, first])
  return useSyncExternalStore(listen, latest)
}

/**
 * A part of the latest value; the component renders again only when a field of that part changes. With null nothing is
 * followed.
 */
export function usePart<T, P extends Part>(stream$: Observable<T> | null, first: NoInfer<T>, pick: (value: T) => P): P {
  const { listen, latest } = useMemo(() => follow(stream$, first), [stream$, first])
  const keepEqual = useMemo(() => createKeepEqual<P>(), [])
  return useSyncExternalStore(listen, () => keepEqual(pick(latest())))
}

/** A value that can be compared field by field. */
type Scalar = string | number | bigint | boolean | null
export type Part = Readonly<Record<string, Scalar>> | Scalar

function follow<T>(stream$: Observable<T> | null, first: T) {
  let value = first
  const listen = (onChange: () => void) => {
    const subscription = stream$?.subscribe((next) => {
      value = next
      onChange()
    })
    return () => subscription?.unsubscribe()
  }
  return { listen, latest: () => value }
}

/** Returns the previous object as long as the new one is equal to it. */
function createKeepEqual<P extends Part>() {
  let last: { readonly part: P } | null = null
  return (part: P): P => {
    if (last === null || !isEqual(last.part, part)) last = { part }
    return last.part
  }
}

function isEqual(a: Part, b: Part): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && Object.is(a[name], b[name]))
}
