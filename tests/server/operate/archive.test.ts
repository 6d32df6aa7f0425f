import { createAuditor } from '#server/core/auditor.ts'
import { chainHash } from '#server/core/journal.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { archiveJournal } from '#server/operate/archive.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

const usdt = { asset: 3, kind: 'change' } as const
const begin = () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, database: join(folder, 'venue.db'), to: join(folder, 'one.jsonl.gz') }
}
/** Opens the venue, books some entries, audits all there is, and stops; returns the number of the last entry. */
async function work(
  database: string,
  count: number,
  forge?: (venue: ReturnType<typeof createMemoryVenue>['venue']) => void,
) {
  const { venue } = createMemoryVenue({ store: openSqlite(database) })
  for (let n = 0; n < count; n += 1)
    void venue.command(({ ledger }) =>
      ledger.post({
        type: 200,
        ref: `grant:${n}`,
        postings: [
          { owner: 'external', ...usdt, free: -1n },
          { owner: 1, ...usdt, free: 1n },
        ],
      }),
    )
  venue.flush()
  forge?.(venue)
  const auditor = createAuditor(venue)
  const breaches = []
  for (let n = 0; n < 200; n += 1) breaches.push(...(await auditor.step(1000, 0)))
  const { free } = venue.ctx.ledger.balance({ owner: 1, ...usdt })
  const { seq } = venue.ctx.journal.end()
  await venue.stop()
  return { breaches: breaches.map(({ rule }) => rule), free, seq }
}
type Line = { seq: number; at: number; type: number; ref: string; lines: string; hash: string }
const linesOf = (file: string): Line[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('ARCHIVE-1 the journal goes on behind its archive: books, audit and chain hold over two archives, and the files chain on', async () => {
  const { folder, database, to } = begin()
  const first = await work(database, 1500)
  expect(archiveJournal({ database, to, keep: 600 })).toEqual({
    entries: first.seq - 600,
    from: 1,
    upTo: first.seq - 600,
  })
  const second = await work(database, 700)
  expect(second).toEqual({ breaches: [], free: 2200n, seq: first.seq + 700 })
  const next = join(folder, 'two.jsonl.gz')
  expect(archiveJournal({ database, to: next, keep: 0 })).toEqual({
    entries: 799,
    from: first.seq - 599,
    upTo: second.seq - 501,
  })
  expect((await work(database, 1)).breaches).toEqual([])
  let hash = ''
  let seq = 0
  for (const [before, ...entries] of [linesOf(to), linesOf(next)]) {
    expect([before?.seq, before?.hash]).toEqual([seq, hash])
    for (const entry of entries) {
      expect([entry.seq, entry.hash]).toEqual([seq + 1, chainHash(hash, entry)])
      ;({ seq, hash } = entry)
    }
  }
  expect(seq).toBe(second.seq - 501)
  expect(archiveJournal({ database, to: join(folder, 'three'), keep: 1_000_000 }).entries).toBe(0)
  expect(() => archiveJournal({ database, to, keep: 0 })).toThrow('exists')
  // Whoever changes a balance behind the archive is found as before.
  const forged = await work(database, 0, ({ ctx }) =>
    ctx.tables.balances.put({ ...ctx.ledger.balance({ owner: 1, ...usdt }), free: 9n }),
  )
  expect(forged.breaches).toContain('L3')
})
test('ARCHIVE-1 a broken journal is not archived, and nothing of it is removed', async () => {
  const { folder, database, to } = begin()
  const { seq } = await work(database, 800)
  const db = new DatabaseSync(database)
  db.exec("DROP TRIGGER journal_kept; UPDATE journal SET ref = 'forged' WHERE seq = 50")
  db.close()
  expect(() => archiveJournal({ database, to, keep: 0 })).toThrow('broken at entry 50')
  const after = new DatabaseSync(database)
  expect(after.prepare('SELECT count(*) AS n FROM journal').get()?.['n']).toBe(seq)
  expect(() => after.exec('DELETE FROM journal WHERE seq = 1')).toThrow('append-only')
  after.close()
  expect(readdirSync(folder).filter((name) => name.startsWith('one'))).toEqual([])
})
