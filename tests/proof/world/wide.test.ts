import { findPlanted } from './find.ts'
import { plantedWide } from './plants-wide.ts'
import { playWorld } from './world.ts'
import { expect, test } from 'vitest'

const firstSeed = Number(process.env['SEED'] ?? 1)
const worlds = 4

// A world ends by its steps and its virtual time, however slow the machine is.
test(`WORLD-5 ${worlds} wide worlds from seed ${firstSeed}: stakes, contracts, OTC payments and messages are done once or never, and shown as they are held`, {
  timeout: 0,
}, async () => {
  const taps = new Map<string, number>()
  for (let seed = firstSeed; seed < firstSeed + worlds; seed += 1) {
    const { breaches, reached } = await playWorld({ seed, isWide: true })
    expect({ seed, breaches }).toEqual({ seed, breaches: [] })
    for (const [name, count] of reached)
      taps.set(name.split(' ')[0] ?? '', (taps.get(name.split(' ')[0] ?? '') ?? 0) + count)
  }
  expect(['stake', 'contract', 'pay', 'say'].filter((kind) => (taps.get(kind) ?? 0) === 0)).toEqual([])
})

test('WORLD-6 a fault in a stake, a contract, a payment or a message, of the client, the gateway or the venue, is found in a few wide worlds', {
  timeout: 0,
}, async () => {
  const found = await findPlanted(
    firstSeed,
    20,
    plantedWide.filter(({ fault }) => quick.includes(fault)),
    true,
  )
  // oxlint-disable-next-line no-console -- the table is what this test is for
  console.table(found)
  expect(found.filter(({ worlds: needed }) => needed === null)).toEqual([])
  expect(found.length).toBe(quick.length)
})
/**
 * Of all planted faults those that are found at once; the others are found by `npm run proof:world -- --wide
 * --planted`.
 */
const quick = [
  'gives each request of a stake a key of its own',
  'tells a stake that is not stored',
  'tells more lots than a contract has',
  'answers a payment without passing it on',
  'tells a paid order as unpaid',
  'forgets what waits when its page is left',
]
