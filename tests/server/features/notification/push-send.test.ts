import { endSession, endSessions, hashToken } from '#server/identity/callers.ts'
import { maxWaiting, worthMs } from '#server/features/notification/sending/queue.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { limits } from '#contract/wire/limits.ts'
import { startPusher } from '#server/pusher.ts'
import { settingsOf } from '#server/settings.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { pushBrowser, pushSender, subscribed } from '#tests/support/push/push-browser.ts'
import { expect, test, vi } from 'vitest'

const gift = {
  id: 'g1',
  gift_no: 'G1',
  direction: 'in',
  peer: 'Ben',
  currency_id: 3,
  currency_name: 'USDT',
  number: '5',
  fee: '0',
  remark: null,
  status: 'done',
  create_time: '2026-01-05 00:00:00',
} as const
const open = async (store = openSqlite(':memory:'), settings: Parameters<typeof spotVenue>[1] = {}) => {
  const v = await spotVenue(2, { store, ...settings })
  /** Tells of a gift: any event that makes a notification. */
  const tell = (number = '5', user = v.ann) =>
    v.venue.command((ctx) => ctx.emit(user, { ev: 'assets.giftReceived', v: { ...gift, number } }))
  const waiting = () => [...v.venue.ctx.tables.pushJobs.all()].map(({ n }) => n)
  return { ...v, store, tell, waiting }
}

test('PUSH-1 a notification is sent to each device that wants it, once, in its language, readable by it alone; to nobody else', async () => {
  const v = await open()
  const one = await subscribed(v, v.ann, { lang: 'hk' })
  const other = await subscribed(v, v.ann, { lang: 'en', device: 'd2' })
  await subscribed(v, v.ben)
  await v.tell('1234.5')
  const { sent, step } = pushSender(v)
  await step()
  await step()
  expect(sent.map(({ endpoint }) => endpoint)).toEqual([one, other].map(({ browser }) => browser.subscription.endpoint))
  const [first, second] = sent
  const common = {
    v: 1,
    user: v.ann,
    n: 1,
    kind: 'money',
    path: '/pages/assets/transfersd/hzrecord',
    unread: 1,
    at: v.venue.now(),
  }
  expect(one.browser.read(first?.body ?? Buffer.alloc(0))).toEqual({
    ...common,
    title: '充值與提現',
    body: expect.stringContaining('1,234.50 USDT'),
    tag: expect.stringMatching(/^[\w-]{22}$/),
  })
  expect(other.browser.read(second?.body ?? Buffer.alloc(0))).toMatchObject({
    ...common,
    title: 'Deposits and withdrawals',
    body: 'Ben sent you 1,234.50 USDT',
  })
  expect(() => other.browser.read(first?.body ?? Buffer.alloc(0))).toThrow('unable to authenticate')
  expect(first?.headers).toMatchObject({
    TTL: worthMs.money / 1000,
    Urgency: 'normal',
    'Content-Encoding': 'aes128gcm',
    Topic: expect.stringMatching(/^[\w-]{22}$/),
    Authorization: expect.stringMatching(/^vapid t=/),
  })
  expect(JSON.stringify([first?.headers, first?.body.toString('latin1')])).not.toMatch(/Ben|1,234|USDT/)
  expect(v.waiting()).toEqual([])
})

test('PUSH-2 with hidden balances a push names no amount, no price, no pair and nobody', async () => {
  const v = await open()
  const { browser } = await subscribed(v, v.ann, { hides: 1 })
  await v.tell('77')
  const { sent, step } = pushSender(v)
  await step()
  const read = browser.read(sent[0]?.body ?? Buffer.alloc(0))
  expect(read).toMatchObject({ title: 'Deposits and withdrawals', body: 'Open the app to read it.' })
  expect(JSON.stringify({ ...read, at: 0 })).not.toMatch(/77|Ben|USDT/)
})

