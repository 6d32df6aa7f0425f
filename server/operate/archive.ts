import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createLineSums } from '#server/core/auditor.ts'
import { readHead, writeHead } from '#server/core/journal-head.ts'
import { chainHash } from '#server/core/journal.ts'
import { journalTail } from '#server/core/store-port.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Mode } from '#server/settings.ts'
import { checkMode, folderModeOf } from './folder-mode.ts'
import { StartError } from './start-error.ts'

type Archived = { entries: number; from: number; upTo: number }
const entriesAtOnce = 1000

/**
 * Moves the journal, but for its last `keep` entries, to a file: one JSON line for the entry before, then one for each
 * entry, compressed. Every entry is checked against the chain first; the entries are removed only when the file is on
 * the disk. The venue must be stopped.
 */
export function archiveJournal({
  database,
  to,
  keep,
  asked = null,
}: {
  database: string
  to: string
  keep: number
  asked?: Mode | null
}): Archived {
  if (existsSync(to)) throw new StartError(`${to} exists: an archive goes into a new file.`)
  const store = openSqlite(database)
  const partial = `${to}.partial`
  try {
    checkMode(`The database ${database}`, folderModeOf(store), asked)
    const head = readHead(store.journalHead())
    const sums = createLineSums(head)
    const upTo = store.lastEntry() - Math.max(keep, journalTail + 1)
    if (upTo <= head.seq) return { entries: 0, from: head.seq + 1, upTo: head.seq }
    const file = openSync(partial, 'w', 0o600)
    let { seq, hash } = head
    try {
      // Pieces that are compressed one by one and written one after the other are one compressed file.
      writeSync(file, gzipSync(`${JSON.stringify({ seq, hash })}\n`))
      while (seq < upTo) {
        const some = store.entries(seq, Math.min(entriesAtOnce, upTo - seq))
        if (some.length === 0) throw new StartError(`The journal ends at entry ${seq}. Nothing was archived.`)
        for (const entry of some) {
          if (entry.seq !== seq + 1 || chainHash(hash, entry) !== entry.hash)
            throw new StartError(
              `The journal is broken at entry ${seq + 1}: it does not fit its hash. Nothing was archived.`,
            )
          ;({ seq, hash } = entry)
          sums.read(entry)
        }
        writeSync(file, gzipSync(some.map((entry) => `${JSON.stringify(entry)}\n`).join('')))
      }
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(partial, to)
    store.dropEntries(upTo, writeHead({ seq, hash, sums: sums.all() }))
    return { entries: upTo - head.seq, from: head.seq + 1, upTo }
  } finally {
    rmSync(partial, { force: true })
    store.close()
  }
}
