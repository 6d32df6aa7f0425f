import { renameSync, rmSync } from 'node:fs'
import { build } from 'vite'
import { packFolder } from './pack.ts'
import { builtSizes, tooBig } from './sizes.ts'
import { sourceStamp, writeStamp } from './stamp.ts'

/** Several may build at once (two tests, a start beside a test): each puts its whole build in place, the last one stays. */
const putInPlace = (made: string) => {
  for (let again = 0; again < 5; again += 1) {
    try {
      rmSync('dist', { recursive: true, force: true })
      renameSync(made, 'dist')
      return
    } catch (thrown) {
      if (again === 4) throw thrown
    }
  }
}

/** Builds the client and remembers what from. Says nothing but warnings; throws when the build fails, and leaves what was there. */
export const buildClient = async () => {
  const stamp = sourceStamp()
  const made = `dist.${process.pid}`
  const before = process.env['NODE_ENV']
  // What people download is always the lean one, also when a test builds it.
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ logLevel: 'warn', build: { outDir: made } })
    packFolder(made)
    writeStamp(made, stamp)
    putInPlace(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** A table of what people download, and what of it breaks its budget. */
export const weighClient = () => {
  const sizes = builtSizes()
  const lines = sizes.map(({ what, kB, most }) => `${kB.toFixed(1).padStart(7)} of ${String(most).padStart(3)} kB  ${what}`)
  return { lines, broken: tooBig(sizes).map(({ what, kB, most }) => `${what}: ${kB.toFixed(1)} kB, may be ${most}`) }
}