test('PUSH-3 what was queued and not sent when the venue fell is sent after the restart; what was sent is not', async () => {
  const store = openSqlite(':memory:')
  const v = await open(store)
  const { browser } = await subscribed(v, v.ann)
  await v.tell('1')
  await pushSender(v).step()
  await v.tell('2')
  v.venue.flush()
  const again = createMemoryVenue({ store, startMs: v.venue.now() })
  const { sent, step } = pushSender(again)
  await step()
  await step()
  expect(sent.map(({ body }) => browser.read(body).n)).toEqual([2])
})
test('PUSH-3 one that was taken just before the venue fell is sent again under the same number, by which the device shows it once', async () => {
  const store = openSqlite(':memory:')
  const v = await open(store)
  const { browser } = await subscribed(v, v.ann)
  await v.tell()
  const falling = pushSender(v, () => {
    falling.stop()
    return { status: 201, afterMs: null }
  })
  await falling.step()
  v.venue.flush()
  const again = createMemoryVenue({ store, startMs: v.venue.now() })
  const { sent, step } = pushSender(again)
  await step()
  expect([...falling.sent, ...sent].map(({ body }) => browser.read(body).n)).toEqual([1, 1])
})
test('PUSH-3 nothing leaves before it is stored, and a command that is rolled back queues nothing', async () => {
  const v = await open()
  await subscribed(v, v.ann)
  await expect(
    v.venue.command((ctx) => {
      ctx.emit(v.ann, { ev: 'assets.giftReceived', v: gift })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const { sent, step } = pushSender(v)
  await step()
  expect(sent).toEqual([])
  void v.tell()
  const stepping = step()
  expect([v.waiting(), sent]).toEqual([[1], []])
  await stepping
  expect(sent).toHaveLength(1)
})

test('PUSH-4 a push service that fails is asked again, later each time, and no sooner than it says; then its news is worth nothing', async () => {
  const v = await open()
  await subscribed(v, v.ann)
  await v.tell()
  const answers = [
    { status: 503, afterMs: null },
    { status: 429, afterMs: 60_000 },
    { status: 500, afterMs: null },
  ]
  const { sent, step, troubles } = pushSender(v, () => answers.shift() ?? Promise.reject(new Error('no line')))
  const sentAfter = async (ms: number) => {
    v.clock.advance(ms)
    await step()
    return sent.length
  }
  expect([
    await sentAfter(0),
    await sentAfter(4999),
    await sentAfter(1),
    await sentAfter(59_999),
    await sentAfter(1),
    await sentAfter(20_000),
    await sentAfter(40_000),
  ]).toEqual([1, 1, 2, 2, 3, 4, 5])
  expect(troubles).toEqual([503, 429, 500, null, null])
  await sentAfter(worthMs.money)
  expect([sent.length, v.waiting()]).toEqual([5, []])
})
test.each([404, 410])(
  'PUSH-5 a push service that answers %i has ended the subscription: it is deleted, and what waits for it',
  async (status) => {
    const v = await open()
    await subscribed(v, v.ann)
    await v.tell('1')
    await v.tell('2')
    const { sent, step } = pushSender(v, () => ({ status, afterMs: null }))
    await step()
    await step()
    await v.tell('3')
    expect([sent.length, v.waiting(), v.venue.ctx.tables.pushes.count()]).toEqual([1, [], 0])
  },
)
test.each([301, 307, 400, 401, 403, 413])(
  'PUSH-5 after a %i the push is dropped and the device told as failing; the next one that is taken heals it',
  async (status) => {
    const v = await open()
    const { caller } = await subscribed(v, v.ann)
    const isFailing = async () =>
      Object((await v.ask('GET /api/notification/push', {}, caller)).answer).message.device.is_failing
    const answers = [status]
    const { sent, step } = pushSender(v, () => ({ status: answers.shift() ?? 201, afterMs: null }))
    await v.tell('1')
    await step()
    expect([await isFailing(), v.waiting()]).toEqual([1, []])
    await v.tell('2')
    await step()
    expect([await isFailing(), sent.length]).toEqual([0, 2])
  },
)
test('PUSH-5 the answer to an older subscription ends no newer one', async () => {
  const v = await open()
  const { caller } = await subscribed(v, v.ann)
  await v.tell()
  const renewed = pushBrowser()
  const { step } = pushSender(v, async () => {
    await v.ask('POST /api/notification/push/start', { ...renewed.subscription, hides: 0 }, caller, crypto.randomUUID())
    return { status: 410, afterMs: null }
  })
  await step()
  expect([...v.venue.ctx.tables.pushes.all()].map(({ endpoint }) => endpoint)).toEqual([renewed.subscription.endpoint])
})

test('PUSH-6 pushes of a login end with it: by logout, from another device, by a new password, by a lock, by age', async () => {
  const v = await open()
  const { ctx } = v.venue
  const held = () => ctx.tables.pushes.count()
  const counts: number[] = []
  const each = async (end: (session: string) => Promise<unknown>) => {
    const { session } = await subscribed(v, v.ann)
    counts.push(held())
    await end(session)
    await v.tell()
    counts.push(held())
  }
  await each((session) =>
    v.venue.command((inside) => endSession(inside, inside.tables.sessions.need(session), 'logout')),
  )
  await each(() => v.venue.command((inside) => endSessions(inside, v.ann, 'password')))
  await each(() => v.venue.command((inside) => endSessions(inside, v.ann, 'locked')))
  await each(async () => v.clock.advance(limits.sessionLifeMs + 1))
  expect(counts).toEqual([1, 0, 1, 0, 1, 0, 1, 0])
  const { sent, step } = pushSender(v)
  await step()
  expect([sent, v.waiting()]).toEqual([[], []])
})
test('PUSH-6 what has been read elsewhere, whose kind was switched off, or whose login has ended meanwhile is not sent', async () => {
  const v = await open()
  const { session, caller } = await subscribed(v, v.ann)
  const { sent, step } = pushSender(v)
  await v.tell('1')
  await v.ask('POST /api/notification/read', { n: 1 }, caller, crypto.randomUUID())
  await v.tell('2')
  await v.ask('POST /api/notification/set', { kind: 'money', is_on: 0 }, caller, crypto.randomUUID())
  await step()
  await step()
  await v.ask('POST /api/notification/set', { kind: 'money', is_on: 1 }, caller, crypto.randomUUID())
  await v.tell('3')
  await v.venue.command((inside) => endSession(inside, inside.tables.sessions.need(session), 'ended'))
  await step()
  expect([sent, v.waiting()]).toEqual([[], []])
})

test('PUSH-7 a device that takes nothing keeps only the newest waiting, and holds up no other device and no command', async () => {
  const v = await open()
  const slow = await subscribed(v, v.ann)
  const quick = await subscribed(v, v.ann, { device: 'd2' })
  const held = Promise.withResolvers<{ status: number; afterMs: null }>()
  const { sent, step } = pushSender(v, ({ endpoint }) =>
    endpoint === slow.browser.subscription.endpoint ? held.promise : { status: 201, afterMs: null },
  )
  await v.tell('1')
  const stepping = [step()]
  for (let n = 2; n <= maxWaiting + 5; n += 1) {
    await v.tell(String(n))
    await expect
      .poll(() => {
        stepping.push(step())
        return sent.filter(({ endpoint }) => endpoint === quick.browser.subscription.endpoint).length
      })
      .toBe(n)
  }
  expect(sent.filter(({ endpoint }) => endpoint === slow.browser.subscription.endpoint)).toHaveLength(1)
  expect(v.venue.ctx.tables.pushJobs.group('session', slow.session)).toHaveLength(maxWaiting)
  held.resolve({ status: 201, afterMs: null })
  await Promise.all(stepping)
})

test('PUSH-8 the key is made once, survives a restart, and is told in its public half alone; hashes of tokens are never told', async () => {
  const store = openSqlite(':memory:')
  const settings = { notification: { pushKey: null } }
  const v = await open(store, { settings })
  const { answer, token } = await subscribed(v, v.ann)
  v.venue.flush()
  const again = createMemoryVenue({ store, settings })
  const told = (await again.ask('GET /api/notification/push', {}, { user: v.ann, session: hashToken(token) })).answer
  expect(Object(told).message).toEqual(Object(answer).data)
  const stored = [...again.venue.ctx.tables.settings.all()].find(({ name }) => name === 'push_key')?.value ?? ''
  expect(stored).toMatch(/^[\w-]{43}$/)
  expect(Object(told).message.key).toMatch(/^B[\w-]{86}$/)
  expect(JSON.stringify(told)).not.toContain(stored)
})

test('PUSH-7 beside the venue a timer sends what is due; it stops with the venue, and with PUSH=0 there is none', async () => {
  const v = await open()
  await subscribed(v, v.ann)
  await v.tell()
  const posted = vi.fn<() => Promise<{ status: number; afterMs: null }>>(async () => ({ status: 500, afterMs: null }))
  const warned = vi.fn<(what: object, text?: string) => void>()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { stop } = startPusher({ venue: v.venue, log: { warn: warned, error: warned }, post: posted })
  vi.advanceTimersByTime(500)
  await vi.waitFor(() => expect(warned.mock.calls).toEqual([[{ status: 500 }, 'a push service took nothing']]))
  stop()
  v.clock.advance(60_000)
  vi.advanceTimersByTime(5000)
  expect([posted.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  const off = createMemoryVenue({ settings: settingsOf({ PUSH: '0' }) })
  startPusher({ venue: off.venue, log: { warn: warned, error: warned }, post: posted }).stop()
  expect(vi.getTimerCount()).toBe(0)
})
