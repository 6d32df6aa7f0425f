import { balanceChanged, walletList } from '#contract/assets/assets.ts'
import { spotOrder, spotOrderChanged } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import type { Balances } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import { createOwnStart, type OwnPlace } from '#streams/kit/own-start.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const wallet = (free: string, seq: number) => ({ balance: [usdt(free, seq)], totle: '0', usdt_totle: '0', CNY: '0' })
const usdt = (free: string, seq: number) =>
  aCell({ currency: 3, change_balance: free, lock_change_balance: '0', usdt_price: '1', seq })
const none = { balance: [], totle: '0', usdt_totle: '0', CNY: '0' }
const aList = (free: string, seq: number) =>
  encode(walletList, {
    legal_wallet: none,
    change_wallet: wallet(free, seq),
    lever_wallet: none,
    micro_wallet: none,
    ExRate: '7',
    is_open_CTbi: 0,
    seq,
    server_now_ms: 0,
  })
const booking = (free: string, seq: number) =>
  encode(balanceChanged, { ev: 'assets.balanceChanged', v: { cells: [usdt(free, seq)], log: null, seq } })
const orderEvent = (id: number, rev: number, some: Parameters<typeof aSpotOrder>[0] = {}) =>
  encode(spotOrderChanged, { ev: 'spot.orderChanged', v: aSpotOrder({ id, rev, ...some }) })

function openFeeds(ownStart?: () => OwnPlace | null) {
  const fake = fakeConnection()
  const time = new VirtualTimeScheduler()
  const login$ = new BehaviorSubject<number | null>(null)
  const visible$ = new BehaviorSubject(true)
  const samples$ = new Subject<TimeSample>()
  const view: ConnectionState = { state: 'live', reason: null }
  const wire: { list: unknown; open: unknown } = { list: aList('5', 1), open: [] }
  const paths: string[] = []
  const read = fakeRead((path) => {
    paths.push(path)
    return path === 'wallet/list' ? wire.list : path === 'coin/list' ? wire.open : []
  })
  const feeds = createFeeds({
    own: ownParts,
    connection: fake.connection,
    view$: new BehaviorSubject(view),
    login$,
    read,
    samples$,
    jumps$: new Subject(),
    steadyMs: () => time.now(),
    visible$,
    time,
    ...(ownStart && { ownStart }),
  })
  const pass = async (ms: number) => {
    for (const part of [0, ms, 0, 300]) {
      time.maxFrames = time.now() + part
      time.flush()
      time.frame = time.maxFrames
      await new Promise((done) => setImmediate(done))
    }
  }
  const own = (s: number, d: unknown) => fake.push({ c: 'u:me', k: 'event', s, b: s - 1, d })
  return { ...fake, feeds, login$, visible$, samples$, wire, paths, pass, own, time }
}
const change = (live: Live<Balances>) => live.value?.cells.change[0]?.change_balance

