import { readFileSync } from 'node:fs'
import { addFeature, tellWire } from './feature/add.ts'

const [name = ''] = process.argv.slice(3)
const faults = addFeature(name)
if (faults !== null) {
  console.error(faults)
  process.exitCode = 1
} else {
  // The shapes are read after the new ones are among them.
  const { contractHash } = await import('#scripts/wire/wire-docs.ts')
  tellWire(name, contractHash())
  console.log(readFileSync('scripts/feature/next.txt', 'utf8').replaceAll('sample', name))
}
