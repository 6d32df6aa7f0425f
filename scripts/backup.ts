import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { writePrivately } from '#server/operate/private-folder.ts'
import { backUp, backUpInto } from './ask-backup.ts'

writePrivately()
const [flag, to, keepFlag, keep = '14', ...more] = process.argv.slice(3)
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data')
try {
  const isKept = flag === '--into' && (keepFlag === undefined || keepFlag === '--keep') && /^[1-9]\d{0,4}$/.test(keep)
  if (to === undefined || more.length > 0 || !(isKept || (flag === '--to' && keepFlag === undefined)))
    throw new Error('Say where to: npm run backup -- --to FOLDER, or --into FOLDER [--keep 14]')
  if (!existsSync(join(dataFolder, 'venue.db')))
    throw new Error(`The data folder ${dataFolder} has no venue. Set DATA_DIR to the right one.`)
  const asked = modeSaid(process.env)
  const done = isKept
    ? await backUpInto(dataFolder, { into: to, keep: Number(keep), at: new Date() }, asked)
    : await backUp(dataFolder, to, asked)
  const { files, bytes } = done
  console.log(`Backed up to ${done.to}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`)
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
