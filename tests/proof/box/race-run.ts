import { numberAfter } from '#tests/proof/flags.ts'
import { race } from './race.ts'

const [seed, seeds, orders] = [numberAfter('seed', 1), numberAfter('seeds', 20), numberAfter('orders', 40)]
let same = 0
for (let at = seed; at < seed + seeds; at += 1) {
  const { faults, keys, was, is } = await race(at, { orders, replays: 2 })
  const isSame = keys === 3 * orders && is.every(({ journal }) => journal === was?.journal)
  same += isSame ? 1 : 0
  const met = Object.values(faults).reduce((sum, count) => sum + count, 0)
  console.log(`seed ${at}: ${keys} decisions, ${met} faults, ${was?.journal}, ${isSame ? 'the same twice' : 'OTHER'}`)
}
console.log(`${same} of ${seeds} replay`)
if (same < seeds) process.exitCode = 1
