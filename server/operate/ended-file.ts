import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Appends lines to a compressed file below the data folder, one file a month and process. What follows a piece that was
 * cut off cannot be read: after a failure, as after a start, a new file is begun.
 */
export function createEndedFile(dataFolder: string, now: () => number) {
  let file: { month: string; path: string } | null = null
  return async (lines: readonly string[]) => {
    const at = new Date(now()).toISOString()
    const month = at.slice(0, 7)
    const folder = join(dataFolder, 'archive')
    if (file?.month !== month) file = { month, path: join(folder, `ended-${at.replaceAll(':', '-')}.jsonl.gz`) }
    const { path } = file
    file = null
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(path, 'a', 0o600)
    try {
      await handle.writeFile(gzipSync(lines.map((line) => `${line}\n`).join('')))
      await handle.sync()
    } finally {
      await handle.close()
    }
    file = { month, path }
  }
}
