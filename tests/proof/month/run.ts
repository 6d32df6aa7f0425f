import { seededRandom } from '#server/core/random.ts'
import { numberAfter } from '#tests/proof/flags.ts'
import { byHand, openHouse, trade, verify, watched, type Month } from './acts.ts'
import { openPeople } from './people.ts'
import { openStand } from './stand.ts'
import { finalFaults } from './final.ts'

const seed = numberAfter('seed', 1)
console.log(`An operator's month, --seed ${seed}`)
const from = performance.now()
const stand = await openStand()
const month: Month = { stand, people: openPeople(stand), chance: seededRandom(seed) }
const acts: readonly (readonly [string, (month: Month) => Promise<unknown>])[] = [
  ['two operators open the ways in', openHouse],
  ['four people are verified', verify],
  ['deposits that a watcher tells', watched],
  ['deposits confirmed by hand', byHand],
  ['spot trades', (each) => trade(each)],
]
try {
  for (const [name, act] of acts) {
    const [begun, before] = [performance.now(), month.people.asked()]
    await act(month)
    await month.people.compare()
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${seconds.padStart(6)} s  ${String(month.people.asked() - before).padStart(4)} calls  ${name}`)
  }
  const faults = await finalFaults(month)
  faults.forEach((each) => console.error(each))
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (thrown) {
  console.error(thrown, stand.said().slice(-3000))
  process.exitCode = 1
} finally {
  await stand.close()
}
console.log(`${((performance.now() - from) / 1000).toFixed(0)} s: ${process.exitCode === 0 ? 'all agree' : 'FAILED'}`)
process.exit()
