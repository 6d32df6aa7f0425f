import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { writeAhead } from './client/ahead.ts'
import { writeDocs } from './docs/files.ts'
import { buildGallery } from './gallery/build.ts'
import { packFolder } from './pack.ts'
import { builtSizes, tooBig } from './client/sizes.ts'
import { sourceStamp, writeStamp } from './stamp.ts'
import { buildWorker } from './client/worker.ts'

/**
 * Replaces `dist` by a finished build. Several builds may run at once (two tests, a start beside a test): each is moved
 * as a whole, the last one wins.
 */
const replaceDist = (buildFolder: string) => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      rmSync('dist', { recursive: true, force: true })
      renameSync(buildFolder, 'dist')
      return
    } catch (thrown) {
      if (attempt === 4) throw thrown
    }
  }
}

/**
 * Builds the client and stores the stamp of its sources with it. Prints only warnings; if the build fails, it throws
 * and leaves the previous build.
 */
export const buildClient = async () => {
  const stamp = sourceStamp()
  const buildFolder = `dist.${process.pid}`
  const before = process.env['NODE_ENV']
  // Always a production build, also when a test builds it.
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ logLevel: 'warn', build: { outDir: buildFolder } })
    writeAhead(buildFolder)
    await buildWorker(buildFolder)
    await buildGallery(join(buildFolder, 'gallery'))
    await writeDocs(join(buildFolder, 'docs'))
    packFolder(buildFolder)
    writeStamp(buildFolder, stamp)
    replaceDist(buildFolder)
  } finally {
    rmSync(buildFolder, { recursive: true, force: true })
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** The download sizes as lines of a table, and those over their budget. */
export const reportSizes = () => {
  const sizes = builtSizes()
  const lines = sizes.map(
    ({ what, kB, maxKB }) => `${kB.toFixed(1).padStart(7)} of ${String(maxKB).padStart(3)} kB  ${what}`,
  )
  return {
    lines,
    overBudget: tooBig(sizes).map(({ what, kB, maxKB }) => `${what}: ${kB.toFixed(1)} kB, budget ${maxKB} kB`),
  }
}
