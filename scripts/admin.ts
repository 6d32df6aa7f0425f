import { modeSaid } from '#server/operate/folder-mode.ts'
import { askOperator, backUp } from './ask-backup.ts'
import { runTool } from './tool.ts'

await runTool(async (words, dataFolder) => {
  const [name, to] = words
  if (name !== 'backup' || to === undefined || words.length > 2) return askOperator(dataFolder, words)
  const done = await backUp(dataFolder, to, modeSaid(process.env))
  return `Backed up to ${done.to}: ${done.files} files.`
})
