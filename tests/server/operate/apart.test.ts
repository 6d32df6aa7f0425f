import { main } from '#server/main.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { dial } from '#tests/support/gateway.ts'
import { openPlayedNats } from '#tests/support/nats.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

// Each starts several venues and gateways: minutes on a machine under load.
vi.setConfig({ testTimeout: 240_000 })
afterAll(() => vi.resetConfig())

const textOf = async (url: string) => (await fetch(url)).text()

/**
 * A venue and two gateways over one message server; `deaf` is what the venue has instead, where it does not reach them.
 */
const begin = async (
  more: Readonly<Record<string, string>> = {},
  deaf: Readonly<Record<string, string>> | null = null,
) => {
  const nats = await openPlayedNats()
  const env = {
    NATS_URL: nats.url,
    DATA_DIR: ownFolder('apart'),
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
    RATE_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const failures: unknown[] = []
  const until = async (is: () => Promise<boolean>) => {
    while (!(await is())) {
      expect(failures).toEqual([])
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  const start = async (ROLES: string, own: Readonly<Record<string, string>> = {}) => {
    const running = await main({ ...env, ROLES, ...own })
    running.failed.then(failures.push.bind(failures), failures.push.bind(failures))
    let stopping: Promise<void> | null = null
    const stop = () => (stopping ??= running.stop())
    onTestFinished(stop)
    return { ...running, stop }
  }
  onTestFinished(nats.kill)
  const gateways = [await start('gateway'), await start('gateway')]
  const [one = '', other = ''] = gateways.map(({ url }) => url)
  const unready = await textOf(`${one}readyz`)
  const venue = await start('venue', deaf ?? {})
  for (const url of deaf ? [] : [one, other])
    await until(async () => (await textOf(`${url}readyz`)).startsWith('ready'))
  const enter = async (url: string, token: string) => {
    const line = await dial(url)
    await line.wait(({ k }) => k === 'hello')
    await line.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
    return line
  }
  return { nats, one, other, venue, unready, enter, start, until }
}

test('a venue and two gateways are one venue: logins, events, public channels and the limit of sockets hold over both', async () => {
  const { one, other, venue, unready, enter, nats, until } = await begin()
  expect([
    unready,
    await textOf(`${venue.url}readyz`),
    (await fetch(`${venue.url}api/currency/quotation_new`)).status,
  ]).toEqual(['not ready', 'leads', 404])
  const { token } = await registerAt(one)
  const line = await enter(other, token)
  await line.ask('sub', { c: 'u:me' })
  await line.ask('sub', { c: 'depth:BTC-USDT' })
  await line.wait(({ c, k }) => c === 'depth:BTC-USDT' && k === 'delta')
  // What is changed at one gateway is told at the other.
  const add = (price: string) =>
    venueClient(one, token).post('api/alert/add', { match_id: 1, side: 'above', price, mode: 'once' })
  expect((await add('9999991')).body['type']).toBe('ok')
  await line.wait(({ c, d }) => c === 'u:me' && fieldOf(d, 'ev') === 'alert.changed')
  // The message server is lost and comes again: sockets stay, streams have no hole.
  await nats.kill()
  const pending = add('9999992')
  await nats.start()
  expect((await pending).body['type']).toBe('ok')
  const told = () => line.frames.filter(({ d }) => fieldOf(d, 'ev') === 'alert.changed')
  await until(async () => told().length === 2)
  const numbers = line.frames.filter(({ c, k }) => c === 'u:me' && k === 'event').map(({ s }) => Number(s))
  const [first = 0] = numbers
  expect([numbers, line.code()]).toEqual([numbers.map((_, n) => first + n), null])
  // A sixth socket closes the oldest, and the end of the login closes all.
  const more = []
  for (let n = 0; n < 5; n += 1) more.push(await enter(n % 2 ? one : other, token))
  expect(await line.closed).toBe(4409)
  await venueClient(other, token).post('chat/sys/logout', {})
  expect(await Promise.all(more.map(({ closed }) => closed))).toEqual(Array(5).fill(4999))
})

test('the alarms and the dashboard of several processes name no series that the metrics do not have', async () => {
  const { one, venue } = await begin()
  const told = (await Promise.all([one, venue.url].map((url) => textOf(`${url}metrics`)))).join('\n')
  const known = new Set([...told.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
  const files = ['rules.scale.yml', 'dashboard.scale.json']
    .map((name) => readFileSync(`deploy/${name}`, 'utf8'))
    .join('\n')
  const named = [...new Set([...files.matchAll(/\bkontor_\w+/g)].map(([name]) => name))]
  expect(named.length).toBeGreaterThan(7)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('where the venue ends another one goes on: sockets stay, streams have no hole, and what was answered stays', async () => {
  const { one, other, venue, enter, start, until } = await begin({
    DATABASE_URL: await (await sharedCluster()).newDatabase(),
  })
  const next = await start('venue')
  const { token } = await registerAt(one)
  const line = await enter(other, token)
  await line.ask('sub', { c: 'u:me' })
  const client = venueClient(one, token)
  const order = (key?: string) =>
    client.post('api/coin/trade', { legal_id: 3, currency_id: 1, type: 1, kind: 'market', amount: '0.0001' }, key)
  await until(async () => (await order()).body['type'] === 'ok')
  const key = randomUUID()
  const { body } = await order(key)
  await until(async () => (await textOf(`${next.url}readyz`)) === 'waits to lead')
  expect(await textOf(`${venue.url}readyz`)).toBe('leads')
  await venue.stop()
  const again = randomUUID()
  await until(async () => (await order(again)).body['reason'] !== 'fault')
  await until(async () => (await order()).body['type'] === 'ok')
  expect((await order(key)).body).toEqual(body)
  expect(await textOf(`${next.url}readyz`)).toBe('leads')
  const numbers = () => line.frames.filter(({ c, k }) => c === 'u:me' && k === 'event').map(({ s }) => Number(s))
  const before = numbers().length
  await order()
  await until(async () => numbers().length > before)
  const [from = 0] = numbers()
  expect([numbers(), line.code()]).toEqual([numbers().map((_, n) => from + n), null])
})

test('a venue that hears no gateway gives the lead to one that hears some', async () => {
  const away = await openPlayedNats()
  onTestFinished(away.kill)
  const DATABASE_URL = await (await sharedCluster()).newDatabase()
  const { venue, start, until } = await begin({ DATABASE_URL }, { NATS_URL: away.url })
  await until(async () => (await textOf(`${venue.url}readyz`)) === 'leads')
  const next = await start('venue')
  expect(String(await venue.failed)).toContain('given back')
  while ((await textOf(`${next.url}readyz`)) !== 'leads') await new Promise((again) => setTimeout(again, 20))
})
