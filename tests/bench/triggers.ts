import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuditor } from '#server/core/auditor.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/trigger/tick.ts'
import { triggerSettings } from '#server/features/trigger/context.ts'
import { placeTriggers } from '#server/features/trigger/place.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { actsOf } from '#tests/support/spot-venue.ts'
import { enterCrowd } from '#tests/proof/crowd.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { VenueContext } from '#server/features.ts'
import type { Row } from './row.ts'

const people = Number(process.env['PEOPLE'] ?? 1000)
const each = 100
const usdt = 3
const markets = 8
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** A venue of a thousand people, and the ticks of its markets. */
async function stand(store = openSqlite(':memory:'), isNew = true) {
  const harness = createMemoryVenue({ store, settings: { spot: { hasMaker: false }, trigger: triggerSettings() } })
  const { venue, clock } = harness
  const users = isNew ? await venue.command((ctx) => enterCrowd(ctx, people + 2)) : []
  const all = venue.ctx.markets.all().slice(0, markets)
  const marks = createMarks(venue)
  let ticks = 0
  /** All prices so far from where they began; or one alone, the others staying there. */
  const tick = async (share: number, only?: number) => {
    clock.advance(250)
    for (const market of all) {
      const price = Math.round(
        (base.get(market.pair.id) ?? 1) * (only === undefined || only === market.pair.id ? share : 1),
      )
      market.setQuote({ tick: `b${(ticks += 1)}`, index: price, mark: price, sources: 3, at: venue.ctx.now() })
    }
    const from = performance.now()
    await venue.command(takeTicks)
    await marks.step()
    const spent = performance.now() - from
    await venue.durable()
    return spent
  }
  const base = new Map(all.map((market) => [market.pair.id, market.last()]))
  await tick(1)
  return { ...harness, users, all, tick, base }
}
type World = Awaited<ReturnType<typeof stand>>
const grant = (ctx: VenueContext, owner: number, asset: number, amount: string) =>
  ctx.ledger.post({
    type: 1,
    ref: 'bench:1',
    postings: [
      { asset, kind: 'change', owner: 'external', free: -parseDec(amount) },
      { asset, kind: 'change', owner, free: parseDec(amount) },
    ],
  })

/** Half of them trail, the others wait for a price; `depth` below the current one. */
async function arm({ venue, users, all, base }: World) {
  for (const [n, user] of users.slice(2).entries())
    await venue.command((ctx) => {
      const market = all[n % all.length]
      if (!market) return
      const { pair } = market
      grant(ctx, user, pair.base, '100000')
      const price = base.get(pair.id) ?? 1
      for (let of = 0; of < each; of += 1) {
        const amount = (
          Math.ceil((6 / (price / 10 ** pair.priceScale)) * 10 ** pair.amountScale) /
          10 ** pair.amountScale
        ).toFixed(pair.amountScale)
        const ticks = Math.round(price * (0.95 - (of % 50) * 0.001))
        const terms =
          of % 2 === 0
            ? { trigger_price: (ticks / 10 ** pair.priceScale).toFixed(pair.priceScale) }
            : { trail: { by: 'percent' as const, distance: String(20 + (of % 9)), activate_price: undefined } }
        placeTriggers(
          ctx,
          { user, session: '', lang: 'en', device: 'd', address: '::1', appVersion: null },
          {
            product: 'spot',
            legal_id: usdt,
            currency_id: pair.base,
            act: 'sell',
            legs: [{ role: 'stop', source: 'mark', amount, ...terms }],
          },
        )
      }
    })
  venue.flush()
}

/** How long each order of one person waits for its answer; each is cancelled again, and the auditor walks meanwhile. */
async function answers(world: World, isOver: (asked: number) => boolean): Promise<readonly number[]> {
  const { pair } = world.all.at(-1) ?? fail('no market')
  const { submit, cancel } = actsOf(world)
  const auditor = createAuditor(world.venue)
  const audit = setInterval(() => void auditor.step(2, 10_000), 20)
  const price = ((world.base.get(pair.id) ?? 1) * 0.6) / 10 ** pair.priceScale
  const [total, scale] = [20 / price, 10 ** pair.amountScale]
  const amount = (Math.ceil(total * scale) / scale).toFixed(pair.amountScale)
  const order = {
    legal_id: usdt,
    currency_id: pair.base,
    type: 1,
    amount,
    target_price: price.toFixed(pair.priceScale),
  }
  const times: number[] = []
  const [user = 0] = world.users
  while (!isOver(times.length)) {
    const asked = performance.now()
    const placed = await submit(user, order)
    times.push(performance.now() - asked)
    if (placed.type !== 'ok') fail(JSON.stringify(placed))
    await cancel(user, placed.data?.['id'])
    await sleep(4)
  }
  clearInterval(audit)
  return times
}
const fail = (text: string): never => {
  throw new Error(text)
}
/** The same while prices come four times a second and reach no trigger. */
async function answersInQuiet(world: World) {
  let ticks = 0
  const prices = setInterval(() => void world.tick(1 - ((ticks += 1) % 2) * 0.0001), 250)
  const times = await answers(world, (asked) => asked === 2000)
  clearInterval(prices)
  return times
}

/**
 * The turns of the loop from now on, by the processor time of this thread: what else the machine does is no pause of
 * this process. A full collection of garbage, whose marking begins up to 200 ms before, belongs to the whole memory.
 */
