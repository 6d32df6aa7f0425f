import { useMemo, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/** The latest value of a stream, or `first` until it speaks; another stream starts over, so no old value shines through. */
export function useStream<T>(stream$: Observable<T>, first: NoInfer<T>): T {
  const { listen, latest } = useMemo(() => follow(stream$, first, itself), [stream$, first])
  return useSyncExternalStore(listen, latest)
}

/**
 * A part of the latest value: who needs no more is drawn anew when a field of the part changes, not with every word.
 * Keep `pick` stable: outside of the component, or by useCallback.
 */
export function usePart<T, P extends Part>(stream$: Observable<T>, first: NoInfer<T>, pick: (value: T) => P): P {
  const { listen, latest } = useMemo(() => follow(stream$, first, pick), [stream$, first, pick])
  return useSyncExternalStore(listen, latest)
}

/** What can be compared field by field. */
type Part = Readonly<Record<string, string | number | boolean | null>> | string | number | boolean | null

const itself = <T>(value: T) => value

function follow<T, P>(stream$: Observable<T>, first: T, pick: (value: T) => P) {
  let part = pick(first)
  const listen = (hear: () => void) => {
    const subscription = stream$.subscribe((next) => {
      const picked = pick(next)
      if (isAlike(part, picked)) return
      part = picked
      hear()
    })
    return () => subscription.unsubscribe()
  }
  return { listen, latest: () => part }
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The same, or two plain objects with the same in every field. */
function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b)) return false
  const [fields, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return fields.length === others.size && fields.every(([name, value]) => others.has(name) && Object.is(value, others.get(name)))
}
