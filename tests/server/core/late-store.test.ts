import { createLoop } from '#server/loop.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue, openMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createCrowd, enterCrowd, type Step } from '#tests/proof/crowd.ts'
import { createWildFeed } from '#tests/proof/wild-feed.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { createLateStore, turns } from '#tests/support/late-store.ts'
import { answerOf } from '#tests/support/people.ts'
import { stateOf } from '#tests/support/state.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** Whoever may not ask at all, or asks while the first is under way, begins no key. */
const beginsKey = (refused: string | null) => !['malformed', 'kyc_needed', 'key_reused', 'key_running'].includes(refused ?? '')
/** Two venues write the same bytes only under the same secret. */
const withSecret = (inner: Store): Store => ({
  ...inner,
  open: (shapes) => {
    const opened = inner.open(shapes)
    const named = (each: Awaited<typeof opened>) => ({ ...each, meta: (name: string) => (name === 'digest_secret' ? 'a'.repeat(43) : each.meta(name)) })
    return opened instanceof Promise ? opened.then(named) : named(opened)
  },
})
type Told = { step: Step; body: string; refused: string | null; id: number }

/** A crowd on a venue; `width` calls at once. */
async function live(harness: MemoryVenue, { steps, width, onAnswer }: { steps: number; width: number; onAnswer?: (ledgerSeq: number) => void }) {
  const { venue, clock, ask } = harness
  const chance = seededRandom(seed)
  const users = await venue.command((ctx) => enterCrowd(ctx, 20))
  const loop = createLoop(venue, { feed: createWildFeed(seededRandom(seed + 1)).feedOf(venue.ctx.markets.all()) })
  const crowd = createCrowd(users, chance, () => venue.ctx)
  const told: Told[] = []
  const act = async (step: Step) => {
    const { body, refused, replayed, answer, ledgerSeq } = await ask(step.place, step.body, { user: step.user }, step.key)
    onAnswer?.(ledgerSeq)
    const id = Number(answerOf(answer).data?.['id'] ?? NaN)
    if (refused === null && !replayed) crowd.remember(step, id)
    told.push({ step, body, refused, id })
  }
  await loop.step()
  const under = new Set<Promise<void>>()
  for (let n = 0; n < steps; n += 1) {
    if (n % 12 === 0) {
      clock.turn(250)
      await loop.step()
      await venue.runDue()
    }
    const one = act(crowd.next()).finally(() => under.delete(one))
    under.add(one)
    if (under.size >= width) await Promise.race(under)
  }
  await Promise.all(under)
  await venue.durable()
  return told
}

test(`ST-3 calls that wait for the store at once leave a clean audit, a whole chain and in memory what is stored (seed ${seed})`, async () => {
  const inner = openSqlite(':memory:')
  const late = createLateStore(inner, seededRandom(seed + 2))
  const harness = await openMemoryVenue({ store: late.store })
  const { venue, ask } = harness
  const untold: number[] = []
  const early: string[] = []
  venue.deliveries$.subscribe((some) => {
    for (const { user, s } of some) if (!late.hasEvent(user, s)) early.push(`${user}:${s}`)
  })
  const told = await live(harness, { steps: 900, width: 12, onAnswer: (ledgerSeq) => void (ledgerSeq > late.storedSeq() && untold.push(ledgerSeq)) })

  expect(harness.bugs).toEqual([])
  expect(early, 'events sent before they were stored').toEqual([])
  expect(untold, 'answers given before what they tell was stored').toEqual([])
  expect(late.overlaps()).toBe(0)
  expect(venue.audit()).toEqual([])
  expect(firstBreak(inner)).toBeNull()
  const again = createMemoryVenue({ store: inner, startMs: harness.clock.now() })
  expect(stateOf(again.venue)).toEqual(stateOf(venue))
  // Every answer under a key is found again, byte for byte.
  const firsts = new Map<string, Told>()
  for (const each of told) {
    const name = `${each.step.user}|${each.step.key}`
    if (beginsKey(each.refused) && !firsts.has(name)) firsts.set(name, each)
  }
  expect(firsts.size).toBeGreaterThan(300)
  for (const { step, body } of firsts.values()) {
    const replay = await ask(step.place, step.body, { user: step.user }, step.key)
    expect({ step, replayed: replay.replayed, body: replay.body }).toEqual({ step, replayed: true, body })
  }
})

test(`ST-4 one call after another, it answers and stores what a store that answers at once does (seed ${seed})`, async () => {
  const atOnce = createMemoryVenue({ store: withSecret(openSqlite(':memory:')) })
  const late = await openMemoryVenue({ store: createLateStore(withSecret(openSqlite(':memory:')), seededRandom(seed)).store })
  const one = await live(atOnce, { steps: 500, width: 1 })
  const other = await live(late, { steps: 500, width: 1 })
  expect(other).toEqual(one)
  expect(stateOf(late.venue)).toEqual(stateOf(atOnce.venue))
})

test('ST-5 while it has not answered, nobody is told anything', async () => {
  let release = (): void => undefined
  let isHeld = false
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const inner = openSqlite(':memory:')
  const store: Store = {
    ...inner,
    append: async (group) => {
      if (isHeld) await released
      inner.append(group)
    },
  }
  const harness = await openMemoryVenue({ store })
  const [user = 0] = await harness.venue.command((ctx) => enterCrowd(ctx, 1))
  isHeld = true
  const heard: string[] = []
  harness.venue.deliveries$.subscribe(() => heard.push('event'))
  const body = { number: '5', currency_id: 3, from_field: 'legal', to_field: 'change' }
  const change = harness.ask('POST /api/wallet/change', body, { user }, '00000000-0000-4000-8000-000000000001').then(() => heard.push('answer'))
  const read = harness.ask('POST /api/wallet/list', {}, { user }).then(() => heard.push('read'))
  await turns({ ...seededRandom(1), int: () => 40 })
  expect(heard).toEqual([])
  release()
  isHeld = false
  await Promise.all([change, read])
  expect(heard.toSorted()).toEqual(['answer', 'event', 'read'])
})
