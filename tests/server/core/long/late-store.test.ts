import { createLoop } from '#server/loop.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue, openMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createCrowd, enterCrowd } from '#tests/proof/crowd.ts'
import type { Step } from '#tests/proof/crowd-step.ts'
import { createWildFeed } from '#tests/proof/wild-feed.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { createLateStore, turns } from '#tests/support/late-store.ts'
import { answerOf } from '#tests/support/people.ts'
import { stateOf } from '#tests/support/state.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** False for refusals that do not store an answer under the key. */
const beginsKey = (refused: string | null) =>
  !['malformed', 'kyc_needed', 'key_reused', 'key_running'].includes(refused ?? '')
/** Fixes the digest secret, so that two venues write the same bytes. */
const withSecret = (inner: Store): Store => ({
  ...inner,
  open: (shapes) => {
    const opened = inner.open(shapes)
    const withMeta = (each: Awaited<typeof opened>) => ({
      ...each,
      meta: (name: string) => (name === 'digest_secret' ? 'a'.repeat(43) : each.meta(name)),
    })
    return opened instanceof Promise ? opened.then(withMeta) : withMeta(opened)
  },
})
type Answered = { step: Step; body: string; refused: string | null; id: number }

/** Runs a crowd of users against a venue, with up to `width` calls at once; returns all answers. */
async function runCrowd(
  harness: MemoryVenue,
  { steps, width, onAnswer }: { steps: number; width: number; onAnswer?: (ledgerSeq: number) => void },
) {
  const { venue, clock, ask } = harness
  const chance = seededRandom(seed)
  const users = await venue.command((ctx) => enterCrowd(ctx, 20))
  const loop = createLoop(venue, { feed: createWildFeed(seededRandom(seed + 1)).feedOf(venue.ctx.markets.all()) })
  const crowd = createCrowd(users, chance, () => venue.ctx)
  const answers: Answered[] = []
  const perform = async (step: Step) => {
    const { body, refused, replayed, answer, ledgerSeq } = await ask(
      step.place,
      step.body,
      { user: step.user },
      step.key,
    )
    onAnswer?.(ledgerSeq)
    const id = Number(answerOf(answer).data?.['id'] ?? NaN)
    if (refused === null && !replayed) crowd.remember(step, id)
    answers.push({ step, body, refused, id })
  }
  await loop.step()
  const inFlight = new Set<Promise<void>>()
  for (let n = 0; n < steps; n += 1) {
    if (n % 12 === 0) {
      clock.advance(250)
      await loop.step()
      await venue.runDue()
    }
    const synchronous = perform(crowd.next()).finally(() => inFlight.delete(synchronous))
    inFlight.add(synchronous)
    if (inFlight.size >= width) await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
  await venue.durable()
  return answers
}

test(`ST-3 concurrent calls over an asynchronous store leave a clean audit, an unbroken chain, and the same state in memory and store (seed ${seed})`, async () => {
  const inner = openSqlite(':memory:')
  const late = createLateStore(inner, seededRandom(seed + 2))
  const harness = await openMemoryVenue({ store: late.store })
  const { venue, ask } = harness
  const tooEarlyAnswers: number[] = []
  const tooEarlyEvents: string[] = []
  venue.deliveries$.subscribe((some) => {
    for (const { user, s } of some) if (!late.hasEvent(user, s)) tooEarlyEvents.push(`${user}:${s}`)
  })
  const answers = await runCrowd(harness, {
    steps: 900,
    width: 12,
    onAnswer: (ledgerSeq) => void (ledgerSeq > late.storedSeq() && tooEarlyAnswers.push(ledgerSeq)),
  })

  expect(harness.bugs).toEqual([])
  expect(tooEarlyEvents, 'events sent before they were stored').toEqual([])
  expect(tooEarlyAnswers, 'answers given before their changes were stored').toEqual([])
  expect(late.overlaps()).toBe(0)
  expect(venue.audit()).toEqual([])
  expect(firstBreak(inner)).toBeNull()
  const again = createMemoryVenue({ store: inner, startMs: harness.clock.now() })
  expect(stateOf(again.venue)).toEqual(stateOf(venue))
  // Every answer under a key can be repeated, byte for byte.
  const firsts = new Map<string, Answered>()
  for (const each of answers) {
    const name = `${each.step.user}|${each.step.key}`
    if (beginsKey(each.refused) && !firsts.has(name)) firsts.set(name, each)
  }
  expect(firsts.size).toBeGreaterThan(300)
  for (const { step, body } of firsts.values()) {
    const replay = await ask(step.place, step.body, { user: step.user }, step.key)
    expect({ step, replayed: replay.replayed, body: replay.body }).toEqual({ step, replayed: true, body })
  }
})

test(`ST-4 with one call after another, an asynchronous store gives the same answers and state as a synchronous one (seed ${seed})`, async () => {
  const atOnce = createMemoryVenue({ store: withSecret(openSqlite(':memory:')) })
  const late = await openMemoryVenue({
    store: createLateStore(withSecret(openSqlite(':memory:')), seededRandom(seed)).store,
  })
  const synchronous = await runCrowd(atOnce, { steps: 500, width: 1 })
  const asynchronous = await runCrowd(late, { steps: 500, width: 1 })
  expect(asynchronous).toEqual(synchronous)
  expect(stateOf(late.venue)).toEqual(stateOf(atOnce.venue))
})

test('ST-5 while an append is pending, no answer, read or event is sent', async () => {
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
  const sent: string[] = []
  harness.venue.deliveries$.subscribe(() => sent.push('event'))
  const body = { number: '5', currency_id: 3, from_field: 'legal', to_field: 'change' }
  const change = harness
    .ask('POST /api/wallet/change', body, { user }, '00000000-0000-4000-8000-000000000001')
    .then(() => sent.push('answer'))
  const read = harness.ask('POST /api/wallet/list', {}, { user }).then(() => sent.push('read'))
  await turns({ ...seededRandom(1), int: () => 40 })
  expect(sent).toEqual([])
  release()
  isHeld = false
  await Promise.all([change, read])
  expect(sent.toSorted()).toEqual(['answer', 'event', 'read'])
})
