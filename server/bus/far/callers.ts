import type { Caller, Credentials } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'

/** How long a gateway believes who is behind credentials; the venue asks again whether the session stands. */
const lifeMs = 10_000
const maxCallers = 20_000

type Known = { readonly caller: Caller; readonly until: number }
/** The callers that a gateway has asked the venue about. */
export function createCallerCache(steadyMs = () => performance.now()) {
  const known = new Map<string, Known>()
  /** A session ended while it was being asked about. */
  let ends = 0
  const keep = (key: string, caller: Caller) => {
    known.delete(key)
    known.set(key, { caller, until: steadyMs() + lifeMs })
    const [oldest] = known.keys()
    if (known.size > maxCallers && oldest !== undefined) known.delete(oldest)
  }
  return {
    find: (credentials: Credentials, ask: () => Promise<Caller>): Maybe<Caller> => {
      const key = JSON.stringify(credentials)
      const found = known.get(key)
      if (found && found.until > steadyMs()) return found.caller
      const before = ends
      return ask().then((caller) => {
        // A token that is unknown now may be given in a moment.
        const isAsked = credentials.authorization !== null || credentials.tokenOa !== null
        if (before === ends && (caller.user !== 0 || !isAsked)) keep(key, caller)
        return caller
      })
    },
    /** A session has ended. */
    end: (session: string) => {
      ends += 1
      for (const [key, { caller }] of known) if (caller.session === session) known.delete(key)
    },
    clear: () => {
      ends += 1
      known.clear()
    },
  }
}
