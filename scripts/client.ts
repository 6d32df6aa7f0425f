import { build } from 'vite'
import { builtSizes, tooBig } from './sizes.ts'
import { sourceStamp, writeStamp } from './stamp.ts'

/** Builds the client and remembers what from. Says nothing but warnings; throws when the build fails. */
export const buildClient = async () => {
  const stamp = sourceStamp()
  await build({ logLevel: 'warn' })
  writeStamp(stamp)
}

/** A table of what people download, and whether all of it keeps its budget. */
export const weighClient = () => {
  const sizes = builtSizes()
  const lines = sizes.map(({ what, kB, most }) => `${kB.toFixed(1).padStart(7)} of ${String(most).padStart(3)} kB  ${what}`)
  return { lines, broken: tooBig(sizes).map(({ what, kB, most }) => `${what}: ${kB.toFixed(1)} kB, may be ${most}`) }
}
