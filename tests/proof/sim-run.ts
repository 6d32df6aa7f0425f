import { numberAfter } from './flags.ts'
import { simulate } from './simulate.ts'

const seed = numberAfter('seed', Date.now() % 2 ** 31)
const ops = numberAfter('ops', 1_000_000)
const users = numberAfter('users', 1000)
console.log(`${ops} commands of ${users} people, seed ${seed}`)
const from = performance.now()
const { breaches, hash, reached, restarts } = await simulate({ seed, ops, users, onPart: (done) => console.log(`${done} in ${Math.round((performance.now() - from) / 1000)} s`) })
console.table(Object.fromEntries([...reached].toSorted(([, a], [, b]) => b - a)))
console.table({ restarts, breaches: breaches.length, seconds: Math.round((performance.now() - from) / 1000) })
console.log(hash)
for (const { rule, at } of breaches) console.error(`${rule} ${at}`)
process.exitCode = breaches.length === 0 ? 0 : 1
