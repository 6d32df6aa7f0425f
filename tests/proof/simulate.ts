import { parseDec } from '#contract/wire/money.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import { createLoop } from '#server/loop.ts'
import type { Outcome } from '#server/core/execute.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { createMemoryVenue, memoryStartMs, type MemoryVenue } from '#server/memory.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Venue } from '#server/venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { pin } from '#tests/server/features/wallet/wallet-venue.ts'
import { atOnce } from '#tests/support/venues.ts'
import { stateOf } from '#tests/support/state.ts'
import { createCrowd, enterCrowd } from './crowd.ts'
import type { Step } from './crowd-step.ts'
import { joltProducts } from '#tests/proof/products/crowd-products.ts'
import { setTwin } from './twin.ts'
import { createWildFeed } from './wild-feed.ts'
import { watchGuesses } from './watch-guesses.ts'
import { watchResults } from './watch-results.ts'
import { watchStore, type Breach } from './watch-store.ts'

/** A fault set on purpose, so that the checks are checked: between venue and store, or in a part of the venue. */
export type Plant = {
  readonly store?: (inner: Store) => Store
  readonly venue?: (venue: Venue) => void
  readonly fold?: (feeds: readonly Feed[]) => Feed
}
export type SimOptions = {
  readonly seed: number
  readonly ops: number
  readonly users: number
  readonly beats?: number
  readonly nights?: number
  readonly products?: number
  readonly triggers?: number
  readonly plant?: Plant
  readonly onPart?: (done: number) => void
}
export type SimReport = {
  readonly breaches: readonly Breach[]
  /** Of all rows, entries and events: the same seed says the same. */
  readonly hash: string
  /** How often each state, refusal and fault was reached. */
  readonly reached: ReadonlyMap<string, number>
  readonly ops: number
  readonly restarts: number
}

const auditedEvery = 200
const keysKept = 20_000
/** So little that it is met. */
const exposure = '400'
const hourMs = 3_600_000
/** How likely a beat is followed by hours of sleep. */
const usualNights = 0.0004

/**
 * A whole small world by one seed: people, prices, deadlines and restarts, watched at every step. Ends at the first
 * breach.
 */
