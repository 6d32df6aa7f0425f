import { createLoop } from '#server/loop.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createCrowd, enterCrowd } from '#tests/proof/crowd.ts'
import { joltProducts } from '#tests/proof/products/crowd-products.ts'
import { createWildFeed } from '#tests/proof/wild-feed.ts'
import { otcVenue } from '#tests/support/otc/otc-venue.ts'
import { openThingsOf } from '#server/features/otc/merchants.ts'
import { answerOf } from '#tests/support/people.ts'
import type * as Argon from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** The fund password of those whose comparisons last as long as the test likes. */
const slowPin = '975310'
const comparisons = vi.hoisted((): (() => void)[] => [])
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  const verify = (hash: string, secret: string, options: object) =>
    secret === '975310'
      ? new Promise<boolean>((resolve) => comparisons.push(() => resolve(true)))
      : real.verify(hash, secret, options)
  return { ...real, verify }
})
/** A person begins to have a fund password compared. */
async function compare({ ask }: Pick<MemoryVenue, 'ask'>, user: number) {
  const waiting = comparisons.length
  const call = ask('POST /chat/imGroupUserRef/validateTradePwd', { tradePwd: slowPin }, { user })
  while (comparisons.length === waiting) await turn()
  return { call }
}
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

test(`AUDIT-1 what ends while fund passwords are compared is no breach at any instant: before it is stored, while its rows are kept, and after (seed ${seed})`, async () => {
  const chance = seededRandom(seed)
  const found = new Set<string>()
  let instants = 0
  let audit: () => void = () => undefined
  const inner = openSqlite(':memory:')
  const store: Store = {
    ...inner,
    append: (group) => {
      audit()
      const stored = inner.append(group)
      audit()
      return stored
    },
  }
  const harness = createMemoryVenue({ store, seed })
  const { venue, clock, ask } = harness
  const users = await venue.command((ctx) => enterCrowd(ctx, 24, true))
  audit = () => {
    instants += 1
    for (const { rule, at } of venue.audit()) found.add(`${rule} ${at.replace(/\d+/g, 'n')}`)
  }
  const slow = users.splice(20)
  const crowd = createCrowd(users, chance, () => venue.ctx, { products: 0.4 })
  const loop = createLoop(venue, { feed: createWildFeed(seededRandom(seed + 1)).feedOf(venue.ctx.markets.all()) })
  const comparing: Promise<unknown>[] = []
  const begin = async () => {
    slow.push(...slow.splice(0, 1))
    comparing.push((await compare(harness, slow[0] ?? 0)).call)
  }
  const end = async () => {
    comparisons.splice(chance.int(comparisons.length), 1)[0]?.()
    for (let n = 0; n < 6; n += 1) await turn()
  }
  const beat = async () => {
    clock.advance(50 + chance.int(450))
    if (chance.unit() < 0.02) clock.advance(chance.int(20 * 3_600_000))
    await loop.step()
    await venue.runDue()
    await venue.command((ctx) => joltProducts(ctx, chance))
  }
  await beat()
  for (let n = 0; n < 1500; n += 1) {
    const dice = chance.unit()
    if (dice < 0.1 && comparisons.length < 3) await begin()
    else if (dice < 0.2 && comparisons.length > 0) await end()
    else if (dice < 0.3) await beat()
    else {
      const step = crowd.next()
      const { refused, replayed, answer } = await ask(step.place, step.body, { user: step.user }, step.key)
      if (refused === null && !replayed) {
        crowd.remember(step, Number(answerOf(answer).data?.['id'] ?? NaN))
        crowd.hear(step, answerOf(answer).message)
      }
    }
    audit()
  }
  while (comparisons.length > 0) await end()
  await Promise.all(comparing)
  audit()
  expect({ seed, found: [...found], bugs: harness.bugs.map(String) }).toEqual({ seed, found: [], bugs: [] })
  expect(instants).toBeGreaterThan(3000)
})

test('AUDIT-1 what has ended counts no more while its rows are kept: neither among the unfinished orders of a taker nor as what a deposit is needed for', async () => {
  const venue = await otcVenue()
  await venue.bail()
  const ad = await venue.publish()
  const { call } = await compare(venue, venue.cleo)
  for (let n = 0; n < 3; n += 1) await venue.call('cancelOrder', { id: (await venue.take(ad)).id }, venue.ben)
  expect(openThingsOf(venue.venue.ctx, venue.ben)).toEqual({ ads: 0, orders: 0 })
  expect((await venue.take(ad)).status).toBe('to_be_paid')
  comparisons.splice(0).forEach((end) => end())
  await call
})
