import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { writePrivately } from '#server/operate/private-folder.ts'
import { backUp } from './ask-backup.ts'

writePrivately()
const [flag, to] = process.argv.slice(3)
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data')
try {
  if (flag !== '--to' || to === undefined) throw new Error('Say where to: npm run backup -- --to FOLDER')
  if (!existsSync(join(dataFolder, 'venue.db')))
    throw new Error(`The data folder ${dataFolder} has no venue. Set DATA_DIR to the right one.`)
  const { files, bytes } = await backUp(dataFolder, to, modeSaid(process.env))
  console.log(`Backed up to ${resolve(to)}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`)
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
