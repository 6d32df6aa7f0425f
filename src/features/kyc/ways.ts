import { useBackPath } from '#src/lib/back-path.ts'
import { useHashSearch, useQuery } from '#src/lib/hash-location.ts'

/** Where one came from, and on to another page of the verification without losing it. */
export function useWays() {
  const search = useHashSearch()
  const { level } = useQuery()
  const back = useBackPath()
  return {
    /** Null when nobody sent one here. */
    back,
    /** What the sender asks for. */
    wished: level === '2' ? ('advanced' as const) : ('primary' as const),
    to: (path: string) => (search === '' ? path : `${path}?${search}`),
  }
}
