import type { Live } from '#streams/kit/live.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { merge, mergeMap, type Observable } from 'rxjs'

type Entity = { readonly id: number }
/** Where newer copies of an entity come from, and which of two is newer. */
export type Followed<T extends Entity> = {
  readonly live$: Observable<Live<readonly T[]>>
  readonly ended$: Observable<T>
  readonly isAhead: (held: T, received: T) => boolean
}

/**
 * The newest copy of what a change has answered, as the venue tells it later: also what it told before the answer came,
 * because an event may overtake the answer.
 */
export function useFollowed<T extends Entity>(answered: T | null, { live$, ended$, isAhead }: Followed<T>): T | null {
  const { listen, newestOf } = useMemo(() => collect({ live$, ended$, isAhead }), [live$, ended$, isAhead])
  return useSyncExternalStore(listen, () => (answered === null ? null : newestOf(answered)))
}

/** More copies than can overtake one answer. */
const most = 200

function collect<T extends Entity>({ live$, ended$, isAhead }: Followed<T>) {
  const heard = new Map<number, T>()
  const newestOf = (held: T) => {
    const told = heard.get(held.id)
    return told !== undefined && isAhead(held, told) ? told : held
  }
  const keep = (copy: T) => {
    const newest = newestOf(copy)
    heard.delete(copy.id)
    heard.set(copy.id, newest)
    const [oldest] = heard.keys()
    if (heard.size > most && oldest !== undefined) heard.delete(oldest)
  }
  const listen = (onChange: () => void) => {
    const subscription = merge(live$.pipe(mergeMap(({ value }) => value ?? [])), ended$).subscribe((copy) => {
      keep(copy)
      onChange()
    })
    return () => subscription.unsubscribe()
  }
  return { listen, newestOf }
}
