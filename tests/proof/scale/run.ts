import { numberAfter } from '#tests/proof/flags.ts'
import { drill, troubles } from './drill.ts'

const seed = numberAfter('seed', Date.now() % 2 ** 31)
const counts = Object.fromEntries(troubles.map((trouble) => [trouble, numberAfter(trouble, 0)]))
console.log(`seed ${seed}`, counts)
const isAsynchronous = process.argv.includes('--asynchronous')
const { wrong, pauses, ...sums } = await drill({
  counts,
  seed,
  isAsynchronous,
  clients: numberAfter('clients', 8),
  open: numberAfter('open', 0),
  onRound: (line) => console.log(line),
})
console.table(pauses)
console.table({ ...sums, wrong: wrong.length })
for (const line of wrong) console.error(line)
// The control is there to show that a loss would be found.
const isAsExpected = isAsynchronous ? wrong.length > 0 : wrong.length === 0
process.exitCode = isAsExpected ? 0 : 1
