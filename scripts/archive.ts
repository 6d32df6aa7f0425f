import { resolve } from 'node:path'
import { archiveJournal } from '#server/operate/archive.ts'
import { modeSaid } from '#server/operate/folder-mode.ts'
import { databaseIn, runTool } from './tool.ts'

await runTool(([flag, to, keepFlag, keep = '100000'], dataFolder) => {
  const isKept = (keepFlag === undefined || keepFlag === '--keep') && /^\d{1,12}$/.test(keep)
  if (flag !== '--to' || to === undefined || !isKept)
    throw new Error('Say where to: npm run archive -- --to FILE [--keep ENTRIES]')
  const journal = { database: databaseIn(dataFolder), to: resolve(to), keep: Number(keep) }
  const { entries, from, upTo } = archiveJournal({ ...journal, asked: modeSaid(process.env) })
  return entries === 0 ? 'There is nothing to archive yet.' : `Archived entries ${from} to ${upTo} in ${resolve(to)}.`
})
