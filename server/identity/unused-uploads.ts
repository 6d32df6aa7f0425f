import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AsyncIdentityContext } from './context.ts'
import type { FileRow } from './rows.ts'

const unusedLifeMs = 86_400_000
/** A bound on the work of one sweep. */
const maxSwept = 200
/** Pictures of a chat belong to their message, which names them by link. */
const keptFolders = new Set(['app', 'chat'])

/**
 * A file that no form has named within a day. Those of older releases do not say whether they were named, and are kept.
 */
const isUnused = ({ folder, isUsed, at }: FileRow, now: number) =>
  isUsed === false && !keptFolders.has(folder) && now - at > unusedLifeMs

/**
 * Removes uploaded files that were never used: first their rows, then, once that is stored, the files. Returns how
 * many.
 */
export async function sweepUploads(
  { command, ctx }: Pick<AsyncIdentityContext, 'command' | 'ctx'>,
  durable: () => Promise<void> | void,
  dataFolder: string,
): Promise<number> {
  const now = ctx.now()
  const due: string[] = []
  for (const row of ctx.tables.files.all()) if (due.length < maxSwept && isUnused(row, now)) due.push(row.id)
  if (due.length === 0) return 0
  const removed = await command(({ tables }) =>
    due.filter((id) => {
      const row = tables.files.get(id)
      if (!row || !isUnused(row, now)) return false
      tables.files.remove(id)
      return true
    }),
  )
  await durable()
  for (const id of removed) await rm(join(dataFolder, 'uploads', id), { force: true })
  return removed.length
}
