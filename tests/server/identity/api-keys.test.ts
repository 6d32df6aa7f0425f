import { isIpRange } from '#contract/account/account-ranges.ts'
import { allCalls } from '#contract/endpoints.ts'
import { apiArea, apiScope } from '#contract/wire/endpoint.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { apiKeyOfSecret } from '#server/identity/api-keys.ts'
import { storeLastUse } from '#server/identity/callers.ts'
import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { answerOf } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway({ settings: { identity: { verification: '0' } } })
})
afterAll(() => harness.stop())

let people = 0
/** A user with a fund password, and what they may do with keys. */
const enter = async () => {
  people += 1
  const mail = `bot${people}@kontor.test`
  const { user, token } = await harness.enter(mail)
  const as = { Authorization: token }
  await harness.call('POST', 'api/safe/update_password', { password: '246813', re_password: '246813' }, as)
  const make = async (more: object = {}) => {
    const { answer, text } = await harness.call(
      'POST',
      'api/user/api_keys/add',
      { name: 'market maker', scope: 'trade', pay_password: '246813', ...more },
      as,
    )
    return { answer, text, secret: String(answer.data?.['secret']), key: answerOf(answer.data?.['key']) }
  }
  const list = async () => answerOf((await harness.call('GET', 'api/user/api_keys', undefined, as)).answer).message
  const end = async (id: unknown, headers = as) =>
    (await harness.call('POST', 'api/user/api_keys/end', { id }, headers)).answer
  return { user, as, mail, make, list, end }
}
const whoAmI = async (secret: string) =>
  (await harness.call('GET', 'api/user/center', undefined, { Authorization: secret })).answer

