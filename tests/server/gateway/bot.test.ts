import { openGateway } from '#tests/support/gateway.ts'
import { register } from '#tests/support/people.ts'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

/** The bot needs the Node this project pins; the tests may run in an older one. */
const pinned = 'node_modules/node/bin/node'
const node = existsSync(pinned) ? pinned : process.execPath

/** Runs the example; returns its exit code and the lines it printed. */
const run = (url: string, secret: string) =>
  new Promise<{ code: number | null; lines: unknown[]; errors: string }>((done) => {
    const child = spawn(node, ['examples/bot.mjs', 'BTC-USDT'], {
      env: { ...process.env, KONTOR_URL: url, KONTOR_KEY: secret },
    })
    let [out, errors] = ['', '']
    child.stdout.on('data', (some: Buffer) => (out += some.toString()))
    child.stderr.on('data', (some: Buffer) => (errors += some.toString()))
    child.on('close', (code) =>
      done({
        code,
        lines: out
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
        errors,
      }),
    )
  })

/**
 * A line to the venue that is cut once: when the answer to the first order comes back, or before its request arrives.
 */
const cutOnce = async (port: number, when: 'request' | 'answer') => {
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    let isOrder = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (data) => {
      isOrder = !isCut && data.includes('POST /api/coin/trade')
      if (isOrder && when === 'request') {
        isCut = true
        return end()
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (isOrder) {
        isCut = true
        return end()
      }
      client.write(data)
    })
    for (const side of [client, upstream]) {
      side.on('error', end)
      side.on('close', end)
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address: AddressInfo | string | null = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`,
    stop: () => server.close(),
  }
}

const openVenue = async () => {
  const harness = await openGateway({ settings: { identity: { verification: '0' } } })
  const { user, token } = await harness.enter()
  const as = { Authorization: token }
  await harness.call('POST', 'api/safe/update_password', { password: '246813', re_password: '246813' }, as)
  const { answer } = await harness.call(
    'POST',
    'api/user/api_keys/add',
    { name: 'bot', scope: 'trade', pay_password: '246813' },
    as,
  )
  const other = await register(harness, 'other@kontor.test')
  for (const target_price of ['99000', '98900'])
    await harness.ask(
      'POST /api/coin/trade',
      { legal_id: 3, currency_id: 1, type: 1, amount: '0.001', target_price },
      { user: other },
    )
  const beats = setInterval(harness.beat, 20)
  return {
    harness,
    user,
    secret: String(answer.data?.['secret']),
    port: Number(new URL(harness.url).port),
    orders: async () => (await harness.call('GET', 'api/coin/list', undefined, as)).answer.message,
    stop: async () => {
      clearInterval(beats)
      await harness.stop()
    },
  }
}

test('DOC-3 the example bot reads the book, places an order below it, cancels it and hears that it ended', async () => {
  const venue = await openVenue()
  const { code, lines, errors } = await run(venue.harness.url, venue.secret)
  expect([errors, code]).toEqual(['', 0])
  expect(lines).toEqual([
    { account: String(venue.user) },
    { book: 'BTC-USDT', bid: '99000.00', ask: null },
    { placed: expect.any(Number), price: '89100', amount: expect.any(String) },
    { ended: expect.any(Number), status: 'cancelled' },
  ])
  expect(await venue.orders()).toMatchObject([{ status: 3, target_price: '89100.00', filled_amount: '0' }])
  await venue.stop()
})
test.each([
  ['answer', 'done'],
  ['request', 'burnt'],
] as const)(
  'DOC-3 if the %s of the order is lost, the bot asks by its key, hears that it is %s, and there is one order',
  async (when, state) => {
    const venue = await openVenue()
    const line = await cutOnce(venue.port, when)
    const { code, lines, errors } = await run(line.url, venue.secret)
    expect([errors, code]).toEqual(['', 0])
    expect(lines).toContainEqual({ unknown: 'coin/trade', key: expect.any(String) })
    expect(lines).toContainEqual({ settled: 'coin/trade', state })
    expect(lines.at(-1)).toMatchObject({ status: 'cancelled' })
    expect(await venue.orders()).toMatchObject([{ status: 3 }])
    line.stop()
    await venue.stop()
  },
)
