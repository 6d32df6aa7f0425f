import { maxUndelivered, turnMs } from '#contract/webhook/webhook.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { createWebhookPost, webhookAddressOf } from '#server/features/webhook/address.ts'
import { PrivateAddress } from '#server/features/notification/sending/post.ts'
import { giveUpMs, maxWaiting, retryMs } from '#server/features/webhook/queue.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { isSigned, openReceiver, webhookVenue } from '#tests/support/push/webhook-venue.ts'
import { expect, test } from 'vitest'

const deviceIn = (body: string) => Object(JSON.parse(body)).data.v.device
const order = { type: 1, kind: 'limit', amount: '0.001', target_price: '90000' } as const

test('HOOK-1 an event is posted as Standard Webhooks has it, signed, under the number it has in the own channel', async () => {
  const v = await webhookVenue()
  const { url, heard } = await openReceiver()
  const { secret, answer } = await v.add(url)
  expect([secret, answer.data?.['hook']]).toEqual([
    expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    expect.objectContaining({
      url,
      events: ['account'],
      state: 'on',
      status: null,
      waiting: 0,
      lost: 0,
      undelivered: [],
    }),
  ])
  const before = v.venue.headOf(v.ann)
  await v.tell('one')
  await v.senderOf().step()
  const [first] = heard
  expect(first?.headers).toMatchObject({
    'webhook-id': `${v.venue.streamEpoch}:${before + 1}`,
    'webhook-timestamp': String(v.venue.now() / 1000),
    'content-type': 'application/json',
  })
  expect(JSON.parse(first?.body ?? '')).toEqual({
    type: 'account.loggedIn',
    timestamp: '2026-01-05T00:00:00.000Z',
    data: { ev: 'account.loggedIn', v: { device: 'one', place: null, at_ms: v.venue.now() } },
  })
  expect(first && [isSigned(first, secret), isSigned({ ...first, body: `${first.body} ` }, secret)]).toEqual([
    true,
    false,
  ])
  expect(await v.list()).toMatchObject([{ status: 200, waiting: 0, state: 'on' }])
  expect(JSON.stringify(await v.list())).not.toContain(secret.slice(6))
  await v.senderOf().step()
  expect(heard).toHaveLength(1)
})
test('HOOK-2 only what was asked for is posted, and only to addresses of its owner', async () => {
  const v = await webhookVenue()
  const receivers = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
  const [all, spot, other] = receivers
  await v.add(all?.url ?? '', { events: undefined })
  await v.add(spot?.url ?? '', { events: ['spot'] })
  await v.add(other?.url ?? '', { events: [] }, v.ben)
  await v.submit(v.ann, order)
  await v.tell('one')
  await v.senderOf().step()
  const types = receivers.map(({ heard }) => heard.map(({ body }) => Object(JSON.parse(body)).type))
  expect(types[0]).toEqual(expect.arrayContaining(['spot.orderChanged', 'account.loggedIn', 'notification.added']))
  expect(types.slice(1)).toEqual([['spot.orderChanged'], []])
})
test('HOOK-3 an address gets its events in order, one at a time, over every failure, each until it is taken', async () => {
  const v = await webhookVenue()
  const { url, heard } = await openReceiver((n) => [500, 302, 429, 200, 404, 200, 200][n - 1] ?? 200)
  const { secret } = await v.add(url)
  const well = await openReceiver()
  await v.add(well.url)
  for (const word of ['one', 'two', 'three']) await v.tell(word)
  const { step } = v.senderOf()
  await step()
  expect(await v.list()).toMatchObject([
    { state: 'failing', status: 500, waiting: 3 },
    { state: 'on', waiting: 0 },
  ])
  v.clock.advance(retryMs[0] - 1)
  await step()
  expect(heard).toHaveLength(1)
  for (const wait of retryMs) {
    v.clock.advance(wait)
    await step()
  }
  expect(heard.map(({ body }) => deviceIn(body))).toEqual(['one', 'one', 'one', 'one', 'two', 'two', 'three'])
  expect(heard.every((each) => isSigned(each, secret))).toBe(true)
  // The same event has the same id, however often it is sent, and its own time each time.
  const ids = heard.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(3)
  expect(well.heard.map(({ body }) => deviceIn(body))).toEqual(['one', 'two', 'three'])
})
test('HOOK-4 what is not taken for three days waits for its owner, who sends it again before what came after it', async () => {
  const v = await webhookVenue()
  let isUp = false
  const { url, heard } = await openReceiver(() => (isUp ? 200 : 503))
  const { id } = await v.add(url)
  await v.tell('one')
  const { step } = v.senderOf()
  const begun = v.venue.now()
  for (let tries = 0; v.venue.ctx.tables.webhookJobs.upTo(Infinity).some(({ deadAt }) => deadAt === null); tries += 1) {
    await step()
    v.clock.advance(retryMs[Math.min(tries, retryMs.length - 1)] ?? 0)
  }
  expect(v.venue.now() - begun).toBeLessThanOrEqual(giveUpMs + 6 * 3_600_000)
  const tried = heard.length
  expect(await v.list()).toMatchObject([
    { waiting: 0, undelivered: [{ event: 'account.loggedIn', status: 503, tries: tried }] },
  ])
  await v.tell('two')
  await v.tell('three')
  await step()
  expect(deviceIn(heard.at(-1)?.body ?? '')).toBe('two')
  isUp = true
  expect(await v.post('/redeliver', { id }, v.ben)).toMatchObject({ reason: 'not_found' })
  expect((await v.post('/redeliver', { id })).data).toMatchObject({ undelivered: [], waiting: 3 })
  v.clock.advance(retryMs[0])
  await step()
  // The one that is under way goes on; then the oldest.
  expect(heard.slice(tried + 1).map(({ body }) => deviceIn(body))).toEqual(['two', 'one', 'three'])
  expect(await v.list()).toMatchObject([{ state: 'on', waiting: 0, undelivered: [] }])
})
test('HOOK-5 while a secret is turned both sign, for a day', async () => {
  const v = await webhookVenue()
  const { url, heard } = await openReceiver()
  const { id, secret } = await v.add(url)
  expect((await v.post('/turn', { id, pay_password: v.pin }, v.ben)).reason).toBe('not_found')
  expect((await v.post('/turn', { id, pay_password: '111111' })).reason).toBe('pay_password_wrong')
  const { data } = await v.post('/turn', { id, pay_password: v.pin })
  const next = String(data?.['secret'])
  expect(data).toMatchObject({ hook: { turned_until_ms: v.venue.now() + turnMs } })
  const { step } = v.senderOf()
  await v.tell('one')
  await step()
  v.clock.advance(turnMs)
  await v.tell('two')
  await step()
  expect(heard.map((each) => [isSigned(each, secret), isSigned(each, next)])).toEqual([
    [true, true],
    [false, true],
  ])
})
test('HOOK-6 an address that answers 410 is ended: nothing waits for it, nothing is sent again', async () => {
  const v = await webhookVenue()
  const { url, heard } = await openReceiver(() => 410)
  const { id } = await v.add(url)
  await v.tell('one')
  await v.tell('two')
  const { step } = v.senderOf()
  await step()
  await v.tell('three')
  await v.post('/redeliver', { id })
  v.clock.advance(giveUpMs)
  await step()
  expect(heard).toHaveLength(1)
  expect(await v.list()).toMatchObject([{ state: 'ended', status: 410, waiting: 0, undelivered: [] }])
  expect(await v.post('/end', { id }, v.ben)).toMatchObject({ reason: 'not_found' })
  expect(await v.post('/end', { id })).toMatchObject({ type: 'ok' })
  expect(await v.list()).toEqual([])
})
test('HOOK-7 what was kept when the venue fell is posted after the restart, in its order', async () => {
  const store = openSqlite(':memory:')
  const v = await webhookVenue(store)
  const { url, heard } = await openReceiver()
  const { secret } = await v.add(url)
  await v.tell('one')
  await v.tell('two')
  v.venue.flush()
  const again = createMemoryVenue({ store, startMs: v.venue.now(), settings: { webhook: { isLocal: true } } })
  await v.senderOf(again).step()
  expect(heard.map((each) => [deviceIn(each.body), isSigned(each, secret)])).toEqual([
    ['one', true],
    ['two', true],
  ])
})
test('HOOK-8 a queue has bounds, and what is left out is counted', async () => {
  const v = await webhookVenue()
  const { url, close } = await openReceiver()
  close()
  await v.add(url)
  await v.venue.command((ctx) => {
    const told = { ev: 'account.loggedIn', v: { device: null, place: null, at_ms: 0 } } as const
    for (let n = 0; n < maxWaiting + 3; n += 1) ctx.emit(v.ann, told)
  })
  expect(await v.list()).toMatchObject([{ waiting: maxWaiting, lost: 3 }])
  await v.senderOf().step()
  expect(await v.list()).toMatchObject([{ state: 'failing', status: null, waiting: maxWaiting }])
  expect(maxUndelivered).toBeLessThan(maxWaiting)
})