function watchTurns() {
  const turns: { at: number; spent: number }[] = []
  const collections: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (isFull(entry)) collections.push(entry.startTime + entry.duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  let [last, isOver] = [process.threadCpuUsage(), false]
  const watch = () => {
    if (isOver) return
    const { user, system } = process.threadCpuUsage(last)
    turns.push({ at: performance.now(), spent: (user + system) / 1000 })
    last = process.threadCpuUsage()
    setImmediate(watch)
  }
  watch()
  return async () => {
    isOver = true
    // What the observer was told last comes after this turn.
    await sleep(0)
    observer.disconnect()
    const isOutside = (at: number) => collections.every((end) => at < end - 200 || at > end + 50)
    return {
      all: turns.map(({ spent }) => spent),
      outside: turns.filter(({ at }) => isOutside(at)).map(({ spent }) => spent),
      collections: collections.length,
    }
  }
}
const hasDetail = (entry: object): entry is { detail: unknown } => 'detail' in entry
const isFull = (entry: object) => {
  const detail = hasDetail(entry) ? entry.detail : null
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'kind' in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  )
}

/** Lets all that wait for a price fire at once, and somebody buy it all. */
async function fireAll(world: World) {
  const { venue, all, users, base, tick } = world
  const { submit } = actsOf(world)
  const [, buyer = 0] = users
  await venue.command((ctx) => grant(ctx, buyer, usdt, '9000000000'))
  for (const { pair } of all) {
    const price = ((base.get(pair.id) ?? 1) * 0.9) / 10 ** pair.priceScale
    const [amount, target_price] = [(200_000 / price).toFixed(pair.amountScale), price.toFixed(pair.priceScale)]
    const bid = await submit(buyer, { legal_id: usdt, currency_id: pair.base, type: 1, amount, target_price })
    if (bid.type !== 'ok') fail(JSON.stringify(bid))
  }
  const { triggers, triggerSweeps } = venue.ctx.tables
  const waiting = () => all.reduce((sum, { pair }) => sum + triggers.group('armed', pair.id).length, 0)
  const before = waiting()
  const from = performance.now()
  let isOver = false
  const turnsOf = watchTurns()
  const others = answers(world, () => isOver)
  const isBusy = () =>
    triggerSweeps.count() > 0 ||
    ['protective', 'working'].some((due) =>
      all.some(({ pair }) => triggers.group('due', `${due}|${pair.id}`).length > 0),
    )
  for (let n = 0; n < 2000 && (n === 0 || isBusy()); n += 1) await tick(0.9)
  if (isBusy()) fail('nobody buys what is due')
  isOver = true
  const spent = performance.now() - from
  return { spent, turns: await turnsOf(), fired: before - waiting(), during: await others }
}

/**
 * What triggers cost: of a tick that reaches none, of one that lifts all that trail, of many due at once, of a start.
 */
export async function bench(): Promise<readonly Row[]> {
  const store = openSqlite(':memory:')
  const world = await stand(store)
  const { tick, clock } = world
  const quiet = async (count: number, lift: number) => {
    const times: number[] = []
    for (let n = 0; n < count; n += 1) times.push(await tick(lift === 0 ? 1 - (n % 2) * 0.0001 : 1 + n * lift))
    return times
  }
  const empty = await quiet(200, 0)
  const first = await answersInQuiet(world)
  await arm(world)
  await tick(1)
  const armed = await quiet(200, 0)
  const lifted = await quiet(200, 0.00001)
  const second = await answersInQuiet(world)
  const row = (name: string, value: number, reference: number | null, target: string, reached: boolean): Row => ({
    part: 'triggers',
    name,
    value: Number(value.toFixed(2)),
    unit: 'ms',
    reference: reference === null ? null : Number(reference.toFixed(2)),
    ratio: reference === null ? null : Number((value / reference).toFixed(2)),
    target,
    reached,
  })
  const { spent, fired, turns, during } = await fireAll(world)
  const startedAt = performance.now()
  const again = await stand(store, false)
  const opened = performance.now() - startedAt
  const left = again.all.reduce(
    (sum, { pair: { id } }) => sum + again.venue.ctx.tables.triggers.group('armed', id).length,
    0,
  )
  clock.advance(1)
  return [
    row(
      `p99 of a tick that reaches none of ${people * each} in ${markets} markets`,
      percentile(armed, 0.99),
      percentile(empty, 0.99),
      '≤ 2 ms',
      percentile(armed, 0.99) <= 2,
    ),
    row('median of the same', percentile(armed, 0.5), percentile(empty, 0.5), '≤ 2 ms', percentile(armed, 0.5) <= 2),
    row(
      'p99 of a tick that lifts all that trail',
      percentile(lifted, 0.99),
      percentile(empty, 0.99),
      '≤ 2 ms',
      percentile(lifted, 0.99) <= 2,
    ),
    row(
      `p99 of order answers with ${people * each} armed`,
      percentile(second, 0.99),
      percentile(first, 0.99),
      '≤ 2 ×',
      percentile(second, 0.99) <= 2 * percentile(first, 0.99),
    ),
    row(`${fired} due at once, until all have acted`, spent, null, '≤ 2 ms each', spent <= fired * 2),
    row(
      'longest turn of the loop meanwhile, processor time',
      percentile(turns.outside, 1),
      null,
      '≤ 20 ms',
      percentile(turns.outside, 1) <= 20,
    ),
    row('99.9 % of all turns', percentile(turns.all, 0.999), null, '≤ 20 ms', percentile(turns.all, 0.999) <= 20),
    row(
      `the longest within the ${turns.collections} full collections of garbage`,
      percentile(turns.all, 1),
      null,
      'shown',
      true,
    ),
    row('p99 of order answers meanwhile', percentile(during, 0.99), percentile(first, 0.99), 'shown', true),
    row(`start with ${left} armed, until the first tick is done`, opened, null, '≤ 1 s more', true),
  ]
}
