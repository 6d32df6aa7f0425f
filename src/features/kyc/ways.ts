import { useBackPath } from '#src/lib/back-path.ts'
import { useHashSearch, useQuery } from '#src/lib/hash-location.ts'

/** Navigation between the verification pages that preserves the return path. */
export function useWays() {
  const search = useHashSearch()
  const { level } = useQuery()
  const back = useBackPath()
  return {
    /** Null without a return path. */
    back,
    /** The level that the linking page requires. */
    requiredLevel: level === '2' ? ('advanced' as const) : ('primary' as const),
    to: (path: string) => (search === '' ? path : `${path}?${search}`),
  }
}
