import { hash as hashOf } from 'node:crypto'
import type { EntryRow } from './store-port.ts'

type Body = Pick<EntryRow, 'seq' | 'at' | 'type' | 'ref' | 'lines'>

/** h(n) = SHA-256(h(n−1) ‖ canonical(e_n)), in hex (invariant L6). */
export const chainHash = (before: string, { seq, at, type, ref, lines }: Body) =>
  hashOf('sha256', before + JSON.stringify([seq, at, type, ref, lines]))

/** Append-only entries of money; each bears the hash of all before it. */
export function createJournal(end: { seq: number; hash: string }) {
  let { seq, hash } = end
  let pending: EntryRow[] = []
  let command: Omit<Body, 'seq'>[] = []
  return {
    /** The number the next entry of the running command will bear. */
    append: (body: Omit<Body, 'seq'>) => {
      command.push(body)
      return seq + command.length
    },
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
