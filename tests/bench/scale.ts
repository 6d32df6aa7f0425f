import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#server/core/clock.ts'
import { seededRandom } from '#server/core/random.ts'
import { openSession } from '#server/identity/callers.ts'
import { moveVenue } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { defaultSettings } from '#server/settings.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { numberAfter } from '#tests/proof/flags.ts'
import { openWiring, type Wiring } from '#tests/proof/scale/wiring.ts'
import { openCluster, type Cluster } from '#tests/support/postgres.ts'
import { registerAt, venueClient } from '#tests/support/venue-client.ts'
import { startVenue } from '#tests/support/venues.ts'
import { putAccount } from './accounts.ts'
import { cpuMsOf, memoryOf } from './process-cost.ts'
import { createCrowd } from './push-crowd.ts'
import type { Row } from './row.ts'
import { closedLoop, inFolder, median, type Took } from './venue.ts'

const readers = numberAfter('readers', 200)
const sockets = numberAfter('sockets', 500)
const rounds = numberAfter('rounds', 3)
const orders = numberAfter('orders', 4000)
const socketsPerAccount = 5
const windowMs = 6000

const round = (value: number, places = 0) => Number(value.toFixed(places))
const rowOf = (
  name: string,
  value: number,
  unit: string,
  reference: number | null,
  target: string,
  reached: boolean,
): Row => ({
  part: 'scale',
  name,
  value: round(value, value < 100 ? 1 : 0),
  unit,
  reference: reference === null ? null : round(reference, reference < 100 ? 1 : 0),
  ratio: reference === null || reference === 0 ? null : round(value / reference, 2),
  target,
  reached,
})

type OnLog = Took & { databaseBusy: number; bytes: number }
/** The orders on PostgreSQL, with a standby in another process that brings them into the tables. */
async function onLog(cluster: Cluster, concurrency: number): Promise<OnLog> {
  const url = await cluster.newDatabase()
  const { store } = openPostgres(
    { url, shard: 's01' },
    {
      onDeposed: (thrown) => {
        throw thrown
      },
    },
  )
  const postmaster = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const followers: ReturnType<typeof fork>[] = []
  const following: typeof store = {
    ...store,
    open: async (shapes) => {
      const opened = await store.open(shapes)
      const follower = fork(join(import.meta.dirname, 'scale-follow.ts'), [url], { execArgv: process.execArgv })
      followers.push(follower)
      await once(follower, 'message')
      return opened
    },
  }
  const before = cpuMsOf(postmaster)
  const took = await closedLoop(following, { concurrency, orders })
  const databaseBusy = (cpuMsOf(postmaster) - before) / 1000
  for (const follower of followers) follower.kill('SIGKILL')
  const [sum] = await cluster.query('SELECT sum(length(body)) AS bytes FROM s01.groups', new URL(url).pathname.slice(1))
  return { ...took, databaseBusy, bytes: Number(sum?.['bytes']) / orders }
}
/** The venue on PostgreSQL beside the same on the embedded database, in turn; of three pairs the middle ones. */
async function stores(): Promise<Row[]> {
  const cluster = await openCluster()
  const rows: Row[] = []
  for (const concurrency of [16, 64, 256]) {
    const pairs: { log: OnLog; file: Took }[] = []
    for (let n = 0; n < 3; n += 1)
      pairs.push({ log: await onLog(cluster, concurrency), file: await inFolder({ concurrency, orders }) })
    const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
    const us = (seconds: number) => (seconds / orders) * 1e6
    const perSecond = [middle(({ log }) => orders / log.seconds), middle(({ file }) => orders / file.seconds)] as const
    const busy = [middle(({ log }) => us(log.busy)), middle(({ file }) => us(file.busy))] as const
    const name = `${concurrency} at once`
    rows.push(
      rowOf(
        `orders on the log, ${name}; beside SQLite`,
        perSecond[0],
        'orders/s',
        perSecond[1],
        '≥ 1 ×',
        perSecond[0] >= perSecond[1],
      ),
      rowOf(`processor of the venue an order, ${name}`, busy[0], 'µs', busy[1], '≤ 1 ×', busy[0] <= busy[1]),
      rowOf(
        `processor of PostgreSQL an order, ${name}`,
        middle(({ log }) => us(log.databaseBusy)),
        'µs',
        null,
        'shown',
        true,
      ),
      rowOf(
        `log of an order, ${name}`,
        middle(({ log }) => log.bytes),
        'bytes',
        null,
        'shown',
        true,
      ),
    )
  }
  await cluster.stop()
  return rows
}

/** A database with accounts that are logged in; answers their tokens. */
const withAccounts = (count: number, tokens: string[]) => async (folder: string, databaseUrl: string) => {
  const venue = startVenue(openSqlite(join(folder, 'venue.db')), {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    onFailure: (thrown) => {
      throw thrown
    },
  })
  const made = await venue.command((ctx) =>
    Array.from({ length: count }, (_, at) => {
      putAccount(ctx, 1_000_000 + at, 'r')
      return openSession(ctx, 1_000_000 + at, 'main', 'bench')
    }),
  )
  tokens.push(...made)
  await venue.stop()
  await moveVenue(await openPlace(folder), () => openPlace(databaseUrl))
}
async function wiringWith(gateways: number, accounts: number) {
  const tokens: string[] = []
  const wiring = await openWiring({
    gateways,
    env: { TRUST_PROXY: '1' },
    prepare: withAccounts(accounts, tokens),
  })
  await wiring.stands()
  return { wiring, tokens }
}
const pidsOf = (wiring: Wiring) => wiring.gateways.map(({ pid = 0 }) => pid)
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
const crowdsOf = ({ urls }: Wiring) => urls.map((url) => createCrowd(Number(new URL(url).port)))

