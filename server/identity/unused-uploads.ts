import type { Files } from '#server/core/files-port.ts'
import type { AsyncIdentityContext } from './context.ts'
import { nobody, unusedFiles, type FileRow } from './rows.ts'

const unusedLifeMs = 86_400_000
const nobodysLifeMs = 3_600_000
/** A bound on the work of one sweep. */
const maxSwept = 200

const isUnused = (row: FileRow, now: number) =>
  unusedFiles(row) !== null && now - row.at > (row.user === nobody ? nobodysLifeMs : unusedLifeMs)

/**
 * Removes uploaded files that no form has named within a day, of nobody within an hour: first their rows, then, once
 * that is stored, the files. Returns how many.
 */
export async function sweepUploads(
  { command, ctx }: Pick<AsyncIdentityContext, 'command' | 'ctx'>,
  durable: () => Promise<void> | void,
  files: Pick<Files, 'remove'>,
): Promise<number> {
  const now = ctx.now()
  const due = ctx.tables.files
    .group('unused', 'all')
    .filter((row) => isUnused(row, now))
    .slice(0, maxSwept)
  if (due.length === 0) return 0
  const removed = await command(({ tables }) =>
    due.flatMap(({ id }) => {
      const row = tables.files.get(id)
      if (!row || !isUnused(row, now)) return []
      tables.files.remove(id)
      return [id]
    }),
  )
  await durable()
  for (const id of removed) await files.remove(id)
  return removed.length
}
