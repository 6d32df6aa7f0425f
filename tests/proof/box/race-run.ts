import { weathers } from '#server/box/faults.ts'
import { numberAfter } from '#tests/proof/flags.ts'
import { endedRight, runBot } from './bots.ts'
import { race } from './race.ts'

const [seed, seeds, orders, bots] = [
  numberAfter('seed', 1),
  numberAfter('seeds', 20),
  numberAfter('orders', 40),
  numberAfter('bots', 5),
]
const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Three bots race with each seed, and what they did is replayed twice. */
async function runRaces(): Promise<boolean> {
  let same = 0
  for (let at = seed; at < seed + seeds; at += 1) {
    const { faults, calls, was, is } = await race(at, { orders, replays: 2 })
    const isSame = is.every(({ journal, store }) => journal === was?.journal && store === was.store)
    same += isSame ? 1 : 0
    const met = `${sumOf(calls)} changes of ${Object.keys(calls).length} calls, ${sumOf(faults)} faults`
    console.log(`seed ${at}: ${met}, ${was?.journal} ${was?.store}, ${isSame ? 'the same twice' : 'OTHER'}`)
  }
  console.log(`${same} of ${seeds} replay`)
  return same === seeds
}
/** The example bot in every weather with so many seeds: it ends right each time, and there is one order. */
async function runBots(): Promise<boolean> {
  const wrong: string[] = []
  const names = Object.keys(weathers)
  for (let at = seed; at < seed + bots; at += 1) {
    const ends = await Promise.all(names.map(async (weather) => ({ weather, end: await runBot(weather, at) })))
    for (const { weather, end } of ends)
      if (!endedRight(end)) wrong.push(`${weather}, seed ${at}: ${JSON.stringify(end)}`)
    console.log(`seed ${at}: faults ${ends.map(({ weather, end }) => `${weather} ${sumOf(end.faults)}`).join(', ')}`)
  }
  for (const line of wrong) console.log(line)
  console.log(`${bots * names.length - wrong.length} of ${bots * names.length} bots end right`)
  return wrong.length === 0
}
const isRaced = await runRaces()
if (!(await runBots()) || !isRaced) process.exitCode = 1
