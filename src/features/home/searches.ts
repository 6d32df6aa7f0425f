import { useUser } from '#src/actors/use-session.ts'
import { guest, personalName } from '#src/lib/personal.ts'
import { readStored, textsOf, writeStored } from '#src/lib/storage.ts'
import { useCallback, useState } from 'react'

const mostKept = 6
const maxLength = 40
type Owner = number | typeof guest
const none: readonly string[] = []
const stored = (owner: Owner) => readStored(personalName('searches', owner), textsOf) ?? none

/**
 * The last searches of whoever is here, the newest first. Another account on this device never sees them, and they end
 * with a logout.
 */
export function useSearches() {
  const owner: Owner = useUser()?.id ?? guest
  const [held, setHeld] = useState(() => ({ owner, searches: stored(owner) }))
  const searches = held.owner === owner ? held.searches : stored(owner)
  const change = useCallback(
    (next: (before: readonly string[]) => readonly string[]) => {
      const changed = next(stored(owner))
      writeStored(personalName('searches', owner), changed)
      setHeld({ owner, searches: changed })
    },
    [owner],
  )
  return {
    searches,
    /** Keeps what somebody searched for and followed a result of. */
    keep: (text: string) => {
      const kept = text.slice(0, maxLength)
      change((before) =>
        [kept, ...before.filter((each) => each.toLowerCase() !== kept.toLowerCase())].slice(0, mostKept),
      )
    },
    clear: () => change(() => none),
  }
}