test('API-1 a key is made with the fund password, its secret is told once and stored as a hash only, and it names its account', async () => {
  const { user, make, list } = await enter()
  const { secret, key } = await make()
  expect(secret).toMatch(/^kak_[\w-]{43}$/)
  expect(key).toEqual({
    id: expect.any(String),
    name: 'market maker',
    scope: 'trade',
    hint: secret.slice(-4),
    created_time: '2026-01-05 00:00:00',
    used_time: null,
    expires_time: null,
    addresses: [],
  })
  expect(await whoAmI(secret)).toMatchObject({ type: 'ok', message: { id: user } })
  expect(await whoAmI(`Bearer ${secret}`)).toMatchObject({ type: 'ok', message: { id: user } })
  await harness.venue.command(storeLastUse)
  expect(await list()).toEqual({
    list: [{ ...key, used_time: '2026-01-05 00:00:00' }],
    max: 5,
    server_now_ms: harness.venue.ctx.now(),
  })
  const stored = JSON.stringify([...harness.venue.ctx.tables.apiKeys.group('user', user)])
  expect(stored).not.toContain(secret.slice(4))
  expect(await whoAmI(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toMatchObject({ type: '999' })
})
test.each([
  ['no name', { name: ' ' }, 'title_required'],
  ['no fund password', { pay_password: '' }, 'pay_password_required'],
  ['a wrong fund password', { pay_password: '654321' }, 'pay_password_wrong'],
  ['an unknown scope', { scope: 'withdraw' }, 'malformed'],
  ['an end after more than a year', { days: 366 }, 'malformed'],
  ['an address that is none', { addresses: ['203.0.113.0/33'] }, 'ip_malformed'],
])('API-1 a key with %s is refused and not made', async (_, more, reason) => {
  const { make, list } = await enter()
  expect((await make(more)).answer.reason).toBe(reason)
  expect(await list()).toMatchObject({ list: [] })
})
test('API-1 an account has at most five keys, also when they are asked for at once', async () => {
  const { make, list } = await enter()
  for (const name of ['one', 'two', 'three', 'four']) expect((await make({ name })).answer.type).toBe('ok')
  const made = await Promise.all(['five', 'six', 'seven'].map((name) => make({ name })))
  expect(made.map(({ answer }) => answer.reason ?? 'made').toSorted()).toEqual([
    'api_key_limit',
    'api_key_limit',
    'made',
  ])
  expect(await list()).toMatchObject({ list: Array.from({ length: 5 }, () => ({ scope: 'trade' })) })
})
test('API-1 a key of the same name that was never used is replaced, because its secret may have been lost with the answer', async () => {
  const { make, list, user } = await enter()
  const lost = await make()
  const { secret } = await make()
  expect(await whoAmI(lost.secret)).toMatchObject({ type: '999' })
  expect(await whoAmI(secret)).toMatchObject({ message: { id: user } })
  await harness.venue.command(storeLastUse)
  await make()
  expect(await whoAmI(secret)).toMatchObject({ message: { id: user } })
  expect(await list()).toMatchObject({ list: [{ name: 'market maker' }, { name: 'market maker' }] })
})

type Wish = { readonly of: string; readonly scope: string; readonly areas: readonly string[] }
const wishes: readonly Wish[] = [
  ...apiScope.options.map((scope) => ({ of: scope, scope, areas: [] })),
  ...apiArea.options.map((area) => ({ of: area, scope: 'read', areas: [area] })),
]
test.each(wishes)(
  'API-2 a key with the scope $of makes the calls of its scope and what anyone may read, and no others',
  async ({ scope, areas }) => {
    const { make } = await enter()
    const { secret } = await make({ scope, areas })
    const wrong: string[] = []
    for (const call of allCalls) {
      const { endpoint } = call
      const isOpen = endpoint.who === 'any' && endpoint.does === 'reads'
      const held: readonly unknown[] = ['read', scope, ...areas]
      const may = isOpen || held.includes(endpoint.scope)
      for (const routeKey of routeKeysOf(call)) {
        const [method = '', path = ''] = routeKey.split(' ')
        const { answer } = await harness.call(method, path.slice(1), method === 'GET' ? undefined : {}, {
          Authorization: secret,
          'Idempotency-Key': '0190a000-0000-4000-8000-0000000000bb',
        })
        if ((answer.reason !== 'key_scope') !== may) wrong.push(`${routeKey}: ${answer.reason}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
test('API-2 no key can withdraw, transfer, change the account or make keys: only orders, triggers, positions and stakes are traded', () => {
  const traded = allCalls
    .filter(({ endpoint }) => endpoint.scope === 'trade')
    .map(({ feature, name }) => `${feature}.${name}`)
  expect(traded.toSorted()).toEqual([
    'lever.amend',
    'lever.cancel',
    'lever.close',
    'lever.reverse',
    'lever.setStop',
    'lever.submit',
    'option.submit',
    'program.batch',
    'program.carryOut',
    'session.outcome',
    'spot.amend',
    'spot.cancel',
    'spot.cancelByPut',
    'spot.submit',
    'trigger.amend',
    'trigger.cancel',
    'trigger.cancelAll',
    'trigger.cancelBatch',
    'trigger.place',
    'trigger.setDeadMan',
    'webhook.redeliver',
  ])
  const changedIn = (area: string) =>
    allCalls
      .filter(({ endpoint }) => endpoint.scope === area && endpoint.does === 'changes')
      .map(({ feature, name }) => `${feature}.${name}`)
      .toSorted()
  // Coins leave by a release, a split or a bail, and in the chat by packets: those are for people.
  expect(changedIn('otc')).toEqual([
    'otc.appeal',
    'otc.block',
    'otc.cancelOrder',
    'otc.editAd',
    'otc.pay',
    'otc.publish',
    'otc.rate',
    'otc.shelf',
    'otc.take',
    'otc.takeBack',
  ])
  expect(changedIn('chat')).toEqual([
    'chat-groups.createSingle',
    'chat-groups.readAll',
    'chat-messages.drop',
    'chat-messages.edit',
    'chat-messages.forward',
    'chat-messages.pin',
    'chat-messages.react',
    'chat-messages.revoke',
    'chat-messages.send',
  ])
  expect(changedIn('alerts')).toEqual(['alert.add', 'alert.remove', 'notification.read'])
  // A plan changes nothing that is anybody's.
  const readers = allCalls.filter(({ endpoint }) => endpoint.scope === 'read' && endpoint.does !== 'reads')
  expect(readers.map(({ feature, name }) => `${feature}.${name}`)).toEqual(['program.plan'])
})
test.each([
  [[], 'key_scope'],
  [['otc', 'alerts'], 'key_scope'],
  [['chat'], undefined],
])('API-2 what people say to each other a key with the areas %s hears on the socket: %s', async (areas, reason) => {
  const { make, as } = await enter()
  const { secret } = await make({ areas })
  expect(await harness.call('GET', 'api/user/api_keys', undefined, as)).toMatchObject({
    answer: { message: { list: [areas.length > 0 ? { areas } : { scope: 'trade' }] } },
  })
  const client = await dial(harness.url, { origin: undefined })
  await client.wait(({ k }) => k === 'hello')
  await client.ask('auth', { token: secret, lang: 'en', device: 'bot', tab: 't', v: 1 })
  expect(Object((await client.ask('sub', { c: 'inbox' }))['x']).reason).toBe(reason)
  const listed = Object(await client.ask('call', { name: 'chat-groups.mine', in: {} }))
  expect(listed.x?.reason).toBe(reason)
  client.end()
})
test('API-2 a key cannot upload', async () => {
  const { make } = await enter()
  const { secret } = await make()
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.png')
  const answer = await fetch(`${harness.url}api/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: secret },
  })
  expect(await answer.json()).toMatchObject({ reason: 'key_scope' })
})
test('API-3 an ended key is nobody at once, its sockets are closed, and nobody ends the key of another', async () => {
  const [ann, ben] = [await enter(), await enter()]
  const { secret, key } = await ann.make()
  const id = Reflect.get(key, 'id')
  const client = await dial(harness.url, { origin: undefined })
  await client.wait(({ k }) => k === 'hello')
  const auth = await client.ask('auth', { token: secret, lang: 'en', device: 'bot', tab: 't', v: 1 })
  expect(auth['r']).toMatchObject({ uid: String(ann.user) })
  expect((await client.ask('sub', { c: 'u:me' }))['r']).toMatchObject({ mode: 'fresh' })
  expect(await ben.end(id)).toMatchObject({ reason: 'not_found' })
  expect(await whoAmI(secret)).toMatchObject({ type: 'ok' })
  expect(await ann.end(id)).toMatchObject({ type: 'ok', data: { id } })
  expect(await client.closed).toBe(4999)
  expect(await whoAmI(secret)).toMatchObject({ type: '999' })
  expect(await ann.end(id)).toMatchObject({ reason: 'not_found' })
})
test('API-3 a key that is over is nobody, and its socket is closed; it stands in the list until it is deleted', async () => {
  const { make, list, end } = await enter()
  const { secret, key } = await make({ days: 2 })
  expect(key).toMatchObject({ expires_time: '2026-01-07 00:00:00' })
  harness.clock.advance(2 * 86_400_000 - 1)
  const client = await dial(harness.url, { origin: undefined })
  await client.wait(({ k }) => k === 'hello')
  await client.ask('auth', { token: secret, lang: 'en', device: 'bot', tab: 't', v: 1 })
  expect(await whoAmI(secret)).toMatchObject({ type: 'ok' })
  harness.clock.advance(1)
  expect(await whoAmI(secret)).toMatchObject({ type: '999' })
  for (let second = 0; second < 4; second += 1) {
    harness.clock.advance(1000)
    harness.beat()
  }
  expect(await client.closed).toBe(4999)
  expect(await list()).toMatchObject({ list: [{ name: 'market maker' }] })
  expect(await end(Reflect.get(key, 'id'))).toMatchObject({ type: 'ok' })
})
test('API-3 a key counts only from the addresses and ranges it names', async () => {
  const { make } = await enter()
  const { ctx } = harness.venue
  const from = (secret: string, address: string) => apiKeyOfSecret(ctx, secret, address) !== null
  const { secret, key } = await make({ addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'] })
  expect(key).toMatchObject({ addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'] })
  expect(
    ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8::1', '198.51.100.8', '2001:db9::1', '::1', ''].map(
      (address) => from(secret, address),
    ),
  ).toEqual([true, true, true, true, false, false, false, false])
  expect(await whoAmI(secret)).toMatchObject({ type: '999' })
  const own = await make({ name: 'here', addresses: ['127.0.0.1'] })
  expect(await whoAmI(own.secret)).toMatchObject({ type: 'ok' })
})
test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['::1', true],
  ['2001:DB8::/128', true],
  ['203.0.113.0/33', false],
  ['203.0.113', false],
  ['256.0.0.1', false],
  ['1', false],
  ['::1/129', false],
  ['a:b:c', false],
  ['203.0.113.7/24/8', false],
  ['kontor.example', false],
  ['', false],
])('API-3 %s is an address or a range: %s', (text, is) => {
  expect(isIpRange(text)).toBe(is)
})
test('API-3 a change of the password ends all keys', async () => {
  const { as, make, list } = await enter()
  const { secret } = await make()
  await harness.call(
    'POST',
    'api/user/e_pwd',
    { type: 1, old_password: 'secret1', password: 'secret2', re_password: 'secret2' },
    as,
  )
  expect(await whoAmI(secret)).toMatchObject({ type: '999' })
  expect(await list()).toMatchObject({ list: [] })
})
test('API-4 each key has a pace of its own', async () => {
  const paced = await openGateway({ settings: { identity: { verification: '0' } }, rateFactor: 1 })
  try {
    const { token } = await paced.enter()
    const as = { Authorization: token }
    await paced.call('POST', 'api/safe/update_password', { password: '246813', re_password: '246813' }, as)
    const secrets: string[] = []
    for (const name of ['one', 'two']) {
      const { answer } = await paced.call(
        'POST',
        'api/user/api_keys/add',
        { name, scope: 'read', pay_password: '246813' },
        as,
      )
      secrets.push(String(answer.data?.['secret']))
    }
    const [one = '', two = ''] = secrets
    const read = async (secret: string) =>
      (await paced.call('GET', 'api/user/isLock', undefined, { Authorization: secret })).status
    const statuses = await Promise.all(Array.from({ length: 120 }, () => read(one)))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(await read(two)).toBe(200)
  } finally {
    await paced.stop()
  }
})
test('API-7 a change by a key without an idempotency key is refused and does nothing; with one it is done, and the app needs none', async () => {
  const { as, make } = await enter()
  const { secret } = await make()
  const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.001', target_price: '90000' }
  const submit = (headers: Record<string, string>) => harness.call('POST', 'api/coin/trade', order, headers)
  const orders = async () => (await harness.call('GET', 'api/coin/list', undefined, as)).answer.message
  for (let n = 0; n < 3; n += 1)
    expect(await submit({ Authorization: secret })).toMatchObject({ status: 400, answer: { reason: 'key_missing' } })
  expect(await orders()).toEqual([])
  const key = '0190a000-0000-4000-8000-0000000000cc'
  for (let n = 0; n < 2; n += 1)
    expect(await submit({ Authorization: secret, 'Idempotency-Key': key })).toMatchObject({
      status: 200,
      answer: { type: 'ok' },
    })
  expect(await orders()).toMatchObject([{ target_price: '90000.00' }])
  const status = await harness.call('POST', 'api/key/status', { key }, { Authorization: secret })
  expect(status.answer.message).toMatchObject({ state: 'done' })
  expect(await submit(as)).toMatchObject({ status: 200, answer: { type: 'ok' } })
})
test('API-5 depth and deals are read by anyone, with the sequence and the checksum of the channel', async () => {
  const book = await harness.call('GET', 'api/market/depth?symbol=BTC-USDT&limit=3')
  const snap = harness.venue.publisher.snap('depth:BTC-USDT')
  expect(book.answer.message).toMatchObject({
    symbol: 'BTC/USDT',
    seq: snap?.s,
    bids: expect.any(Array),
    asks: expect.any(Array),
    cs: expect.any(Number),
  })
  const deals = await harness.call('GET', 'api/market/deals?symbol=BTC/USDT')
  expect(deals.answer.message).toMatchObject({ symbol: 'BTC/USDT', deals: expect.any(Array) })
  expect((await harness.call('GET', 'api/market/deals?symbol=NO-SUCH')).answer.reason).toBe('symbol_unknown')
  expect((await harness.call('GET', 'api/market/depth?symbol=BTC-USDT&limit=51')).answer.reason).toBe('malformed')
})
