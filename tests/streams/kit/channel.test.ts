import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelKind, ChannelEvent } from '#streams/kit/cursor.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { BehaviorSubject, Subject, VirtualTimeScheduler, type Observable } from 'rxjs'
import { expect, test } from 'vitest'

const c = 'depth:BTC-USDT'

/** Follows a channel over a fake connection, in virtual time. */
type Options = { refreshMs?: number; isVisible$?: Observable<boolean> }
function follow(kind: ChannelKind = 'state', name = c, options: Options = {}) {
  const fake = fakeConnection(aReady())
  const time = new VirtualTimeScheduler()
  const isActive$ = new BehaviorSubject(true)
  const resubscribe$ = new Subject<'wrong' | 'mute'>()
  const events: ChannelEvent[] = []
  const all = { connection: fake.connection, kind, time, isActive$, resubscribe$, ...options }
  const subscription = channel$(name, all).subscribe((event) => events.push(event))
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  const push = (k: 'snap' | 'delta' | 'event' | 'gap' | 'off', s: number, b?: number, d: unknown = s) =>
    fake.push({ c: name, k, s, d, ...(b !== undefined && { b }) })
  const start = () => {
    fake.answer({ mode: 'fresh', why: 'new', head: 0 })
    push('snap', 10)
    events.length = 0
  }
  return { ...fake, events, pass, push, start, isActive$, resubscribe$, end: () => subscription.unsubscribe() }
}
const delta = (seq: number): ChannelEvent => ({ type: 'delta', seq, data: seq })
const held = (s: number) => ({ m: 'sub', p: { c, e: 'e1', s } })

