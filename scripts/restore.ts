import { resolve } from 'node:path'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { restoreBackup } from '#server/operate/restore.ts'
import { refuseServer, runTool } from './tool.ts'

await runTool(async ([flag, from], dataFolder) => {
  if (flag !== '--from' || from === undefined) throw new Error('Say where from: npm run restore -- --from FOLDER')
  refuseServer()
  const { entries, files } = await restoreBackup({ from: resolve(from), dataFolder, asked: modeSaid(process.env) })
  const counts = `${entries} journal entries, ${files} uploads`
  return `Restored to ${dataFolder}: ${counts}; the hash chain holds and the books add up.`
})
