import { createHmac } from 'node:crypto'
import { Refusal } from './refusal.ts'
import type { KeyRow, Store } from './store-port.ts'

const secretFields = new Set(['pay_password', 'tradePwd', 'oldTradePwd', 'password', 're_password', 'repassword', 'old_password', 'oldpassword', 'code', 'email_code', 'mobile_code'])
const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** What `key/status` tells; a burnt key is kept with this status. */
export const revokedStatus = 0
export type KeyState = { state: 'unseen' | 'running' | 'done' | 'burnt'; row: KeyRow | null }

/**
 * Idempotency keys: scope is account (or device) and key, the path is part of what must be equal.
 * The first definite answer stays for seven days.
 */
export function createKeys(store: Pick<Store, 'key'>, digestSecret: string) {
  const running = new Set<string>()
  /** Answers that are decided but not yet written. */
  const decided = new Map<string, KeyRow>()

  const digestOf = (path: string, body: unknown) => {
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
    const open = fields.filter(([name]) => !secretFields.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return createHmac('sha256', digestSecret).update(JSON.stringify([path, open])).digest('base64url')
  }
  const find = (place: string) => decided.get(place) ?? store.key(place)

  return {
    placeOf: (user: number, device: string, key: string) => {
      if (!keyForm.test(key)) throw new Refusal('key_malformed')
      return JSON.stringify([user === 0 ? `d:${device}` : user, key.toLowerCase()])
    },
    digestOf,
    /** The kept answer, or null when this is the first time; refuses what is burnt, running or under another body. */
    begin: (place: string, digest: string): KeyRow | null => {
      const kept = find(place)
      if (kept) {
        if (kept.status === revokedStatus) throw new Refusal('key_burnt')
        if (kept.digest !== digest) throw new Refusal('key_reused')
        return kept
      }
      if (running.has(place)) throw new Refusal('key_running')
      running.add(place)
      return null
    },
    decide: (row: KeyRow) => {
      decided.set(row.place, row)
      return row
    },
    /** The command is over: written, or given up. */
    end: (place: string) => {
      running.delete(place)
      decided.delete(place)
    },
    stateOf: (place: string): KeyState => {
      const row = find(place)
      if (row) return { state: row.status === revokedStatus ? 'burnt' : 'done', row }
      return { state: running.has(place) ? 'running' : 'unseen', row: null }
    },
  }
}
export type Keys = ReturnType<typeof createKeys>