test('RT-1 nothing is sent before the connection is ready, and the first sub carries no cursor', () => {
  const { subs, ready$ } = follow()
  expect(subs()).toMatchObject([{ p: { c } }])
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(subs()).toHaveLength(2)
})
test('RT-6 a snapshot, then deltas that chain on it', () => {
  const { events, answer, push } = follow()
  answer({ mode: 'fresh', why: 'new', head: 10 })
  push('snap', 10)
  push('delta', 12, 10)
  push('delta', 15, 12)
  expect(events).toEqual([{ type: 'snap', seq: 10, data: 10 }, delta(12), delta(15)])
})
test('RT-6 none missed or some missed: resumes from the cursor', () => {
  const { events, answer, push, start, ready$, subs } = follow()
  start()
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 1 })
  push('delta', 11, 10)
  expect(events).toEqual([{ type: 'away' }, { type: 'confirmed' }, delta(11)])
})
test.each(['trimmed', 'epoch', 'ahead'])('RT-6 %s: the snapshot replaces what was held', (why) => {
  const { events, answer, push, start, ready$ } = follow()
  start()
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  answer({ mode: 'fresh', why, head: 3 })
  push('snap', 3)
  push('delta', 4, 3)
  expect(events).toEqual([{ type: 'away' }, { type: 'snap', seq: 3, data: 3 }, delta(4)])
})
test('RT-9 a wrong base is waited for, then that channel alone subscribes again', () => {
  const { events, answer, push, start, pass, subs } = follow()
  start()
  push('delta', 13, 12)
  pass(299)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 2 })
  push('delta', 11, 10)
  push('delta', 12, 11)
  expect(events).toEqual([{ type: 'syncing' }, { type: 'confirmed' }, delta(11), delta(12), delta(13)])
})
test('RT-7 two swapped messages within 300 ms cause no resubscribe', () => {
  const { events, push, start, pass, subs } = follow()
  start()
  push('delta', 12, 11)
  push('delta', 11, 10)
  pass(1000)
  expect(events).toEqual([delta(11), delta(12)])
  expect(subs()).toHaveLength(1)
})
test('RT-8 a lost last event is detected by the head in the heartbeat', () => {
  const { answer, messages$, pass, subs, push, events } = follow('stream', 'u:me')
  answer({ mode: 'fresh', why: 'new', head: 5 })
  messages$.next({ k: 'hb', now: 0, h: { u: 5 } })
  pass(1000)
  expect(subs()).toHaveLength(1)
  messages$.next({ k: 'hb', now: 0, h: { u: 6 } })
  pass(300)
  expect(subs().at(-1)).toMatchObject({ p: { c: 'u:me', e: 'e1', s: 5 } })
  answer({ mode: 'resumed', n: 1 })
  push('event', 6, 5)
  expect(events.slice(1)).toEqual([
    { type: 'confirmed' },
    { type: 'syncing' },
    { type: 'confirmed' },
    { type: 'event', seq: 6, data: 6 },
  ])
})
test('RT-10 deltas before the snapshot are buffered and those above it applied', () => {
  const { events, answer, push } = follow()
  push('delta', 9, 8)
  push('delta', 11, 10)
  answer({ mode: 'fresh', why: 'new', head: 10 })
  push('snap', 10)
  expect(events).toEqual([{ type: 'snap', seq: 10, data: 10 }, delta(11)])
})
test('RT-22 a retryable refusal is repeated after the time it names', () => {
  const { messages$, subs, pass } = follow()
  const x = { code: 429, reason: 'too_many', msg: '', retry: true, after: 700 } as const
  messages$.next({ i: 1, x })
  pass(699)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs()).toHaveLength(2)
})
test('RT-22 a retryable refusal that names no time is repeated after one second', () => {
  const { messages$, subs, pass } = follow()
  messages$.next({ i: 1, x: { code: 503, reason: 'too_many', msg: '', retry: true } })
  pass(999)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs()).toHaveLength(2)
})
test('RT-23 off is emitted once, and the channel does not subscribe again', () => {
  const { events, push, start, pass, subs } = follow()
  start()
  push('off', 11, undefined, { reason: 'forbidden' })
  push('delta', 12, 10)
  pass(60_000)
  expect(events).toEqual([{ type: 'off', reason: 'forbidden' }])
  expect(subs()).toHaveLength(1)
})
test('RT-9 after a gap named by the server: syncing until the snapshot, which is requested if it does not come', () => {
  const { events, push, start, pass, subs } = follow()
  start()
  push('gap', 20)
  push('delta', 21, 20)
  pass(3000)
  expect(subs()).toHaveLength(2)
  push('snap', 20)
  expect(events).toEqual([{ type: 'syncing' }, { type: 'snap', seq: 20, data: 20 }, delta(21)])
})
test('RT-6 three fresh replies after gaps within a minute: the connection is closed', () => {
  const { answer, push, start, resubscribe$, failed } = follow()
  start()
  for (const s of [20, 30, 40]) {
    resubscribe$.next('wrong')
    answer({ mode: 'fresh', why: 'new', head: s })
    push('snap', s)
  }
  expect(failed).toEqual([`${c}: 3 fresh`])
})
test.each([
  [59_999, true],
  [60_000, true],
  [60_001, false],
])('RT-6 the first and the third of three fresh replies are %i ms apart: closed is %s', (ms, isClosed) => {
  const { answer, push, start, resubscribe$, failed, pass } = follow()
  start()
  const again = (s: number) => {
    resubscribe$.next('wrong')
    answer({ mode: 'fresh', why: 'new', head: s })
    push('snap', s)
  }
  again(20)
  again(30)
  pass(ms)
  again(40)
  expect(failed).toHaveLength(isClosed ? 1 : 0)
})
test('RT-22 a subscription without an answer is sent again after ten seconds, and not after its answer', () => {
  const { answer, subs, pass, push } = follow()
  pass(9999)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs()).toHaveLength(2)
  answer({ mode: 'fresh', why: 'new', head: 10 })
  push('snap', 10)
  pass(60_000)
  expect(subs()).toHaveLength(2)
})
test('RT-22 ten seconds are counted from the newest subscription, not from one before it', () => {
  const { subs, ready$, pass } = follow()
  pass(6000)
  ready$.next(aReady({ attempt: 2 }))
  expect(subs()).toHaveLength(2)
  pass(6000)
  expect(subs()).toHaveLength(2)
  pass(4000)
  expect(subs()).toHaveLength(3)
})
test('RT-9 what belongs to another channel is not read, and a copy found wrong is syncing at once', () => {
  const { events, push, start, messages$, resubscribe$, subs } = follow()
  start()
  messages$.next({ c: 'depth:ETH-USDT', k: 'delta', e: 'e1', s: 11, b: 10, d: 11, t: 0 })
  expect(events).toEqual([])
  resubscribe$.next('mute')
  expect(events).toEqual([])
  resubscribe$.next('wrong')
  expect([events, subs().length]).toEqual([[{ type: 'syncing' }], 3])
  push('snap', 12)
  expect(events.at(-1)).toEqual({ type: 'snap', seq: 12, data: 12 })
})
test('RT-9 a gap that a new subscription closes causes no further one', () => {
  const { push, start, pass, resubscribe$, subs, answer } = follow()
  start()
  push('delta', 12, 11)
  resubscribe$.next('wrong')
  expect(subs()).toHaveLength(2)
  pass(5000)
  expect(subs()).toHaveLength(2)
  answer({ mode: 'fresh', why: 'new', head: 12 })
  push('snap', 12)
  pass(5000)
  expect(subs()).toHaveLength(2)
})
test('RT-18 after silence the channel subscribes again with its cursor', () => {
  const { events, answer, start, pass, subs } = follow('state', c, { refreshMs: 4000 })
  start()
  pass(4000)
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 0 })
  expect(events).toEqual([{ type: 'confirmed' }])
})
test('RT-19 unsubscribed while hidden, resumed with its cursor, unsubscribed at the end', () => {
  const { start, isActive$, sent, end } = follow()
  start()
  isActive$.next(false)
  isActive$.next(true)
  end()
  expect(sent.slice(1)).toMatchObject([{ m: 'unsub', p: { c } }, held(10), { m: 'unsub', p: { c } }])
})
test('RT-19 prices arrive once a second while hidden, without requests, and are requested at once when visible', () => {
  const isVisible$ = new BehaviorSubject(true)
  const { start, sent, push, pass, events, ready$ } = follow('latest', c, { refreshMs: 4000, isVisible$ })
  start()
  isVisible$.next(false)
  pass(60_000)
  push('delta', 11)
  expect(events).toEqual([delta(11)])
  expect(sent.slice(1)).toMatchObject([{ m: 'rate', p: { c, ms: 1000 } }])
  isVisible$.next(true)
  expect(sent.slice(2)).toMatchObject([{ m: 'rate', p: { c, ms: 100 } }, held(11)])
  isVisible$.next(false)
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(sent.slice(4)).toMatchObject([{ m: 'rate', p: { ms: 1000 } }, held(11), { m: 'rate', p: { ms: 1000 } }])
})
test('RT-6 cursors that the server calls invalid are dropped', () => {
  const { start, cursorsDropped$, ready$, subs } = follow()
  start()
  ready$.next(null)
  cursorsDropped$.next()
  ready$.next(aReady({ attempt: 2 }))
  expect(subs().at(-1)?.p).toEqual({ c })
})
test('RT-7 latest: the newest value wins, whatever its base', () => {
  const { events, push, start } = follow('latest', 'ticker:*')
  start()
  push('delta', 30)
  push('delta', 20)
  push('delta', 40)
  expect(events).toEqual([delta(30), delta(40)])
})
