import { seededRandom } from '#server/core/random.ts'
import { release } from '#server/core/release.ts'
import { numberAfter, wordAfter } from '#tests/proof/flags.ts'
import { byHand, openHouse, trade, verify, watched, type Month } from './acts.ts'
import { openPeople } from './people.ts'
import { otcDeal, enterAddresses, withdrawals } from './money.ts'
import { clockSteps, drill, feedsLost, fullDisk, haltAndRotate, killed, olderAndNewer } from './trouble.ts'
import { dayMs, openStand } from './stand.ts'
import { seePages } from './pages.ts'
import { finalFaults } from './final.ts'
import { keepAs, rollBack, upgrade } from './upgrades.ts'

const pass = (days: number) => async (month: Month) => month.stand.pass(days * dayMs)
const fourDays = async (month: Month) => {
  await pass(4)(month)
  await month.people.enterAgain()
  month.stand.feeds.move(month.stand.feeds.price() - 500 + month.chance.int(1000))
  await watched(month)
  await byHand(month)
  for (const [seller, buyer] of [
    ['ann', 'ben'],
    ['cleo', 'dan'],
    ['ben', 'cleo'],
  ] as const)
    await trade(month, seller, buyer)
}
const seed = numberAfter('seed', 1)
/** With `--keep NAME` the folder of the release before is kept for the tests of later ones. */
const kept = wordAfter('keep')
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
  ['a day passes', pass(1)],
  ['an OTC order with escrow', otcDeal],
  ...(kept === null ? [] : [[`its folder is kept as ${kept}`, keepAs(kept)] as const]),
  [`an upgrade to ${release}`, upgrade],
  ['addresses to withdraw to', enterAddresses],
  ['a day passes', pass(1)],
  ['withdrawals singly, rejected and in a batch', withdrawals],
  ['what a newcomer, a trader and an operator see', seePages],
  ['a halt and its end, the log moved away', haltAndRotate],
  ['feeds lost one by one and returned', feedsLost],
  ['clock steps of 3 s and 1 h, both ways', clockSteps],
  ['kill -9 and a restart', killed],
  ['an older folder, and a newer one', olderAndNewer],
  ['a later release, back again, and once more', rollBack],
  ['a backup, restored and compared', drill],
  ['a full disk, and room again', fullDisk],
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => [`days ${4 * n - 1} to ${4 * n + 2}`, fourDays] as const),
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
