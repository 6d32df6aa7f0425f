import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: TestGateway
const lines: { end: () => void }[] = []
beforeEach(async () => {
  harness = await openGateway()
})
afterEach(async () => {
  for (const line of lines.splice(0)) line.end()
  await harness.stop()
})
const open = async (options = {}, protocol = 'x1.json') => {
  const line = await dial(harness.url, options, protocol)
  lines.push(line)
  return line
}
const auth = (token: string, lang = 'en') => ({ token, lang, device: 'd1', tab: 't1', v: 1 })
const enter = async (mail?: string) => {
  const { user, token } = await harness.enter(mail)
  const line = await open()
  await line.wait(({ k }) => k === 'hello')
  const reply = await line.ask('auth', auth(token))
  return { ...line, user, token, reply }
}
const rename = (user: number, userName: string) => harness.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })

test('RT-1 hello, auth, ready: the reply tells who, the epoch and the heads', async () => {
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
  ['no origin', { origin: undefined }],
  ['a foreign origin', { origin: 'https://evil.test' }],
  ['the null origin', { origin: 'null' }],
])('AT44 %s is refused at the upgrade', async (_, options) => {
  const line = await open(options)
  expect(await line.closed).toBe(1006)
})
test('RT-6 a stream resumes what was missed; another epoch, a cursor ahead and no cursor start fresh', async () => {
  const first = await enter()
  expect((await first.ask('sub', { c: 'u:me' }))['r']).toMatchObject({ mode: 'fresh', why: 'new' })
  await rename(first.user, 'Ann')
  const told = await first.wait(({ c, k }) => c === 'u:me' && k === 'event')
  expect(told).toMatchObject({ b: Number(told['s']) - 1, d: { ev: 'account.changed', v: { nickname: 'Ann' } } })
  first.end()
  await rename(first.user, 'Anna')
  await rename(first.user, 'Annabel')
  const second = await open()
  await second.wait(({ k }) => k === 'hello')
  await second.ask('auth', auth(first.token))
  expect((await second.ask('sub', { c: 'u:me', e: told['e'], s: told['s'] }))['r']).toEqual({ mode: 'resumed', n: 2 })
  const last = await second.wait(({ c, s }) => c === 'u:me' && s === Number(told['s']) + 2)
  expect(last).toMatchObject({ d: { v: { nickname: 'Annabel' } } })
  expect((await second.ask('sub', { c: 'u:me', e: told['e'], s: last['s'] }))['r']).toEqual({ mode: 'resumed', n: 0 })
  expect((await second.ask('sub', { c: 'u:me', e: 'other', s: 1 }))['r']).toMatchObject({ mode: 'fresh', why: 'epoch' })
  expect((await second.ask('sub', { c: 'u:me', e: told['e'], s: 9999 }))['r']).toMatchObject({ mode: 'fresh', why: 'ahead' })
})
test('RT-8 the heartbeat tells the head, so the loss of the last event is seen', async () => {
  const line = await enter()
  await line.ask('sub', { c: 'u:me' })
  await rename(line.user, 'Ann')
  const told = await line.wait(({ c, k }) => c === 'u:me' && k === 'event')
  harness.pass(20_000)
  expect(await line.wait(({ k }) => k === 'hb')).toMatchObject({ h: { u: told['s'] } })
})
test('RT-18 a peer that never answers is closed after 45 s of silence', async () => {
  const line = await enter()
  harness.pass(44_999)
  expect(line.code()).toBeNull()
  harness.pass(1)
  expect(await line.closed).toBe(4002)
})
test('RT-3 logging out closes the socket with 999 and 4999', async () => {
  const line = await enter()
  const caller = { user: line.user, session: (await import('#server/identity/callers.ts')).hashToken(line.token), device: 'd1' }
  await harness.ask('POST /chat/sys/logout', {}, caller)
  expect(await line.closed).toBe(4999)
  expect(line.heard.find(({ k }) => k === 'bye')).toMatchObject({ code: 999, msg: 'Please log in.' })
})
test('RT-5 a second auth on a live socket is taken; another account is not', async () => {
  const line = await enter()
  expect((await line.ask('auth', auth(line.token, 'jp')))['r']).toMatchObject({ uid: String(line.user) })
  const other = await harness.enter('bob@kontor.test')
  line.send(JSON.stringify({ i: 99, m: 'auth', p: auth(other.token) }))
  expect(await line.closed).toBe(4403)
})
test('RT-21 hostile frames are answered or dropped, and the stream lives', async () => {
  const line = await enter()
  for (const text of ['not json', '[]', '{"i":"x"}', '{"__proto__":{"i":1}}', '7', 'null']) line.send(text)
  expect((await line.ask('nothing'))['x']).toMatchObject({ code: 400, reason: 'method_unknown' })
  expect((await line.ask('sub', { c: 'depth:NO-SUCH' }))['x']).toMatchObject({ reason: 'channel_unknown' })
  expect((await line.ask('sub', { c: 'constructor:x' }))['x']).toMatchObject({ reason: 'channel_unknown' })
  expect((await line.ask('sub', { c: 7 }))['x']).toMatchObject({ reason: 'frame_bad' })
  expect((await line.ask('ping'))['r']).toEqual({ now: harness.venue.ctx.now() })
  line.send('x'.repeat(70_000))
  expect(await line.closed).toBe(1009)
})
test('AT48 a flood is answered with 429 and a wait, and at last with 4102', async () => {
  const line = await enter()
  const replies = await Promise.all(Array.from({ length: 70 }, () => line.ask('ping')))
  const over = replies.filter((frame) => 'x' in frame)
  expect(over.length).toBeGreaterThan(5)
  expect(over[0]?.['x']).toMatchObject({ code: 429, retry: true, after: expect.any(Number) })
  for (let at = 0; at < 130; at++) line.send(JSON.stringify({ i: 1000 + at, m: 'ping', p: {} }))
  expect(await line.closed).toBe(4102)
})
test('W-11 an account has five sockets: the oldest makes room for the sixth', async () => {
  const first = await enter()
  for (let at = 0; at < 5; at++) {
    const line = await open()
    await line.wait(({ k }) => k === 'hello')
    await line.ask('auth', auth(first.token))
  }
  expect(await first.closed).toBe(4409)
})
test('RT-9 depth comes as a snapshot and deltas that chain on it', async () => {
  const line = await enter()
  const [market = ''] = harness.venue.ctx.markets.names()
  const c = `depth:${market}`
  expect((await line.ask('sub', { c }))['r']).toMatchObject({ mode: 'fresh', why: 'new' })
  const snap = await line.wait((frame) => frame['c'] === c && frame['k'] === 'snap')
  const { pair } = harness.venue.ctx.markets.need(market)
  const ticker = harness.venue.ctx.markets.need(market).tickerRow()
  const order = { legal_id: pair.quote, currency_id: pair.base, type: 1, amount: '0.01', target_price: ticker.last, kind: 'limit' }
  const { answer } = await harness.ask('POST /api/coin/trade', order, { user: line.user })
  expect(answer).toMatchObject({ type: 'ok', data: { status: 1 } })
  harness.pass(100)
  const delta = await line.wait((frame) => frame['c'] === c && frame['k'] === 'delta')
  expect(delta['b']).toBe(snap['s'])
  expect(delta['d']).toMatchObject({ bids: [[expect.any(String), expect.any(String)]], asks: [] })
})
