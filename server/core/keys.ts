import { createHmac } from 'node:crypto'
import { limits } from '#contract/wire/limits.ts'
import type { Maybe } from './maybe.ts'
import { Refusal } from './refusal.ts'
import { createRetention } from './retention.ts'
import type { KeyRow, Store } from './store-port.ts'

const keyLength = 36
const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The instant within a UUIDv7, in epoch milliseconds; null for any other key. */
const madeAt = (key: string) => (key[14] === '7' ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : null)
/** How far the clock may be wrong by which a key was made. */
const clockErrorMs = 86_400_000

/** A revoked key is stored with this status; the wire calls it `burnt`. */
export const revokedStatus = 0
export type KeyState = { state: 'unseen' | 'running' | 'done' | 'burnt'; row: KeyRow | null }

/**
 * Idempotency keys. The scope of a key is the account (or, for a visitor, the device) together with the key. A repeated
 * key must come with the same path and body. The first definite answer is stored for seven days.
 *
 * Afterwards a key is still never executed again. One that names the time at which it was made (UUIDv7) leaves nothing
 * in the store: unseen and older than six days it is refused, as if revoked. Any other stays there as a revoked key.
 */
export function createKeys(store: Pick<Store, 'key'>, digestSecret: string, now: () => number) {
  const running = new Set<string>()
  /** Answers that are decided but may not be in the store yet. */
  const decided = new Map<string, KeyRow>()
  /**
   * A pending look-up would miss an answer that is decided, stored and dropped from `decided` before the store
   * responds: it delays the drop.
   */
  const retention = createRetention()

  /**
   * Finds the answer under a key and passes it to `then` synchronously, so that it cannot change before `then` acts on
   * it.
   */
  const lookUp = <T>(scope: string, then: (row: KeyRow | null) => T): Maybe<T> => {
    const decidedRow = decided.get(scope)
    if (decidedRow) return then(decidedRow)
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

  /** Refuses an unseen key that may be one whose answer is not stored any more, or would be one too late. */
  const checkAge = (key: string) => {
    const at = madeAt(key)
    if (at === null) return
    if (at > now() + clockErrorMs) throw new Refusal('key_malformed')
    if (at < now() - limits.keyLifeMs + clockErrorMs) throw new Refusal('key_burnt')
  }

  return {
    scopeOf: (user: number, device: string, key: string) => {
      if (!keyForm.test(key)) throw new Refusal('key_malformed')
      return JSON.stringify([user === 0 ? `d:${device}` : user, key.toLowerCase()])
    },
    /**
     * Digest of path and input as read, which must be the same when the key is repeated, whatever its encoding; secret
     * fields are left out.
     */
    digestOf: (path: string, body: unknown, isSecret: (field: string) => boolean) => {
      const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
      const publicFields = fields.filter(([name]) => !isSecret(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return createHmac('sha256', digestSecret)
        .update(
          JSON.stringify([path, publicFields], (_, value: unknown) =>
            typeof value === 'bigint' ? `${value}n` : value,
          ),
        )
        .digest('base64url')
    },
    /**
     * Returns the stored answer, or null for a new key, which is then running; refuses a key that is revoked, running,
     * or used with another path or body.
     */
    begin: (scope: string, digest: string): Maybe<KeyRow | null> =>
      lookUp(scope, (row) => {
        if (row) {
          if (row.status === revokedStatus) throw new Refusal('key_burnt')
          if (row.digest !== digest) throw new Refusal('key_reused')
          return row
        }
        if (running.has(scope)) throw new Refusal('key_running')
        checkAge(scope.slice(-keyLength - 2, -2))
        running.add(scope)
        return null
      }),
    /** Registers an answer before it is stored, so that a repeated key finds it. */
    decide: (row: KeyRow) => {
      decided.set(row.place, row)
      return row
    },
    /** Call when the command under a key is finished: durable, or abandoned. */
    end: (scope: string) => {
      running.delete(scope)
      retention.run(() => decided.delete(scope))
    },
    stateOf: (scope: string): Maybe<KeyState> => lookUp(scope, (row) => stateFrom(scope, row)),
    /** Calls `revoke` synchronously after the key was found to be unseen; otherwise returns the key's state. */
    whenUnseen: <T>(scope: string, revoke: () => Promise<T>): Maybe<KeyState | Promise<T>> =>
      lookUp(scope, (row) => {
        const state = stateFrom(scope, row)
        return state.state === 'unseen' ? revoke() : state
      }),
  }
}
export type Keys = ReturnType<typeof createKeys>
