import { createHmac } from 'node:crypto'
import type { Maybe } from './maybe.ts'
import { Refusal } from './refusal.ts'
import { createRetention } from './retention.ts'
import type { KeyRow, Store } from './store-port.ts'

const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A revoked key is stored with this status; the wire calls it `burnt`. */
export const revokedStatus = 0
export type KeyState = { state: 'unseen' | 'running' | 'done' | 'burnt'; row: KeyRow | null }

/**
 * Idempotency keys. The scope of a key is the account (or device) with the key; path and body must be equal when it comes again.
 * The first definite answer is kept for seven days.
 */
export function createKeys(store: Pick<Store, 'key'>, digestSecret: string) {
  const running = new Set<string>()
  /** Decided answers that the store may not return yet. */
  const decided = new Map<string, KeyRow>()
  /** A look-up that has begun would miss an answer that is decided, stored and forgotten before it returns: it holds them back. */
  const retention = createRetention()

  /** The certain answer under a key, in the same turn in which `then` decides on it. */
  const lookUp = <T>(scope: string, then: (row: KeyRow | null) => T): Maybe<T> => {
    const young = decided.get(scope)
    if (young) return then(young)
    const found = store.key(scope)
    if (!(found instanceof Promise)) return then(found)
    const release = retention.retain()
    return found
      .then((row) => decided.get(scope) ?? row)
      .finally(release)
      .then((row) => then(row ?? decided.get(scope) ?? null))
  }
  const stateFrom = (scope: string, row: KeyRow | null): KeyState => {
    if (row) return { state: row.status === revokedStatus ? 'burnt' : 'done', row }
    return { state: running.has(scope) ? 'running' : 'unseen', row: null }
  }

  return {
    scopeOf: (user: number, device: string, key: string) => {
      if (!keyForm.test(key)) throw new Refusal('key_malformed')
      return JSON.stringify([user === 0 ? `d:${device}` : user, key.toLowerCase()])
    },
    /** Digest of what must be equal when the key comes again; secret fields do not enter it. */
    digestOf: (path: string, body: unknown, isSecret: (field: string) => boolean) => {
      const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
      const open = fields.filter(([name]) => !isSecret(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return createHmac('sha256', digestSecret).update(JSON.stringify([path, open])).digest('base64url')
    },
    /** The stored answer, or null when this is the first time; refuses a key that is revoked, running or used for something else. */
    begin: (scope: string, digest: string): Maybe<KeyRow | null> =>
      lookUp(scope, (row) => {
        if (row) {
          if (row.status === revokedStatus) throw new Refusal('key_burnt')
          if (row.digest !== digest) throw new Refusal('key_reused')
          return row
        }
        if (running.has(scope)) throw new Refusal('key_running')
        running.add(scope)
        return null
      }),
    decide: (row: KeyRow) => {
      decided.set(row.place, row)
      return row
    },
    /** The command is over: stored, or given up. */
    end: (scope: string) => {
      running.delete(scope)
      retention.run(() => decided.delete(scope))
    },
    stateOf: (scope: string): Maybe<KeyState> => lookUp(scope, (row) => stateFrom(scope, row)),
    /** Calls `revoke` in the turn in which the key is certainly unseen; otherwise returns its state. */
    whenUnseen: <T>(scope: string, revoke: () => Promise<T>): Maybe<KeyState | Promise<T>> =>
      lookUp(scope, (row) => {
        const state = stateFrom(scope, row)
        return state.state === 'unseen' ? revoke() : state
      }),
  }
}
export type Keys = ReturnType<typeof createKeys>
