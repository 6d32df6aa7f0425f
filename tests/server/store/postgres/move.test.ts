import { moveVenue, type Place } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { createMemoryVenue, openMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const newDatabase = async () => (await sharedCluster()).newDatabase()
const later = Date.UTC(2026, 0, 5, 0, 10)

/** A folder with a venue of everything: open and ended orders, rounds, keys, events, logins. */
const fullFolder = () => {
  const folder = ownFolder('move')
  writeFileSync(join(folder, 'venue.db'), gunzipSync(readFileSync('tests/server/folders/v1/venue.db.gz')))
  // As this release has it: a move brings both sides to it.
  void createMemoryVenue({ store: openSqlite(join(folder, 'venue.db')), startMs: later }).venue.stop()
  return folder
}
/** All that a database holds, in one word. */
const contentOf = (folder: string) => {
  const db = new DatabaseSync(join(folder, 'venue.db'))
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all()
    hash.update(JSON.stringify([name, rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()]))
  }
  db.close()
  return hash.digest('hex')
}
const moved = async (from: string, to: string) => moveVenue(await openPlace(from), () => openPlace(to))

test('a venue that is moved into PostgreSQL and back is the same to the last byte, and goes on there', async () => {
  const [folder, back, url] = [fullFolder(), ownFolder('back'), await newDatabase()]
  const there = await moved(folder, url)
  expect(there.entries).toBeGreaterThan(10)
  expect(await moved(url, back)).toEqual(there)
  expect(contentOf(back)).toBe(contentOf(folder))
  const { store } = await openPlace(url)
  const { venue, bugs } = await openMemoryVenue({ store, startMs: later })
  expect([venue.audit(), bugs, venue.ctx.tables.users.count() > 2]).toEqual([[], [], true])
  await venue.stop()
})
test('nothing is moved out of an empty folder, nor into a database that holds a venue', async () => {
  const [folder, url] = [fullFolder(), await newDatabase()]
  await expect(moved(ownFolder('empty'), url)).rejects.toThrow('holds no venue')
  await moved(folder, url)
  await expect(moved(folder, url)).rejects.toThrow('holds a venue already')
})
test('a copy that lacks a row, or whose journal was changed, is told', async () => {
  const [folder, url] = [fullFolder(), await newDatabase()]
  const lossy = async (): Promise<Place> => {
    const { name, store } = await openPlace(url)
    return { name, store: { ...store, append: (group) => store.append({ ...group, rows: group.rows.slice(1) }) } }
  }
  await expect(moveVenue(await openPlace(folder), lossy)).rejects.toThrow('differs')
  const forged = fullFolder()
  const db = new DatabaseSync(join(forged, 'venue.db'))
  db.exec(`DROP TRIGGER journal_kept; UPDATE journal SET ref = ref || 'x' WHERE seq = 3`)
  db.close()
  await expect(moved(forged, await newDatabase())).rejects.toThrow('broken at 3')
})
