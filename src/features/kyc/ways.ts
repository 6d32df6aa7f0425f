import { useHashSearch, useQuery } from '#src/lib/hash-location.ts'
import { backPathOf } from '#src/lib/paths/known.ts'

/** Where one came from, and on to another page of the verification without losing it. */
export function useWays() {
  const search = useHashSearch()
  const { backpage, level } = useQuery()
  return {
    /** Null when nobody sent one here. */
    back: backpage === undefined ? null : backPathOf(backpage),
    /** What the sender asks for. */
    wished: level === '2' ? ('advanced' as const) : ('primary' as const),
    to: (path: string) => (search === '' ? path : `${path}?${search}`),
  }
}
