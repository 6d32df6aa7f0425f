import { venueUser } from '#server/identity/links.ts'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#server/core/clock.ts'
import { readHead } from '#server/core/journal-head.ts'
import { chainHash } from '#server/core/journal.ts'
import { systemRandom } from '#server/core/random.ts'
import { StoreError } from '#server/core/store-error.ts'
import { defaultSettings, type Mode } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { openVenue } from '#server/venue.ts'
import { modeOrClosed } from './folder-mode.ts'
import { StartError, storeError } from './start-error.ts'

type Restored = { entries: number; files: number }
const entriesAtOnce = 1000

/** Where the journal of a backup ends, as it says itself; one of an older release does not say it. */
function endSaid(from: string): string | null {
  const { seq, hash }: { seq?: number; hash?: string } = JSON.parse(readFileSync(join(from, 'backup.json'), 'utf8'))
  return seq === undefined ? null : `${seq} ${hash}`
}
/**
 * Checks the whole chain of the journal, entry by entry, from where it begins to the end that the backup names; returns
 * how many entries there are.
 */
function checkChain(
  { entries, journalHead }: Pick<ReturnType<typeof openSqlite>, 'entries' | 'journalHead'>,
  from: string,
) {
  const head = readHead(journalHead())
  let { seq, hash } = head
  for (;;) {
    const some = entries(seq, entriesAtOnce)
    for (const entry of some) {
      if (entry.seq !== seq + 1 || chainHash(hash, entry) !== entry.hash)
        throw new StartError(`The journal of the backup is broken at entry ${seq + 1}: it does not fit its hash.`)
      ;({ seq, hash } = entry)
    }
    if (some.length < entriesAtOnce) break
  }
  if (![null, `${seq} ${hash}`].includes(endSaid(from)))
    throw new StartError(`The journal of the backup ends at entry ${seq}, which is not the end that backup.json names.`)
  return seq - head.seq
}

const throwIt = (thrown: unknown): never => {
  throw thrown
}
/** Opens the restored database as the venue would, and lets it audit its books. */
async function check(folder: string, from: string, asked: Mode | null): Promise<Restored> {
  const store = openSqlite(join(folder, 'venue.db'))
  const mode = modeOrClosed(store, `The backup ${from}`, asked) ?? asked ?? 'demo'
  // Numbers of events after the backup are given again: within a new epoch no client takes the old ones for them.
  store.dropMeta('stream_epoch')
  const entries = checkChain(store, from)
  const settings = defaultSettings(mode === 'demo')
  const venue = await openVenue(store, { clock: systemClock, random: systemRandom, settings, onFailure: throwIt })
  const breaches = venue.audit()
  // What the venue itself offers is served with the app, and stands in no folder of uploads.
  const files = [...venue.ctx.tables.files.all()].filter(({ user }) => user !== venueUser)
  const lost = files.filter(({ id }) => !existsSync(join(folder, 'uploads', id)))
  await venue.stop()
  if (breaches.length > 0)
    throw new StartError(
      `The books of the backup do not add up: ${breaches.map(({ rule, at }) => `${rule} at ${at}`).join(', ')}.`,
    )
  if (lost.length > 0)
    throw new StartError(
      `The backup lacks ${lost.length} of its ${files.length} uploads, the first is ${lost[0]?.id ?? ''}.`,
    )
  return { entries, files: files.length }
}

/**
 * Puts a backup into a data folder that has no venue yet, after its hash chain, its books and its uploads were checked.
 * What it is, demo or live, it stays; another wish is refused.
 */
export async function restoreBackup({
  from,
  dataFolder,
  asked = null,
}: {
  from: string
  dataFolder: string
  asked?: Mode | null
}): Promise<Restored> {
  if (!existsSync(join(from, 'backup.json')) || !existsSync(join(from, 'venue.db')))
    throw new StartError(`${from} is no complete backup: backup.json or venue.db is missing.`)
  if (existsSync(join(dataFolder, 'venue.db')))
    throw new StartError(
      `The data folder ${dataFolder} has a venue already. Move it away, or set DATA_DIR to another folder.`,
    )
  const partial = join(dataFolder, 'restore.partial')
  rmSync(partial, { recursive: true, force: true })
  // The first of the folders that were missing, all of which go again where the backup is refused.
  const made = mkdirSync(partial, { recursive: true, mode: 0o700 }) ?? partial
  try {
    for (const name of ['venue.db', 'uploads', 'archive'])
      if (existsSync(join(from, name))) await cp(join(from, name), join(partial, name), { recursive: true })
    const restored = await check(partial, from, asked)
    // The database last: a restore that was interrupted leaves a folder without a venue.
    const names = readdirSync(partial).toSorted((a, b) => Number(a === 'venue.db') - Number(b === 'venue.db'))
    for (const name of names) {
      rmSync(join(dataFolder, name), { recursive: true, force: true })
      await rename(join(partial, name), join(dataFolder, name))
    }
    rmSync(partial, { recursive: true })
    return restored
  } catch (thrown) {
    rmSync(made, { recursive: true, force: true })
    return storeError(undefined, thrown instanceof StoreError ? from : dataFolder)(thrown)
  }
}
