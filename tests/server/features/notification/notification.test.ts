import { maxNotifications } from '#contract/notification/notification.ts'
import { notificationSubject, kindOfSubject, notificationKinds } from '#contract/wire/notification.ts'
import { toldBy, notifyOn, type Told } from '#server/core/notify.ts'
import { Refusal } from '#server/core/refusal.ts'
import { features } from '#server/features.ts'
import { otcNotifications } from '#server/features/otc/notifications.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { ownEvents } from '#tests/support/own-events.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const listed = (message: unknown) => {
  const { list = [], state } = Object(message)
  return { list, state }
}
const open = async (store = openSqlite(':memory:')) => {
  const v = await spotVenue(2, { store })
  const eventsOf = ownEvents(v)
  const call = async (routeKey: string, body: object = {}, user = v.ann) =>
    answerOf((await v.ask(routeKey, body, { user }, crypto.randomUUID())).answer)
  const list = async (body: object = {}, user = v.ann) => {
    await v.venue.durable()
    return listed((await call('GET /api/notification/list', body, user)).message)
  }
  const numbers = async (body: object = {}) => (await list(body)).list.map(({ n }: { n: number }) => n)
  /** Tells Ann of a gift: any event that makes a notification. */
  const tell = (number: string, user = v.ann) =>
    v.venue.command((ctx) =>
      ctx.emit(user, {
        ev: 'assets.giftReceived',
        v: {
          id: 'g1',
          gift_no: 'G1',
          direction: 'in',
          peer: 'Ben',
          currency_id: 3,
          currency_name: 'USDT',
          number,
          fee: '0',
          remark: null,
          status: 'done',
          create_time: '2026-01-05 00:00:00',
        },
      }),
    )
  return { ...v, store, eventsOf, call, list, numbers, tell }
}

test('NOTE-1 an order that is filled is told once, in the command of its fill; one that is refused is not', async () => {
  const { ann, ben, submit, list, eventsOf, venue } = await open()
  const before = (await list()).state
  await submit(ann, { type: 1, kind: 'limit', amount: '0.01', target_price: '96000' })
  await submit(ben, { type: 2, kind: 'limit', amount: '0.004', target_price: '96000' })
  expect((await list()).state).toEqual(before)
  expect((await submit(ben, { type: 2, kind: 'limit', amount: '50', target_price: '96000' })).reason).toBe(
    'insufficient_sellable',
  )
  await submit(ben, { type: 2, kind: 'limit', amount: '0.006', target_price: '96000' })
  const {
    list: [newest],
    state,
  } = await list()
  expect(newest).toMatchObject({
    n: 1,
    kind: 'fill',
    subject: 'spot_filled',
    symbol: 'BTC/USDT',
    side: 'buy',
    amount: '0.01',
    coin: 'BTC',
    // With all the decimals of the pair.
    price: '96000.00',
    title: null,
    at_ms: venue.now(),
  })
  expect(state).toEqual({ head: 1, read_n: 0, unread: 1, off: [], rev: 1 })
  expect(eventsOf(ann, 'notification.added')).toEqual([
    { ev: 'notification.added', v: { notification: newest, state } },
  ])
  expect((await list({}, ben)).state).toMatchObject({ head: 2, unread: 2 })
})

test('NOTE-2 a notification is kept together with its event: both or none, also over a restart', async () => {
  const store = openSqlite(':memory:')
  const { ann, venue, tell, list, eventsOf } = await open(store)
  await expect(
    venue.command((ctx) => {
      ctx.emit(ann, {
        ev: 'news.published',
        v: {
          id: 1,
          c_id: 4,
          lang: 'en',
          title: 'T',
          thumbnail: null,
          cover: null,
          sorts: 0,
          create_time: '2026-01-05 00:00:00',
          top: false,
          link: null,
        },
      })
      throw new Refusal('not_found')
    }),
  ).rejects.toThrow('not_found')
  expect([(await list()).state.head, eventsOf(ann, 'notification.added')]).toEqual([0, []])
  await tell('5')
  venue.flush()
  const again = createMemoryVenue({ store })
  const { message } = answerOf((await again.ask('GET /api/notification/list', {}, { user: ann })).answer)
  expect(listed(message)).toMatchObject({
    list: [{ n: 1, subject: 'gift_received', amount: '5', title: 'Ben' }],
    state: { head: 1, unread: 1 },
  })
})

test('NOTE-3 an account keeps the newest ones up to the bound, newest first, page by page', async () => {
  const { tell, numbers, list, venue, ann } = await open()
  for (let n = 1; n <= maxNotifications + 30; n += 1) await tell(String(n))
  expect(await numbers({ limit: 3 })).toEqual([230, 229, 228])
  expect(await numbers({ limit: 3, before: 228 })).toEqual([227, 226, 225])
  expect(await numbers({ limit: 50, before: 34 })).toEqual([33, 32, 31])
  expect(await numbers({ before: 31 })).toEqual([])
  expect((await list({ limit: 1 })).state).toMatchObject({ head: 230, unread: maxNotifications })
  const stored = await venue.store.span('notifications', ann * 1e9, ann * 1e9 + 1e8, 500, 'low')
  expect(stored).toHaveLength(maxNotifications)
})

