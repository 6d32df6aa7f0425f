import { resolve } from 'node:path'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { writePrivately } from '#server/operate/private-folder.ts'
import { restoreBackup } from '#server/operate/restore.ts'

writePrivately()
const [flag, from] = process.argv.slice(3)
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data')
try {
  if (flag !== '--from' || from === undefined) throw new Error('Say where from: npm run restore -- --from FOLDER')
  const { entries, files } = await restoreBackup({ from: resolve(from), dataFolder, asked: modeSaid(process.env) })
  console.log(
    `Restored to ${dataFolder}: ${entries} journal entries, ${files} uploads; ` +
      'the hash chain holds and the books add up.',
  )
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
