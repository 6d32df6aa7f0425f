import { gzipSync } from 'node:zlib'
import { mkdirSync, writeFileSync } from 'node:fs'
import { playHour } from './hour.ts'
import { troubles } from './troubles.ts'

const folder = new URL('../../recordings/', import.meta.url)
const only = process.argv[process.argv.indexOf('--only') + 1]
mkdirSync(folder, { recursive: true })
for (const { name, ...trouble } of troubles) {
  if (process.argv.includes('--only') && name !== only) continue
  const { text, end, tapped, breaches } = await playHour(trouble)
  const packed = gzipSync(text, { level: 9 })
  console.log(
    name,
    `${text.split('\n').length} lines, ${text.length} B, packed ${packed.length} B`,
    tapped.join(', '),
    breaches,
  )
  if (breaches.length > 0) process.exitCode = 1
  else {
    writeFileSync(new URL(`${name}.jsonl.gz`, folder), packed)
    writeFileSync(new URL(`${name}.end.json`, folder), `${JSON.stringify({ tapped, end }, null, 1)}\n`)
  }
}