test('RT-10 fresh start: bookings received while the wallets are read are applied after them, each once', async () => {
  const { feeds, login$, ready$, answer, own, wire, pass } = openFeeds()
  const seen: (string | undefined)[] = []
  feeds.balances$.subscribe((live) => seen.push(change(live)))
  login$.next(1)
  ready$.next(aReady())
  answer({ mode: 'fresh', why: 'new', head: 4 })
  own(5, booking('8', 6))
  wire.list = aList('7', 5)
  await pass(10)
  expect(seen.at(-1)).toBe('8')
  own(6, booking('9', 7))
  await pass(300)
  expect(seen.at(-1)).toBe('9')
})
test('RT-16 changes that happened while away are there after a resume and after a fresh start', async () => {
  const { feeds, login$, ready$, answer, own, wire, pass } = openFeeds()
  const open: unknown[] = []
  const ended: number[] = []
  feeds.spotOrders$.subscribe(({ value, freshness }) => open.push([value?.map(({ id, rev }) => [id, rev]), freshness]))
  feeds.spotHistory$.subscribe(({ id }) => ended.push(id))
  wire.open = [aSpotOrder({ id: 2, rev: 1 }), aSpotOrder({ id: 1, rev: 1 })].map((order) => encode(spotOrder, order))
  login$.next(1)
  ready$.next(aReady())
  answer({ mode: 'fresh', why: 'new', head: 4 })
  await pass(10)
  expect(open.at(-1)).toEqual([
    [
      [2, 1],
      [1, 1],
    ],
    'live',
  ])
  ready$.next(null)
  await pass(10)
  expect(open.at(-1)).toEqual([
    [
      [2, 1],
      [1, 1],
    ],
    'live',
  ])
  ready$.next(aReady({ attempt: 2 }))
  answer({ mode: 'resumed', n: 1 })
  own(5, orderEvent(1, 2, { status: 'completed' }))
  await pass(300)
  expect([open.at(-1), ended]).toEqual([[[[2, 1]], 'live'], [1]])
  ready$.next(null)
  ready$.next(aReady({ attempt: 3 }))
  wire.open = []
  answer({ mode: 'fresh', why: 'trimmed', head: 900 })
  await pass(300)
  expect(open.at(-1)).toEqual([[], 'live'])
})
test('RT-27 a login whose user was read at a place of its channel begins there: what was read since is not read again, and no event is missed', async () => {
  const start = createOwnStart()
  start.note({ token: 'a', epoch: aReady().epoch, seq: 4 })
  const { feeds, login$, ready$, answer, own, paths, pass, subs } = openFeeds(() => start.take('a'))
  const begun: unknown[] = []
  const ended: number[] = []
  feeds.begun$.subscribe(() => begun.push(null))
  feeds.spotHistory$.subscribe(({ id }) => ended.push(id))
  feeds.spotOrders$.subscribe()
  login$.next(1)
  await pass(10)
  ready$.next(aReady({ head: 5 }))
  expect(subs().at(-1)?.p).toMatchObject({ c: 'u:me', e: aReady().epoch, s: 4 })
  answer({ mode: 'resumed', n: 1 })
  own(5, orderEvent(1, 2, { status: 'completed' }))
  await pass(300)
  expect([ended, begun, paths.filter((path) => path === 'coin/list')]).toEqual([[1], [], ['coin/list']])
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  answer({ mode: 'fresh', why: 'trimmed', head: 900 })
  await pass(300)
  expect(begun).toHaveLength(1)
})
test('RT-27 the place is that of the first reply to the token, given out once: a channel that begins again begins anew', () => {
  const start = createOwnStart()
  start.note({ token: 'a', epoch: 'e', seq: 4 })
  start.note({ token: 'a', epoch: 'e', seq: 6 })
  expect([start.take('b'), start.take(null), start.take('a')]).toEqual([null, null, { epoch: 'e', seq: 4 }])
  start.note({ token: 'a', epoch: 'e', seq: 9 })
  expect(start.take('a')).toBeNull()
  start.note({ token: 'b', epoch: 'e', seq: 1 })
  expect(start.take('b')).toEqual({ epoch: 'e', seq: 1 })
})
test('RT-3 another account logs in: no value of the first is shown, and its socket is not used', async () => {
  const { feeds, login$, ready$, answer, own, wire, pass, subs } = openFeeds()
  const seen: unknown[] = []
  const events: unknown[] = []
  feeds.balances$.subscribe((live) => seen.push(live.value === null ? null : change(live)))
  feeds.events$.subscribe((event) => events.push(event.ev))
  login$.next(1)
  ready$.next(aReady())
  answer({ mode: 'fresh', why: 'new', head: 4 })
  await pass(300)
  expect(seen.at(-1)).toBe('5')
  wire.list = undefined
  login$.next(2)
  own(5, booking('8', 6))
  await pass(300)
  expect([seen.at(-1), events, subs().length]).toEqual([null, [], 1])
  wire.list = aList('1', 1)
  ready$.next(aReady({ attempt: 2, login: 2, uid: '8' }))
  answer({ mode: 'fresh', why: 'new', head: 0 })
  await pass(300)
  expect([seen.at(-1), subs().length]).toEqual(['1', 2])
  login$.next(null)
  expect(seen.at(-1)).toBeNull()
})
test('RT-21 an event this client does not know is skipped, and the stream goes on after it', async () => {
  const { feeds, login$, ready$, answer, own } = openFeeds()
  const events: unknown[] = []
  feeds.events$.subscribe((event) => events.push(event.ev))
  login$.next(1)
  ready$.next(aReady())
  answer({ mode: 'fresh', why: 'new', head: 4 })
  own(5, { ev: 'moon.landed', v: {} })
  own(6, booking('8', 6))
  expect(events).toEqual(['assets.balanceChanged'])
})
test('NET-11 equal arguments give one shared stream, unsubscribed five seconds after its last listener', async () => {
  const { feeds, ready$, sent, pass } = openFeeds()
  ready$.next(aReady())
  expect(feeds.orderBook$('BTC-USDT')).toBe(feeds.orderBook$('BTC-USDT'))
  expect(feeds.candles('BTC-USDT', '1min')).toBe(feeds.candles('BTC-USDT', '1min'))
  expect(feeds.candles('BTC-USDT', '1min')).not.toBe(feeds.candles('BTC-USDT', '5min'))
  const one = feeds.deals$('BTC-USDT').subscribe()
  const two = feeds.deals$('BTC-USDT').subscribe()
  const names = () => sent.filter(({ m, p }) => m !== 'ping' && JSON.stringify(p).includes('deals')).map(({ m }) => m)
  one.unsubscribe()
  two.unsubscribe()
  feeds.deals$('BTC-USDT').subscribe().unsubscribe()
  await pass(4000)
  expect(names().filter((m) => m !== 'sub')).toEqual([])
  await pass(6000)
  expect(names().at(-1)).toBe('unsub')
})
test('RT-21 a ticker frame is read once, whoever needs its rows', async () => {
  const { feeds, ready$, push, pass, answer } = openFeeds()
  ready$.next(aReady())
  feeds.tickers$.subscribe()
  await pass(1000)
  let reads = 0
  const data = {
    get rows() {
      reads += 1
      return []
    },
  }
  answer({ mode: 'fresh', why: 'new', head: 0 })
  push({ c: 'ticker:*', k: 'snap', s: 1, d: data })
  await pass(1000)
  expect(reads).toBe(1)
})
test('NET-11 no private call while nobody is logged in, and no call at all while the page is hidden', async () => {
  const { feeds, paths, pass, visible$ } = openFeeds()
  feeds.balances$.subscribe()
  feeds.spotOrders$.subscribe()
  feeds.tickers$.subscribe()
  await pass(2000)
  expect(new Set(paths)).toEqual(new Set(['currency/quotation_new']))
  const before = paths.length
  expect(before).toBeGreaterThan(1)
  visible$.next(false)
  await pass(60_000)
  expect(paths.length).toBe(before)
})
test('RT-25 the server time is known after one sample', () => {
  const { feeds, samples$ } = openFeeds()
  expect(feeds.serverNow()).toBe(0)
  samples$.next({ askedAt: -100, answeredAt: 0, serverAt: 5000 })
  expect(feeds.serverNow()).toBe(5100)
})
