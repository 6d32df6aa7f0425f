import { numberAfter } from '#tests/proof/flags.ts'
import { findPlanted } from './find.ts'
import { plantedWide } from './plants-wide.ts'
import { planted } from './plants.ts'
import { playWorld } from './world.ts'

const first = numberAfter('seed', Date.now() % 2 ** 31)
const minutes = numberAfter('minutes', 0)
const seeds = numberAfter('seeds', minutes > 0 ? Number.MAX_SAFE_INTEGER : 1)
const steps = numberAfter('steps', 40)
const isWide = process.argv.includes('--wide')
const beganAt = performance.now()
const reached = new Map<string, number>()
let worlds = 0
let taps = 0
let virtualMs = 0
let failed = 0
for (let seed = first; seed < first + seeds && failed < 5; seed += 1) {
  if (minutes > 0 && performance.now() - beganAt > minutes * 60_000) break
  const report = await playWorld({ seed, steps, isWide })
  worlds += 1
  taps += report.taps
  virtualMs += report.virtualMs
  for (const [name, count] of report.reached) reached.set(name, (reached.get(name) ?? 0) + count)
  if (seeds === 1) console.log(report.hash)
  if (report.breaches.length === 0) continue
  failed += 1
  console.error(`seed ${seed}`)
  for (const { rule, at } of report.breaches) console.error(`  ${rule} ${at.slice(0, 2000)}`)
}
console.table(Object.fromEntries([...reached].toSorted(([, a], [, b]) => b - a)))
console.table({
  first,
  worlds,
  taps,
  'hours played': Number((virtualMs / 3_600_000).toFixed(2)),
  seconds: Math.round((performance.now() - beganAt) / 1000),
  failed,
})
process.exitCode = failed > 0 ? 1 : 0
if (process.argv.includes('--planted')) {
  const found = await findPlanted(first, numberAfter('most', 60), isWide ? plantedWide : planted, isWide)
  console.table(found)
  if (found.some(({ worlds: needed }) => needed === null)) process.exitCode = 1
}