test('NOTE-4 reading marks what is up to a number, tells the other devices once, and never goes back', async () => {
  const { ann, tell, call, eventsOf } = await open()
  for (const n of ['1', '2', '3']) await tell(n)
  const read = async (n: number) => (await call('POST /api/notification/read', { n })).data
  expect(await read(2)).toMatchObject({ head: 3, read_n: 2, unread: 1 })
  expect(await read(1)).toMatchObject({ read_n: 2, unread: 1 })
  expect(await read(99)).toMatchObject({ read_n: 3, unread: 0 })
  expect(eventsOf(ann, 'notification.changed')).toMatchObject([
    { v: { read_n: 2 }, why: 'read' },
    { v: { read_n: 3 }, why: 'read' },
  ])
})

test('NOTE-5 of a kind that is switched off nothing is made, for this account alone; switched on again it is', async () => {
  const { ann, ben, tell, call, numbers, list, eventsOf } = await open()
  const set = async (kind: string, is_on: number) => (await call('POST /api/notification/set', { kind, is_on })).data
  expect(await set('money', 0)).toMatchObject({ off: ['money'] })
  expect(await set('money', 0)).toMatchObject({ off: ['money'], rev: 1 })
  await tell('1')
  await tell('1', ben)
  expect([await numbers(), eventsOf(ann, 'notification.added')]).toEqual([[], []])
  expect((await list({}, ben)).state.head).toBe(1)
  expect(await set('money', 1)).toMatchObject({ off: [] })
  await tell('2')
  expect(await numbers()).toEqual([1])
  expect((await call('POST /api/notification/set', { kind: 'weather', is_on: 0 })).reason).toBe('malformed')
})

test('NOTE-6 every subject has a kind that can be switched, and every rule is about an event of its own feature', () => {
  expect(Object.keys(kindOfSubject).toSorted()).toEqual([...notificationSubject.options].toSorted())
  expect(new Set(Object.values(kindOfSubject))).toEqual(new Set(notificationKinds))
  const strays = Object.values(features).flatMap(({ name, notifications }) =>
    notifications.filter(({ ev }) => !ev.startsWith(`${name}.`)),
  )
  expect(strays).toEqual([])
  const rule = notifyOn('lever.riskRose', () => ({ subject: 'margin_risk' }))
  expect(() => toldBy([rule, rule])).toThrow('two rules')
})

const order = {
  id: '7',
  my_role: 'buyer',
  fee_payer: 'seller',
  side: 'buy',
  number: '5',
  currency_name: 'USDT',
  buyer: { nickname: 'B' },
  seller: { nickname: 'S' },
  appeals: [],
  offers: [],
  status: 'to_be_paid',
}
test('NOTE-7 of a split the parties are told the part that went to the buyer', () => {
  const split = { to_buyer: '2', to_seller: '3', at_ms: 1 }
  const event = { ev: 'otc.orderChanged', v: { ...order, status: 'confirmed', split }, why: 'agreed' }
  expect(toldBy(otcNotifications)(JSON.parse(JSON.stringify(event)))).toMatchObject({ amount: '2' })
})
test.each<[string, object, Told['subject'] | null]>([
  ['taken', {}, null],
  ['taken', { my_role: 'seller' }, 'otc_taken'],
  ['paid', {}, null],
  ['paid', { my_role: 'seller' }, 'otc_turn'],
  ['deadline', {}, 'otc_turn'],
  ['deadline', { my_role: 'seller' }, null],
  ['confirmed', { status: 'confirmed' }, 'otc_done'],
  ['confirmed', { my_role: 'seller', status: 'confirmed' }, null],
  ['cancelled', { my_role: 'seller', status: 'cancelled' }, 'otc_cancelled'],
  ['timeout', { status: 'cancelled' }, 'otc_cancelled'],
  ['ruled', { status: 'confirmed' }, 'otc_done'],
  ['offered', { offers: [{ by: 'buyer' }] }, null],
  ['offered', { offers: [{ by: 'seller' }] }, 'otc_turn'],
  ['appealed', { appeals: [{ by: 'seller' }] }, 'otc_appealed'],
  ['appealed', { appeals: [{ by: 'buyer' }] }, null],
  ['rated', {}, null],
])(
  'NOTE-7 of an OTC order that is %s %o a party is told what others did, and nothing of a step of its own',
  (why, more, subject) => {
    const event = JSON.parse(JSON.stringify({ ev: 'otc.orderChanged', v: { ...order, ...more }, why }))
    expect(toldBy(otcNotifications)(event)?.subject ?? null).toBe(subject)
  },
)
