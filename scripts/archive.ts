import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { archiveJournal } from '#server/operate/archive.ts'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { writePrivately } from '#server/operate/private-folder.ts'

writePrivately()
const [flag, to, keepFlag, keep = '100000'] = process.argv.slice(3)
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data')
try {
  if (
    flag !== '--to' ||
    to === undefined ||
    (keepFlag !== undefined && keepFlag !== '--keep') ||
    !/^\d{1,12}$/.test(keep)
  )
    throw new Error('Say where to: npm run archive -- --to FILE [--keep ENTRIES]')
  const database = join(dataFolder, 'venue.db')
  if (!existsSync(database))
    throw new Error(`The data folder ${dataFolder} has no venue. Set DATA_DIR to the right one.`)
  const { entries, from, upTo } = archiveJournal({
    database,
    to: resolve(to),
    keep: Number(keep),
    asked: modeSaid(process.env),
  })
  console.log(
    entries === 0 ? 'There is nothing to archive yet.' : `Archived entries ${from} to ${upTo} in ${resolve(to)}.`,
  )
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
