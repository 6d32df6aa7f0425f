import { numberAfter } from '#tests/proof/flags.ts'
import { drill, troubles } from './drill.ts'

const seed = numberAfter('seed', Date.now() % 2 ** 31)
const counts = Object.fromEntries(troubles.map((trouble) => [trouble, numberAfter(trouble, 0)]))
console.log(`seed ${seed}`, counts)
const { wrong, pauses, ...sums } = await drill({
  counts,
  seed,
  clients: numberAfter('clients', 8),
  onRound: (line) => console.log(line),
})
console.table(pauses)
console.table({ ...sums, wrong: wrong.length })
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1
