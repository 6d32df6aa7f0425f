import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** One measured thing. `n` is how often it was done. */
export type Row = { readonly what: string; readonly n: number; readonly perSecond?: number; readonly p50Ms?: number; readonly p99Ms?: number; readonly note?: string }
type Part = { readonly bench: () => Promise<readonly Row[]> | readonly Row[] }

const isPart = (found: unknown): found is Part =>
  typeof found === 'object' && found !== null && 'bench' in found && typeof found.bench === 'function'

const parts = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -3))

const rest = process.argv.slice(3)
const chosen = rest.filter((word) => !word.startsWith('-'))
const results: Record<string, readonly Row[]> = {}
for (const part of chosen.length > 0 ? chosen : parts) {
  if (!parts.includes(part)) {
    console.error(`There is no part "${part}". There are: ${parts.join(', ')}`)
    process.exit(1)
  }
  const found: unknown = await import(`./${part}.ts`)
  if (!isPart(found)) throw new Error(`tests/bench/${part}.ts does not export bench()`)
  results[part] = await found.bench()
  if (rest.includes('--json')) continue
  console.log(`\n${part}`)
  console.table(results[part])
}
const machine = { node: process.version, platform: process.platform, cores: availableParallelism() }
console.log(rest.includes('--json') ? JSON.stringify({ machine, results }, null, 2) : `\n${JSON.stringify(machine)}`)
