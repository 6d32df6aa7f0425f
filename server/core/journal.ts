import { hash as hashOf } from 'node:crypto'
import type { EntryRow } from './store-port.ts'

type Body = Pick<EntryRow, 'seq' | 'at' | 'type' | 'ref' | 'lines'>

/** h(n) = SHA-256(h(n−1) ‖ canonical(e_n)), in hex (invariant L6). */
export const chainHash = (before: string, { seq, at, type, ref, lines }: Body) =>
  hashOf('sha256', before + JSON.stringify([seq, at, type, ref, lines]))

/** The append-only journal of ledger entries; the hash of each entry covers all entries before it. */
export function createJournal(end: { seq: number; hash: string }) {
  let { seq, hash } = end
  let pending: EntryRow[] = []
  let command: Omit<Body, 'seq'>[] = []
  return {
    /** Adds an entry to the running command; returns its number. */
    append: (body: Omit<Body, 'seq'>) => {
      command.push(body)
      return seq + command.length
    },
    /** The number of the next entry. */
    next: () => seq + command.length + 1,
    rollback: () => {
      command = []
    },
    accept: () => {
      for (const body of command) {
        seq += 1
        const entry = { seq, ...body }
        hash = chainHash(hash, entry)
        pending.push({ ...entry, hash })
      }
      command = []
    },
    take: () => {
      const entries = pending
      pending = []
      return entries
    },
    end: () => ({ seq, hash }),
  }
}
export type Journal = ReturnType<typeof createJournal>