export async function simulate({
  seed,
  ops,
  users: count,
  beats = 0.06,
  nights = usualNights,
  products = 0,
  triggers = 0,
  plant = {},
  onPart,
}: SimOptions): Promise<SimReport> {
  const chance = seededRandom(seed)
  const sqlite = openSqlite(':memory:')
  const inner: Store = {
    ...sqlite,
    open: (shapes) => {
      const opened = sqlite.open(shapes)
      // A secret of its own would make every run write other bytes.
      return { ...opened, meta: (name) => (name === 'digest_secret' ? 'a'.repeat(43) : opened.meta(name)) }
    },
  }
  let clockNow = () => memoryStartMs
  const watch = watchStore(inner, { cap: parseDec(exposure), now: () => clockNow() })
  const store = plant.store?.(watch.store) ?? watch.store
  const { breaches, onBreach, lives } = watch
  const answers = new Map<string, { text: string; path: string }>()
  const guesses = watchGuesses(onBreach)
  const results = watchResults(onBreach)
  const wild = createWildFeed(seededRandom(seed + 1), plant.fold)
  let restarts = 0

  const open = (startMs: number) => {
    const harness = createMemoryVenue({
      store,
      seed: seed + restarts,
      startMs,
      settings: { option: { exposure: exposure } },
    })
    clockNow = harness.clock.now
    results.listen(harness.venue.ctx)
    return harness
  }
  const watchOver = ({ venue }: MemoryVenue) => {
    plant.venue?.(venue)
    const markets = venue.ctx.markets.all()
    for (const market of markets) setTwin(market, venue.ctx, onBreach)
    watch.marks.listen(markets, { now: venue.ctx.now, truthOf: wild.truthOf })
    return createLoop(venue, { feed: wild.feedOf(markets) })
  }
  let harness = open(memoryStartMs)
  const users = await harness.venue.command((ctx) => enterCrowd(ctx, count, products > 0))
  let engines = watchOver(harness)
  const own = seededRandom(seed + 2)
  const crowd = createCrowd(users, chance, () => harness.venue.ctx, { products, triggers, own })

  /** The venue dies between two commands; what stands up from the store must be what there was. */
  const restart = () => {
    harness.venue.flush()
    const before = stateOf(harness.venue)
    restarts += 1
    harness = open(harness.clock.now())
    const after = stateOf(harness.venue)
    for (const [at, text] of before.entries()) if (text !== after[at]) onBreach('L16', text.slice(0, text.indexOf(' ')))
    engines = watchOver(harness)
  }
  const numberIn = ({ body }: Step, name: string) => Number(body[name])
  const checkAnswer = (step: Step, { refused, ledgerSeq }: Pick<Outcome, 'refused' | 'ledgerSeq'>) => {
    const { place, user } = step
    if (ledgerSeq !== watch.lastOf(user)) onBreach('L15', `${user} told ${ledgerSeq}, booked ${watch.lastOf(user)}`)
    if (refused === 'round_closed' && lives.isRoundOpen(numberIn(step, 'match_id'), numberIn(step, 'seconds')))
      onBreach('O2', `${place} refused`)
  }
  const act = async (step: Step) => {
    const heardOf = watch.triggers.closing(harness.venue.ctx, step)
    const { body, refused, replayed, answer, ledgerSeq } = await results.around(
      harness,
      step.place,
      step.user,
      async () => {
        const done = await harness.ask(step.place, step.body, { user: step.user }, step.key)
        return { id: Number(answerOf(done.answer).data?.['id'] ?? NaN), done }
      },
    )
    lives.count(refused ?? (replayed ? 'replayed' : 'ok'))
    if (!replayed) heardOf(refused)
    const id = Number(answerOf(answer).data?.['id'] ?? NaN)
    if (refused === null && !replayed) {
      crowd.remember(step, id)
      crowd.hear(step, answerOf(answer).message)
    }
    if (
      refused === null &&
      !replayed &&
      ['POST /api/coin/trade', 'POST /api/coin/amend'].includes(step.place) &&
      lives.spotOf(id)?.user !== step.user
    )
      onBreach('M9', `spot:${id}`)
    checkAnswer(step, { refused, ledgerSeq })
    if (!replayed && step.body['pay_password'] !== undefined)
      guesses.hear(step.user, { isRight: step.body['pay_password'] === pin, refused, now: harness.clock.now() })
    // The first answer under a key is the only one; who may not ask at all begins none.
    const name = `${step.user}|${step.key}`
    const first = answers.get(name)
    const isBeforeKey = refused === 'malformed' || refused === 'kyc_needed'
    const path = `${step.place} ${JSON.stringify(step.body)}`
    if (first && first.path === path && first.text !== body) onBreach('L7', name)
    if (first && first.path !== path && refused !== 'key_reused' && !isBeforeKey) onBreach('L7', name)
    if (!first && !isBeforeKey && refused !== 'key_reused') answers.set(name, { text: body, path })
    const [oldest] = answers.size > keysKept ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
    if (harness.bugs.length) onBreach('SF22', `${step.place}: ${String(harness.bugs[0])}`)
  }
  /** Hours in which nothing happens; then what is older than promised is let go of, as the keeper does. */
  const sleep = () => {
    harness.clock.advance(chance.int(36 * hourMs))
    const now = harness.clock.now()
    for (let user: number | null = 0; user !== null; )
      user = atOnce(store.sweep(now - limits.keyLifeMs, now - hourMs / 4, 1000, user))
    crowd.forget()
    answers.clear()
    watch.forgetKeys()
    lives.count('sleep')
  }
  const beat = async () => {
    harness.clock.advance(50 + chance.int(450))
    if (chance.unit() < 0.0008) harness.clock.advance(chance.int(20_000))
    if (chance.unit() < nights) sleep()
    await engines.step()
    harness.venue.flush()
    watch.triggers.beat(harness.venue.ctx)
    await harness.venue.runDue()
    await results.dayEnds(harness)
    if (products > 0 && chance.unit() < 0.3) await harness.venue.command((ctx) => joltProducts(ctx, chance))
    lives.count('beat')
  }
  const audit = () => {
    for (const { rule, at } of harness.venue.audit()) onBreach(rule, at)
    results.check(harness.venue.ctx)
    for (const [asset, sum] of watch.sums()) if (sum !== 0n) onBreach('L2', asset)
  }

  await beat()
  for (let n = 0; n < ops && breaches.length === 0; n += 1) {
    const dice = chance.unit()
    try {
      if (dice < 1 - beats) await act(crowd.next())
      else if (dice < 0.9995) await beat()
      else restart()
    } catch (thrown) {
      onBreach('SF22', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
    }
    if (n % auditedEvery === 0) audit()
    if (n % 10_000 === 9999) onPart?.(n + 1)
  }
  audit()
  await results.end(harness)
  if (breaches.length === 0) restart()
  if (firstBreak(inner) !== null) onBreach('L6', 'stored chain')
  const report = { breaches: [...breaches], hash: watch.hash(), reached: lives.reached, ops, restarts }
  await inner.close()
  return report
}