test.each([
  ['a wrong fund password', { pay_password: '111111' }, 'pay_password_wrong'],
  ['no fund password', { pay_password: '' }, 'pay_password_required'],
  ['an event that is none', { events: ['spot', 'spot.danced'] }, 'webhook_event'],
])('HOOK-9 with %s no address is taken', async (_, more, reason) => {
  const v = await webhookVenue()
  expect((await v.add('http://127.0.0.1:9/a', more)).answer.reason).toBe(reason)
  expect(await v.list()).toEqual([])
})
test('HOOK-9 an account has at most five addresses', async () => {
  const v = await webhookVenue()
  for (let n = 0; n < 5; n += 1) expect((await v.add(`http://127.0.0.1:9/${n}`)).answer.type).toBe('ok')
  expect((await v.add('http://127.0.0.1:9/6')).answer).toMatchObject({ reason: 'webhook_limit', params: { max: 5 } })
})
test.each([
  'http://hooks.kontor.test/a',
  'ftp://hooks.kontor.test/a',
  'https://hooks.kontor.test:8443/a',
  'https://user:pass@hooks.kontor.test/a',
  'https://localhost/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f000001/a',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://10.0.0.1/a',
  'https://metadata/a',
  'http://127.0.0.1:8080/a',
  '',
])('HOOK-10 a venue of people posts nothing to %s', async (url) => {
  const v = await webhookVenue(openSqlite(':memory:'), false)
  expect((await v.add(url)).answer.reason).toBe('webhook_address')
})
test('HOOK-10 a name that leads to this machine is looked up, judged, and not dialled', async () => {
  const never = new AbortController().signal
  const posted = createWebhookPost()(new URL('https://localhost/a'), {}, Buffer.alloc(0), never)
  await expect(posted).rejects.toBeInstanceOf(PrivateAddress)
})
test.each([
  ['http://127.0.0.1:9000/a', true],
  ['http://localhost/a', true],
  ['http://[::1]:9000/a', true],
  ['http://hooks.kontor.test/a', false],
  ['https://hooks.kontor.test/a', false],
  ['http://127.0.0.1@hooks.kontor.test/a', false],
  ['http://10.0.0.1/a', false],
])('HOOK-10 a box posts to this machine alone: %s is taken: %s', (url, is) =>
  expect(webhookAddressOf(url, true) !== null).toBe(is),
)
