import { hashToken } from '#server/identity/callers.ts'
import { seededRandom } from '#server/core/random.ts'
import { hostile, pick } from './shapes.ts'
import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { answerOf } from '#tests/support/people.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import { newCid } from '#tests/support/chat/chat-venue.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** The seed changes every day and is part of the test's name; set SEED to reproduce a failure. */
const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000))
let harness: TestGateway
const clients: { end: () => void }[] = []
beforeEach(async () => {
  harness = await openGateway()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await harness.stop()
})
const auth = (token: string) => ({ token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
const enter = async (mail: string) => {
  const { user, token } = await harness.enter(mail)
  const client = await dial(harness.url)
  clients.push(client)
  await client.wait(({ k }) => k === 'hello')
  await client.ask('auth', auth(token))
  return { ...client, user, token }
}
const rename = (user: number, userName: string) =>
  harness.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })
/** A group of one user; returns its id. */
const launch = async (user: number) => {
  await harness.venue.command(
    ({ tables }) => void tables.users.put({ ...tables.users.need(user), powers: ['addNewGroup'] }),
  )
  const { answer } = await harness.ask(
    'POST /chat/imChatGroup/launchChatGroup',
    { chatGroupName: 'Desk', chatGroupMembers: [] },
    { user },
  )
  return String(answerOf(answer).data?.['id'])
}

