import { build } from 'vite'
import { packFolder } from './pack.ts'
import { builtSizes, tooBig } from './sizes.ts'
import { sourceStamp, writeStamp } from './stamp.ts'

/** Builds the client and remembers what from. Says nothing but warnings; throws when the build fails. */
export const buildClient = async () => {
  const stamp = sourceStamp()
  const before = process.env['NODE_ENV']
  // What people download is always the lean one, also when a test builds it.
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ logLevel: 'warn' })
    packFolder('dist')
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
  writeStamp(stamp)
}

/** A table of what people download, and what of it breaks its budget. */
export const weighClient = () => {
  const sizes = builtSizes()
  const lines = sizes.map(({ what, kB, most }) => `${kB.toFixed(1).padStart(7)} of ${String(most).padStart(3)} kB  ${what}`)
  return { lines, broken: tooBig(sizes).map(({ what, kB, most }) => `${what}: ${kB.toFixed(1)} kB, may be ${most}`) }
}
