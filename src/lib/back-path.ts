import { useQuery } from './hash-location.ts'
import { backPathOf } from './paths/known.ts'

/** The page that sent one here to fetch something it needs (`backpage` in the query); null when none did. */
export function useBackPath(): string | null {
  const { backpage } = useQuery()
  return backpage === undefined ? null : backPathOf(backpage)
}