const foreign = [
  'u:me:x',
  'u:',
  'u',
  'U:ME',
  ' u:me',
  'u:me ',
  'u:*',
  '*',
  '*:*',
  'depth:*',
  'kline:*:1min',
  'round:*:60',
  'ticker:',
  'quotes:',
  'quotes::',
  'quotes::x',
  'quotes:x',
  '__proto__',
  '__proto__:BTC-USDT',
  'constructor',
  'constructor:BTC-USDT',
  'toString:BTC-USDT',
  'hasOwnProperty:BTC-USDT',
  'depth:__proto__',
  'depth:constructor',
  'ticker:toString',
  'kline:BTC-USDT:__proto__',
  'kline:BTC-USDT:constructor',
  'kline:BTC-USDT',
  'kline:BTC-USDT:1min:x',
  'round:BTC-USDT:__proto__',
  'round:BTC-USDT:60:x',
  'round:BTC-USDT:6e1',
  'depth:BTC-USDT:',
  'depth:btc-usdt',
  'depth:BTC/USDT',
  'depth:BTC-USDT\u0000',
  'ｄepth:BTC-USDT',
  'g:1',
  'group:1',
  'metrics',
  'inbox:',
  'inbox:me',
  'inbox:*',
  'Inbox',
  'chat',
  'chat:',
  'chat:1',
  'chat:*',
  'chat:g1:x',
  'chat:g0',
  'chat:g999999',
  'chat:__proto__',
  'typing',
  'typing:',
  'typing:*',
  'typing:g1:x',
  'typing:g999999',
  'typing:constructor',
  '',
  ':',
  '::',
  '../depth:BTC-USDT',
]
test('AT46 only exact names of channels can be subscribed: not the channel of another user, no wildcard, no prototype name', async () => {
  const ann = await enter('ann@kontor.test')
  const ben = await enter('ben@kontor.test')
  const chat = await launch(ben.user)
  const accepted: string[] = []
  const ofBen = [
    `u:${ben.user}`,
    `u:${String(ben.user)}:me`,
    `u:me,u:${ben.user}`,
    `inbox:${ben.user}`,
    `chat:${chat}`,
    `typing:${chat}`,
    ` chat:${chat}`,
    `CHAT:${chat}`,
    `chat:${chat}:`,
  ]
  for (const c of [...foreign, ...ofBen]) {
    harness.pass(1000)
    const { x } = await ann.ask('sub', { c })
    // Of a chat a stranger is told that there is none, whether there is one or not.
    const wanted = /^(?:chat|typing)(?::[^:]*)?$/.test(c) ? 'not_found' : 'channel_unknown'
    if (!JSON.stringify(x ?? null).includes(wanted)) accepted.push(`${c} ${JSON.stringify(x ?? null)}`)
  }
  expect(accepted).toEqual([])
  expect(
    await harness.ask(
      'POST /chat/imGroupMessageRef/sendMessage',
      { cid: newCid(), chat, type: contentCodes.text, body: { text: 'x' } },
      { user: ben.user },
    ),
  ).toMatchObject({ answer: { code: 200 } })
  await rename(ben.user, 'Ben')
  harness.pass(1000)
  await ann.ask('ping')
  expect(ann.frames.filter((frame) => 'c' in frame)).toEqual([])
  expect(
    ['__proto__', 'constructor', 'valueOf'].map((family) => harness.venue.publisher.has(`${family}:BTC-USDT`)),
  ).toEqual([false, false, false])
})
test('AT47 a user never receives the events of another, whatever user the frame names', async () => {
  const ann = await enter('ann@kontor.test')
  const ben = await enter('ben@kontor.test')
  for (const [n, more] of [{ u: ben.user }, { uid: String(ben.user) }, { user: ben.user }].entries()) {
    ann.send(JSON.stringify({ i: 100 + n, m: 'sub', p: { c: 'u:me', ...more }, ...more }))
    expect(await ann.wait(({ i }) => i === 100 + n)).toMatchObject({ r: { mode: 'fresh' } })
    harness.pass(100)
  }
  await rename(ben.user, 'Ben')
  await rename(ann.user, 'Ann')
  await ann.wait(({ k }) => k === 'event')
  expect(JSON.stringify(ann.frames)).not.toContain(String(ben.user))
})
test(`AT48 four thousand malformed frames by seed ${seed} close only their own socket`, async () => {
  const random = seededRandom(seed)
  const methods = ['auth', 'sub', 'unsub', 'rate', 'ping', 'hb', 'hello', '__proto__', 'constructor', 7, null]
  const channels = [
    ...foreign,
    'u:me',
    'quotes',
    'ticker:*',
    'depth:BTC-USDT',
    'kline:BTC-USDT:1min',
    'round:BTC-USDT:60',
  ]
  let client = await enter('ann@kontor.test')
  let i = 1
  for (let at = 0; at < 4000; at += 1) {
    if (at % 40 === 0) harness.pass(2000)
    const value = () => pick(random, hostile)
    const valid = { c: pick(random, channels), e: 'x', s: random.int(10), ms: pick(random, [100, 250, 1000]) }
    const frame = {
      i: random.int(5) > 0 ? (i += 1) : value(),
      m: random.int(6) > 0 ? pick(random, methods) : value(),
      p:
        random.int(3) > 0
          ? { ...valid, ...(random.int(2) > 0 && { [pick(random, ['c', 'e', 's', 'ms', 'token']) ?? 'c']: value() }) }
          : value(),
    }
    client.send(JSON.stringify(random.int(20) > 0 ? frame : value()) ?? '')
    if (at % 40 === 39 && client.code() !== null) client = await enter(`more${at}@kontor.test`)
  }
  client.end()
  expect({ seed, bugs: harness.bugs.map(String) }).toEqual({ seed, bugs: [] })
  const next = await enter('ben@kontor.test')
  expect((await next.ask('sub', { c: 'quotes' }))['r']).toMatchObject({ mode: 'fresh' })
})
test.each([
  ['a binary frame', Buffer.from('{}'), 4400],
  ['a frame of 70,000 characters', 'x'.repeat(70_000), 1009],
  ['an array of 60,000 brackets', '['.repeat(60_000), null],
  ['an array of 4,000 frames', `[${Array.from({ length: 4000 }, (_, at) => `{"i":${at}}`).join(',')}]`, null],
  ['a doubled field', '{"i":5,"i":6,"m":"ping"}', null],
  ['a prototype', '{"__proto__":{"i":9,"m":"ping"}}', null],
  ['a number of 60,000 digits', `{"i":${'9'.repeat(60_000)},"m":"ping"}`, null],
])('AT48 %s is dropped or closes only its own socket', async (_, data, code) => {
  const client = await enter('ann@kontor.test')
  client.socket.send(data)
  const end = code === null ? client.ask('ping').then(() => null) : client.closed
  expect(await end).toBe(code)
  expect(harness.bugs).toEqual([])
})
test('AT48 a bug hit by one frame closes only its own socket', async () => {
  const ann = await enter('ann@kontor.test')
  const ben = await enter('ben@kontor.test')
  Object.assign(harness.venue.ctx.markets, {
    find: () => {
      throw new TypeError('planted')
    },
  })
  ann.send(JSON.stringify({ i: 50, m: 'sub', p: { c: 'depth:BTC-USDT' } }))
  expect(await ann.closed).toBe(4003)
  expect(JSON.stringify(ann.frames)).not.toContain('planted')
  expect((await ben.ask('ping'))['r']).toEqual({ now: harness.venue.ctx.now() })
})
test('AT48 one socket can subscribe to at most a hundred channels', async () => {
  const client = await enter('ann@kontor.test')
  const markets = harness.venue.ctx.markets.names()
  const periods = ['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1mon']
  const all = markets.flatMap((market) => [
    `depth:${market}`,
    `ticker:${market}`,
    `trades:${market}`,
    ...periods.map((period) => `kline:${market}:${period}`),
  ])
  const errors: unknown[] = []
  for (const c of all) {
    harness.pass(100)
    errors.push((await client.ask('sub', { c }))['x'])
  }
  const limited = errors.filter((x) => JSON.stringify(x ?? null).includes('sub_limit'))
  expect(all.length - limited.length).toBeLessThanOrEqual(100)
  expect(errors.length).toBe(all.length)
})
test('AT35 a new password closes the sockets of the other sessions, which receive nothing more', async () => {
  const client = await enter('ann@kontor.test')
  await client.ask('sub', { c: 'u:me' })
  const other = await harness.call('POST', 'api/user/login', {
    user_type: 'email',
    user_string: 'ann@kontor.test',
    password: 'secret1',
  })
  const token = String(other.answer.message)
  await harness.ask(
    'POST /api/user/e_pwd',
    { old_password: 'secret1', password: 'secret2', re_password: 'secret2' },
    { user: client.user, session: hashToken(token) },
  )
  expect(await client.closed).toBe(4999)
  const count = client.frames.length
  await rename(client.user, 'Ann')
  harness.pass(1000)
  expect(client.frames.length).toBe(count)
  const again = await dial(harness.url)
  clients.push(again)
  again.socket.once('message', () => again.send(JSON.stringify({ i: 1, m: 'auth', p: auth(client.token) })))
  expect(await again.closed).toBe(4401)
})
test('AT35 a session that expires closes its socket within a second', async () => {
  const client = await enter('ann@kontor.test')
  harness.clock.advance(7 * 86_400_000 - 1000)
  await client.ask('ping')
  harness.beat()
  expect(client.code()).toBeNull()
  harness.pass(1001)
  expect(await client.closed).toBe(4999)
  expect(client.frames.find(({ k }) => k === 'bye')).toMatchObject({ code: 999 })
})
test('AT34 a chat token, an altered token and an unknown token open no socket', async () => {
  const { user, token } = await harness.enter('ann@kontor.test')
  const chat = String(
    (await harness.call('POST', 'chat/sys/login', {}, { Authorization: token })).text.match(/"token":"([^"]+)/)?.[1],
  )
  expect(user).toBeGreaterThan(0)
  for (const bad of [chat, `${token} `, token.slice(0, -1), `Bearer ${token}`, '', 'x'.repeat(128)]) {
    const client = await dial(harness.url)
    clients.push(client)
    await client.wait(({ k }) => k === 'hello')
    client.send(JSON.stringify({ i: 1, m: 'auth', p: auth(bad) }))
    expect(await client.closed).toBe(4401)
  }
})
