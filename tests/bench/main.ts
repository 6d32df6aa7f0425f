import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'

type Part = { readonly bench: () => Promise<readonly Row[]> | readonly Row[] }

const isPart = (found: unknown): found is Part =>
  typeof found === 'object' && found !== null && 'bench' in found && typeof found.bench === 'function'

const parts = ['book', 'venue', 'push', 'page', 'start', 'sweep', 'chat', 'triggers', 'acks', 'box', 'scale'].filter(
  (name) => existsSync(join(import.meta.dirname, `${name}.ts`)),
)
const rest = process.argv.slice(3)
const json = rest.includes('--json')
/** Numbers belong to the words before them: `scale --sockets 10000`. */
const chosen = rest.filter((word) => !word.startsWith('-') && Number.isNaN(Number(word)))
const unknown = chosen.find((part) => !parts.includes(part))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". There are: ${parts.join(', ')}`)
  process.exit(1)
}
if (!json) console.log(`${process.platform} ${process.arch}, ${availableParallelism()} cores, Node ${process.version}`)
for (const part of chosen.length > 0 ? chosen : parts.filter((name) => name !== 'scale')) {
  const found: unknown = await import(`./${part}.ts`)
  if (!isPart(found)) throw new Error(`tests/bench/${part}.ts does not export bench()`)
  const rows = await found.bench()
  if (json) for (const row of rows) console.log(JSON.stringify(row))
  else {
    console.log(`\n${part}`)
    console.table(rows.map(({ part: _, ...shown }) => shown))
  }
}
// What was measured may still hold a socket or a timer.
process.exit(0)