/** What one push costs the gateways, and how many arrive, with the same readers over 1, 2 and 4 of them. */
async function deliveries(): Promise<Row[]> {
  const found: { gateways: number; us: number; perSecond: number; p50: number; venueMs: number }[] = []
  for (const gateways of [1, 2, 4]) {
    const { wiring, tokens } = await wiringWith(gateways, readers)
    const crowds = crowdsOf(wiring)
    const channels = ['u:me', 'ticker:*', 'depth:BTC-USDT']
    await Promise.all(
      crowds.map((crowd, at) =>
        crowd.open(tokens.filter((_, n) => n % gateways === at).map((token) => ({ token, channels }))),
      ),
    )
    await sleep(3000)
    const leader = (await wiring.venues.leader())?.pid ?? 0
    const cost = () => ({ gateways: sum(pidsOf(wiring).map(cpuMsOf)), venue: cpuMsOf(leader), at: performance.now() })
    const before = cost()
    for (const crowd of crowds) crowd.begin()
    await sleep(windowMs)
    const after = cost()
    const pushes = sum(crowds.map(({ heard }) => heard.pushes))
    const seconds = (after.at - before.at) / 1000
    found.push({
      gateways,
      us: ((after.gateways - before.gateways) * 1000) / pushes,
      perSecond: pushes / seconds,
      p50: median(crowds.flatMap(({ heard }) => heard.ages)),
      venueMs: (after.venue - before.venue) / seconds,
    })
    await wiring.stop()
  }
  const [one] = found
  return found.flatMap(({ gateways, us, perSecond, p50, venueMs }) => {
    const name = `${readers} readers over ${gateways} ${gateways === 1 ? 'gateway' : 'gateways'}`
    const alone = one?.us ?? us
    return [
      rowOf(`${name}: processor of the gateways a push`, us, 'µs', alone, '≤ 1.15 ×', us <= 1.15 * alone),
      rowOf(
        `${name}: pushes`,
        perSecond,
        'pushes/s',
        one?.perSecond ?? null,
        '≥ 0.95 ×',
        perSecond >= 0.95 * (one?.perSecond ?? 0),
      ),
      rowOf(`${name}: age of a push, p50`, p50, 'ms', one?.p50 ?? null, 'shown', true),
      rowOf(`${name}: processor of the venue`, venueMs, 'ms/s', one?.venueMs ?? null, 'shown', true),
    ]
  })
}

/** Market orders until one is filled, and reads until one is answered, from the end of the venue that leads on. */
async function ends(wiring: Wiring, signal: NodeJS.Signals) {
  const [url = ''] = wiring.urls
  const { token } = await registerAt(url)
  const buy = () =>
    venueClient(url, token)
      .post('api/coin/trade', { legal_id: 3, currency_id: 1, type: 1, kind: 'market', amount: '0.0001' })
      .then(
        ({ body }) => body['type'] === 'ok',
        () => false,
      )
  const read = () =>
    fetch(`${url}api/currency/quotation_new`, { signal: AbortSignal.timeout(20_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const until = async (is: () => Promise<boolean>, from: number) => {
    while (!(await is())) await sleep(5)
    return performance.now() - from
  }
  const answered: number[] = []
  const filled: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    await wiring.stands()
    await until(buy, 0)
    const leader = await wiring.venues.leader()
    const from = performance.now()
    leader?.kill(signal)
    await leader?.gone
    const [answer, fill] = await Promise.all([until(read, from), until(buy, from)])
    answered.push(answer)
    filled.push(fill)
  }
  return { answered, filled }
}
/** Many sockets over two gateways, and what they see of the end of a venue. */
async function outage(): Promise<Row[]> {
  const { wiring, tokens } = await wiringWith(2, Math.ceil(sockets / socketsPerAccount))
  const empty = sum(pidsOf(wiring).map(memoryOf))
  const crowds = crowdsOf(wiring)
  const intents = Array.from({ length: sockets }, (_, n) => ({
    token: tokens[n % tokens.length] ?? '',
    channels: ['u:me'],
  }))
  const from = performance.now()
  const open = (
    await Promise.all(
      crowds.map((crowd, at) => crowd.open(intents.filter((_, n) => Math.floor(n / tokens.length) % 2 === at))),
    )
  ).flat()
  const openMs = performance.now() - from
  const memory = sum(pidsOf(wiring).map(memoryOf))
  const killed = await ends(wiring, 'SIGKILL')
  const planned = await ends(wiring, 'SIGTERM')
  const left = open.filter((each) => each.isOpen()).length
  await wiring.stop()
  return [
    rowOf(`${sockets} sockets over two gateways: until all are logged in`, openMs, 'ms', null, 'shown', true),
    rowOf('the same: memory of a socket in its gateway', (memory - empty) / sockets / 1024, 'kB', null, 'shown', true),
    rowOf(
      `the same: still open after ${2 * rounds} ends of the venue`,
      left,
      'sockets',
      sockets,
      'all',
      left === sockets,
    ),
    rowOf(
      'first answer after a kill, p50',
      median(killed.answered),
      'ms',
      null,
      '≤ 1,000 ms',
      median(killed.answered) <= 1000,
    ),
    rowOf('first fill after a kill, p50', median(killed.filled), 'ms', median(killed.answered), 'shown', true),
    rowOf(
      'first answer after a planned end, p50',
      median(planned.answered),
      'ms',
      median(killed.answered),
      '≤ 300 ms',
      median(planned.answered) <= 300,
    ),
    rowOf('first fill after a planned end, p50', median(planned.filled), 'ms', median(planned.answered), 'shown', true),
  ]
}

/** A venue on several processes: what it costs beside one process, and what its ends cost. */
export const bench = async (): Promise<Row[]> => [...(await stores()), ...(await deliveries()), ...(await outage())]
