import { defaultSettings } from '#server/settings.ts'
import { systemClock } from '#server/core/clock.ts'
import type { Caller } from '#server/core/context.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { seededRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Group, Shape, Store } from '#server/core/store-port.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { openVenue } from '#server/venue.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putAccount } from './accounts.ts'
import type { Row } from './row.ts'

export const traders = 8
/** So many orders a run; fewer where each waits for a sync of its own. */
const ordersAt = (concurrency: number) => Math.min(16_000, 2000 * Math.ceil(concurrency / 8))
let shapes: readonly Shape[] = []

/**
 * The real store that remembers what it was given, so that the same rows can be written again with nothing around them.
 */
const remembering = (store: Store, groups: Group[]): Store => ({
  ...store,
  open: (some) => {
    shapes = some
    return store.open(some)
  },
  append: (group) => {
    groups.push(group)
    return store.append(group)
  },
})
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** A venue with traders, and orders for it. */
export const begin = async (real: Store, groups: Group[] | null) => {
  const store = groups ? remembering(real, groups) : real
  const venue = await openVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true, { identity: { verification: '0' } }),
    onFailure: (thrown) => {
      throw thrown
    },
  })
  const routes = new Map(venue.routes.flatMap((route) => routeKeysOf(route).map((place) => [place, route])))
  const route = routes.get('POST /api/coin/trade')
  if (!route) throw new Error('no spot')
  for (let n = 1; n <= traders; n += 1)
    await venue.command((ctx) => {
      putAccount(ctx, n, 't')
      for (let again = 0; again < 20; again += 1) grantDemo(ctx, n)
    })
  if (groups) groups.length = 0
  const last = Number(venue.ctx.markets.need('BTC-USDT').tickerRow().last)
  let sent = 0
  const orderOf = (n: number) => {
    const caller: Caller = {
      user: (n % traders) + 1,
      session: '',
      lang: 'en',
      device: 'bench',
      address: '',
      appVersion: 100,
    }
    const target_price = (last + ((n * 7) % 21) - 10).toFixed(2)
    // As many bids as asks, or those of one side would pile up to what a trader may leave open.
    return { caller, body: { legal_id: 3, currency_id: 1, type: n % 2 === 0 ? 2 : 1, amount: '0.0002', target_price } }
  }
  const submit = (n: number) => {
    sent += 1
    return venue.execute({ route, ...orderOf(n), key: null })
  }
  return { venue, orderOf, submit, sent: () => sent }
}

/** Seconds by the clock, and those of the processor, which mind less what else the machine does. */
export type Took = { seconds: number; busy: number }
const watch = () => {
  const started = performance.now()
  const before = process.cpuUsage()
  return (): Took => {
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - started) / 1000, busy: (user + system) / 1e6 }
  }
}

/**
 * All orders, so many at once; what it took. Where `groups` are asked for they are kept, which costs time: such a run
 * is not timed.
 */
export const closedLoop = async (
  store: Store,
  { concurrency, orders, groups = null }: { concurrency: number; orders: number; groups?: Group[] | null },
): Promise<Took> => {
  const { venue, submit } = await begin(store, groups)
  let next = 0
  let refused = 0
  const took = watch()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < orders) {
        next += 1
        if ((await submit(next)).refused !== null) refused += 1
      }
    }),
  )
  const result = took()
  await venue.stop()
  if (refused > orders / 100) throw new Error(`refused: ${refused}`)
  return result
}

/** The same in a new folder, on the embedded store. */
export const inFolder = async (wish: Parameters<typeof closedLoop>[1]): Promise<Took> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await closedLoop(openSqlite(join(folder, 'venue.db')), wish)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same rows in the same groups, by the same statements, with no venue around them. */
const bare = (groups: readonly Group[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const store = openSqlite(join(folder, 'bare.db'))
  store.open(shapes)
  const took = watch()
  for (const group of groups) store.append(group)
  const result = took()
  store.close()
  rmSync(folder, { recursive: true })
  return result
}

/** Acknowledgement at half of what the closed loop carried: orders leave on a clock, whatever the answers do. */
const halfLoad = async (perSecond: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { venue, submit } = await begin(openSqlite(join(folder, 'venue.db')), null)
  const waits: number[] = []
  const count = Math.min(8000, Math.floor(perSecond))
  const started = performance.now()
  const open: Promise<void>[] = []
  for (let n = 0; n < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * perSecond))
    for (; n < due; n += 1) {
      const left = performance.now()
      open.push(submit(n).then(() => void waits.push(performance.now() - left)))
    }
    await new Promise((turn) => setImmediate(turn))
  }
  await Promise.all(open)
  await venue.stop()
  rmSync(folder, { recursive: true })
  return waits.toSorted((a, b) => a - b)
}

export const median = (some: readonly number[]) =>
  percentile(
    some.toSorted((a, b) => a - b),
    0.5,
  )
/** Venue and bare store in turn, so that what else the machine does meets both; of three pairs the middle ones. */
const pairs = async (concurrency: number) => {
  const orders = ordersAt(concurrency)
  const groups: Group[] = []
  shapes = []
  await inFolder({ concurrency, orders, groups })
  const runs: { venue: Took; store: Took }[] = []
  for (let n = 0; n < 3; n += 1) runs.push({ venue: await inFolder({ concurrency, orders }), store: bare(groups) })
  const middle = (of: (run: { venue: Took; store: Took }) => number) => median(runs.map(of))
  return {
    inGroup: orders / groups.length,
    perSecond: middle(({ venue }) => orders / venue.seconds),
    reference: middle(({ store }) => orders / store.seconds),
    ratio: middle(({ venue, store }) => store.seconds / venue.seconds),
    busy: middle(({ venue }) => (venue.busy / orders) * 1e6),
    busyReference: middle(({ store }) => (store.busy / orders) * 1e6),
    busyRatio: middle(({ venue, store }) => store.busy / venue.busy),
  }
}

/** Spot orders through execute → durable commit → answer, on SQLite with synchronous=FULL. */
export async function bench(): Promise<Row[]> {
  const rows: Row[] = []
  let best = 0
  for (const concurrency of [1, 16, 64, 256]) {
    const { perSecond, reference, ratio, inGroup, busy, busyReference, busyRatio } = await pairs(concurrency)
    best = Math.max(best, perSecond)
    rows.push(
      {
        part: 'venue',
        name: `orders, ${concurrency} at once (${inGroup.toFixed(0)} a group)`,
        value: Math.round(perSecond),
        unit: 'orders/s',
        reference: Math.round(reference),
        ratio: Number(ratio.toFixed(2)),
        target: concurrency >= 64 ? '≥ 8,000 and ≥ 0.5 ×' : 'shown',
        reached: concurrency < 64 || (perSecond >= 8000 && ratio >= 0.5),
      },
      {
        part: 'venue',
        name: `processor time an order, ${concurrency} at once`,
        value: Math.round(busy),
        unit: 'µs',
        reference: Math.round(busyReference),
        ratio: Number(busyRatio.toFixed(2)),
        target: 'shown',
        reached: true,
      },
    )
  }
  const waits = await halfLoad(best / 2)
  rows.push({
    part: 'venue',
    name: 'acknowledgement at half load, p99',
    value: Number(percentile(waits, 0.99).toFixed(1)),
    unit: 'ms',
    reference: Number(percentile(waits, 0.5).toFixed(1)),
    ratio: null,
    target: '≤ 25 ms',
    reached: percentile(waits, 0.99) <= 25,
  })
  return rows
}
