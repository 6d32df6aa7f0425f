import { resolve } from 'node:path'
import { restoreBackup } from '#server/operate/restore.ts'

const [flag, from] = process.argv.slice(3)
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data')
const isDemo = process.env['NODE_ENV'] !== 'production' && process.env['DEMO'] !== '0'
try {
  if (flag !== '--from' || from === undefined) throw new Error('Say where from: npm run restore -- --from FOLDER')
  const { entries, files } = await restoreBackup({ from: resolve(from), dataFolder, isDemo })
  console.log(`Restored to ${dataFolder}: ${entries} journal entries, ${files} uploads; the hash chain holds and the books add up.`)
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
