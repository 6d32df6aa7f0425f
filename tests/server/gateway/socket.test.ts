import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

let harness: TestGateway
const clients: { end: () => void }[] = []
beforeEach(async () => {
  harness = await openGateway()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await harness.stop()
})
const open = async (options = {}, protocol = 'x1.json') => {
  const client = await dial(harness.url, options, protocol)
  clients.push(client)
  return client
}
const auth = (token: string, lang = 'en') => ({ token, lang, device: 'd1', tab: 't1', v: 1 })
const enter = async (mail?: string) => {
  const { user, token } = await harness.enter(mail)
  const client = await open()
  await client.wait(({ k }) => k === 'hello')
  const reply = await client.ask('auth', auth(token))
  return { ...client, user, token, reply }
}
const rename = (user: number, userName: string) =>
  harness.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })

test('RT-1 hello, auth, ready: the reply has the user, the epoch and the heads', async () => {
  const { reply, user } = await enter()
  expect(reply['r']).toMatchObject({ uid: String(user), heads: { u: expect.any(Number) } })
})
test('AT45 a frame before ready closes with 4400, a bad token with 4401, no auth in time with 4408', async () => {
  const early = await open()
  await early.wait(({ k }) => k === 'hello')
  early.send(JSON.stringify({ i: 1, m: 'sub', p: { c: 'quotes' } }))
  expect(await early.closed).toBe(4400)
  const forged = await open()
  await forged.wait(({ k }) => k === 'hello')
  forged.send(JSON.stringify({ i: 1, m: 'auth', p: auth('x'.repeat(43)) }))
  expect(await forged.closed).toBe(4401)
  const silent = await open()
  await silent.wait(({ k }) => k === 'hello')
  harness.pass(10_000)
  expect(await silent.closed).toBe(4408)
})
test.each([
  ['a foreign origin', { origin: 'https://evil.test' }],
  ['the null origin', { origin: 'null' }],
])('AT44 %s is refused at the upgrade', async (_, options) => {
  const client = await open(options)
  expect(await client.closed).toBe(1006)
})
test('AT44 a program that sends no origin is let in: nothing rests on cookies', async () => {
  const client = await open({ origin: undefined })
  expect(await client.wait(({ k }) => k === 'hello')).toMatchObject({ v: 1 })
  client.end()
})
test('RT-6 the own channel resumes with missed events; another epoch, a cursor ahead and no cursor start fresh', async () => {
  const first = await enter()
  expect((await first.ask('sub', { c: 'u:me' }))['r']).toMatchObject({ mode: 'fresh', why: 'new' })
  await rename(first.user, 'Ann')
  const event = await first.wait(({ c, k }) => c === 'u:me' && k === 'event')
  expect(event).toMatchObject({ b: Number(event['s']) - 1, d: { ev: 'account.changed', v: { nickname: 'Ann' } } })
  first.end()
  await rename(first.user, 'Anna')
  await rename(first.user, 'Annabel')
  const second = await open()
  await second.wait(({ k }) => k === 'hello')
  await second.ask('auth', auth(first.token))
  expect((await second.ask('sub', { c: 'u:me', e: event['e'], s: event['s'] }))['r']).toEqual({ mode: 'resumed', n: 2 })
  const last = await second.wait(({ c, s }) => c === 'u:me' && s === Number(event['s']) + 2)
  expect(last).toMatchObject({ d: { v: { nickname: 'Annabel' } } })
  expect((await second.ask('sub', { c: 'u:me', e: event['e'], s: last['s'] }))['r']).toEqual({ mode: 'resumed', n: 0 })
  expect((await second.ask('sub', { c: 'u:me', e: 'other', s: 1 }))['r']).toMatchObject({ mode: 'fresh', why: 'epoch' })
  expect((await second.ask('sub', { c: 'u:me', e: event['e'], s: 9999 }))['r']).toMatchObject({
    mode: 'fresh',
    why: 'ahead',
  })
})
test('RT-8 the heartbeat has the head, so that the loss of the last event is noticed', async () => {
  const client = await enter()
  await client.ask('sub', { c: 'u:me' })
  await rename(client.user, 'Ann')
  const event = await client.wait(({ c, k }) => c === 'u:me' && k === 'event')
  harness.pass(20_000)
  expect(await client.wait(({ k }) => k === 'hb')).toMatchObject({ h: { u: event['s'] } })
})
test('RT-18 a peer that never answers is closed after 45 s of silence', async () => {
  const client = await enter()
  harness.pass(44_999)
  expect(client.code()).toBeNull()
  harness.pass(1)
  expect(await client.closed).toBe(4002)
})
test('RT-3 logging out closes the socket with 999 and 4999', async () => {
  const client = await enter()
  const caller = {
    user: client.user,
    session: (await import('#server/identity/callers.ts')).hashToken(client.token),
    device: 'd1',
  }
  await harness.ask('POST /chat/sys/logout', {}, caller)
  expect(await client.closed).toBe(4999)
  expect(client.frames.find(({ k }) => k === 'bye')).toMatchObject({ code: 999, msg: 'Please log in.' })
})
test.each([
  [
    'logout',
    async (user: number, session: string) =>
      void (await harness.ask('POST /chat/sys/logout', {}, { user, session, device: 'd1' })),
  ],
  [
    'tooMany',
    async (user: number) => {
      const { openSession } = await import('#server/identity/callers.ts')
      for (let n = 0; n < 5; n += 1) await harness.venue.command((ctx) => openSession(ctx, user, 'main', `d${n + 2}`))
    },
  ],
])('NET-31 the bye of a login that was ended says why: %s', async (why, end) => {
  const client = await enter()
  await end(client.user, (await import('#server/identity/callers.ts')).hashToken(client.token))
  expect(await client.closed).toBe(4999)
  expect(client.frames.find(({ k }) => k === 'bye')).toMatchObject({ code: 999, why })
})
test('RT-5 a second auth on a live socket is accepted; one for another account is not', async () => {
  const client = await enter()
  expect((await client.ask('auth', auth(client.token, 'jp')))['r']).toMatchObject({ uid: String(client.user) })
  const other = await harness.enter('bob@kontor.test')
  client.send(JSON.stringify({ i: 99, m: 'auth', p: auth(other.token) }))
  expect(await client.closed).toBe(4403)
})
test('RT-21 hostile frames are answered or dropped, and the socket stays open', async () => {
  const client = await enter()
  for (const text of ['not json', '[]', '{"i":"x"}', '{"__proto__":{"i":1}}', '7', 'null']) client.send(text)
  expect((await client.ask('nothing'))['x']).toMatchObject({ code: 400, reason: 'method_unknown' })
  expect((await client.ask('sub', { c: 'depth:NO-SUCH' }))['x']).toMatchObject({ reason: 'channel_unknown' })
  expect((await client.ask('sub', { c: 'constructor:x' }))['x']).toMatchObject({ reason: 'channel_unknown' })
  expect((await client.ask('sub', { c: 7 }))['x']).toMatchObject({ reason: 'frame_bad' })
  expect((await client.ask('ping'))['r']).toEqual({ now: harness.venue.ctx.now() })
  client.send('x'.repeat(70_000))
  expect(await client.closed).toBe(1009)
})
test('AT48 a flood is answered with 429 and a wait, and finally closed with 4102', async () => {
  const client = await enter()
  const replies = await Promise.all(Array.from({ length: 70 }, () => client.ask('ping')))
  const over = replies.filter((frame) => 'x' in frame)
  expect(over.length).toBeGreaterThan(5)
  expect(over[0]?.['x']).toMatchObject({ code: 429, retry: true, after: expect.any(Number) })
  // The field has milliseconds; the sentence and its parameters have seconds.
  expect(Object(over[0]?.['x'])).toMatchObject({
    msg: expect.stringMatching(/\b[1-5] s\b/),
    params: { after: expect.toSatisfy((after: number) => after >= 1 && after <= 5) },
  })
  for (let at = 0; at < 130; at++) client.send(JSON.stringify({ i: 1000 + at, m: 'ping', p: {} }))
  expect(await client.closed).toBe(4102)
})
test('W-11 an account has at most five sockets: the sixth closes the oldest', async () => {
  const first = await enter()
  for (let at = 0; at < 5; at++) {
    const client = await open()
    await client.wait(({ k }) => k === 'hello')
    await client.ask('auth', auth(first.token))
  }
  expect(await first.closed).toBe(4409)
})
test('RT-9 depth is sent as a snapshot and deltas based on it', async () => {
  const client = await enter()
  const [market = ''] = harness.venue.ctx.markets.names()
  const c = `depth:${market}`
  expect((await client.ask('sub', { c }))['r']).toMatchObject({ mode: 'fresh', why: 'new' })
  const snap = await client.wait((frame) => frame['c'] === c && frame['k'] === 'snap')
  const { pair } = harness.venue.ctx.markets.need(market)
  const ticker = harness.venue.ctx.markets.need(market).tickerRow()
  const order = {
    legal_id: pair.quote,
    currency_id: pair.base,
    type: 1,
    amount: '0.01',
    target_price: ticker.last,
    kind: 'limit',
  }
  const { answer } = await harness.ask('POST /api/coin/trade', order, { user: client.user })
  expect(answer).toMatchObject({ type: 'ok', data: { status: 1 } })
  harness.pass(100)
  const delta = await client.wait((frame) => frame['c'] === c && frame['k'] === 'delta')
  expect(delta['b']).toBe(snap['s'])
  expect(delta['d']).toMatchObject({ bids: [[expect.any(String), expect.any(String)]], asks: [] })
})

test('RT-22 an address that has as many sockets as it may is told when to come again', async () => {
  const crowded = await openGateway({ maxPerAddress: 1 })
  onTestFinished(() => crowded.stop())
  const first = await dial(crowded.url)
  await first.wait(({ k }) => k === 'hello')
  const second = new WebSocket(`${crowded.url.replace('http', 'ws')}ws`, ['x1.json'], {
    origin: crowded.url.slice(0, -1),
  })
  second.on('error', () => undefined)
  const [, answer]: IncomingMessage[] = await once(second, 'unexpected-response')
  expect([answer?.statusCode, answer?.headers['retry-after']]).toEqual([429, '10'])
  first.end()
})
