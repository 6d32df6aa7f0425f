import { channel$ } from '#streams/kit/channel.ts'
import type { ChannelKind, ChannelEvent } from '#streams/kit/cursor.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { BehaviorSubject, Subject, VirtualTimeScheduler, type Observable } from 'rxjs'
import { expect, test } from 'vitest'

const c = 'depth:BTC-USDT'

/** Follows a channel over a line the test speaks on, in virtual time. */
function follow(kind: ChannelKind = 'state', name = c, options: { renewMs?: number; isVisible$?: Observable<boolean> } = {}) {
  const fake = fakeConnection(aReady())
  const time = new VirtualTimeScheduler()
  const isActive$ = new BehaviorSubject(true)
  const resubscribe$ = new Subject<'wrong' | 'mute'>()
  const told: ChannelEvent[] = []
  const subscription = channel$(name, { connection: fake.connection, kind, time, isActive$, resubscribe$, ...options }).subscribe((word) => told.push(word))
  const pass = (ms: number) => {
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  const push = (k: 'snap' | 'delta' | 'event' | 'gap' | 'off', s: number, b?: number, d: unknown = s) =>
    fake.push({ c: name, k, s, d, ...(b !== undefined && { b }) })
  const began = () => {
    fake.answer({ mode: 'fresh', why: 'new', head: 0 })
    push('snap', 10)
    told.length = 0
  }
  return { ...fake, told, pass, push, began, isActive$, resubscribe$, end: () => subscription.unsubscribe() }
}
const delta = (seq: number): ChannelEvent => ({ type: 'delta', seq, data: seq })
const held = (s: number) => ({ m: 'sub', p: { c, e: 'e1', s } })

test('RT-1 nothing is asked before the line is ready, and the first sub bears no cursor', () => {
  const { subs, ready$ } = follow()
  expect(subs()).toMatchObject([{ p: { c } }])
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(subs()).toHaveLength(2)
})
test('RT-6 a snapshot, then deltas on their base', () => {
  const { told, answer, push } = follow()
  answer({ mode: 'fresh', why: 'new', head: 10 })
  push('snap', 10)
  push('delta', 12, 10)
  push('delta', 15, 12)
  expect(told).toEqual([{ type: 'snap', seq: 10, data: 10 }, delta(12), delta(15)])
})
test('RT-6 none missed, some missed: goes on from what is held', () => {
  const { told, answer, push, began, ready$, subs } = follow()
  began()
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 1 })
  push('delta', 11, 10)
  expect(told).toEqual([{ type: 'away' }, { type: 'confirmed' }, delta(11)])
})
test.each(['trimmed', 'epoch', 'ahead'])('RT-6 %s: the snapshot counts, what was held does not', (why) => {
  const { told, answer, push, began, ready$ } = follow()
  began()
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  answer({ mode: 'fresh', why, head: 3 })
  push('snap', 3)
  push('delta', 4, 3)
  expect(told).toEqual([{ type: 'away' }, { type: 'snap', seq: 3, data: 3 }, delta(4)])
})
test('RT-9 a wrong base is waited for, then that channel alone is asked again', () => {
  const { told, answer, push, began, pass, subs } = follow()
  began()
  push('delta', 13, 12)
  pass(299)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 2 })
  push('delta', 11, 10)
  push('delta', 12, 11)
  expect(told).toEqual([{ type: 'syncing' }, { type: 'confirmed' }, delta(11), delta(12), delta(13)])
})
test('RT-7 a swap within 300 ms costs nothing', () => {
  const { told, push, began, pass, subs } = follow()
  began()
  push('delta', 12, 11)
  push('delta', 11, 10)
  pass(1000)
  expect(told).toEqual([delta(11), delta(12)])
  expect(subs()).toHaveLength(1)
})
test('RT-8 loss of the last event is seen by the head in the heartbeat', () => {
  const { answer, messages$, pass, subs, push, told } = follow('stream', 'u:me')
  answer({ mode: 'fresh', why: 'new', head: 5 })
  messages$.next({ k: 'hb', now: 0, h: { u: 5 } })
  pass(1000)
  expect(subs()).toHaveLength(1)
  messages$.next({ k: 'hb', now: 0, h: { u: 6 } })
  pass(300)
  expect(subs().at(-1)).toMatchObject({ p: { c: 'u:me', e: 'e1', s: 5 } })
  answer({ mode: 'resumed', n: 1 })
  push('event', 6, 5)
  expect(told.slice(1)).toEqual([
    { type: 'confirmed' }, { type: 'syncing' }, { type: 'confirmed' }, { type: 'event', seq: 6, data: 6 },
  ])
})
test('RT-10 what arrives before the snapshot is held and applied above it, never half of each', () => {
  const { told, answer, push } = follow()
  push('delta', 9, 8)
  push('delta', 11, 10)
  answer({ mode: 'fresh', why: 'new', head: 10 })
  push('snap', 10)
  expect(told).toEqual([{ type: 'snap', seq: 10, data: 10 }, delta(11)])
})
test('RT-22 a refusal that may be tried again is waited for as long as it says', () => {
  const { messages$, subs, pass } = follow()
  const x = { code: 429, reason: 'too_many', msg: '', retry: true, after: 700 } as const
  messages$.next({ i: 1, x })
  pass(699)
  expect(subs()).toHaveLength(1)
  pass(1)
  expect(subs()).toHaveLength(2)
})
test('RT-23 off: told once, and nobody asks again', () => {
  const { told, push, began, pass, subs } = follow()
  began()
  push('off', 11, undefined, { reason: 'forbidden' })
  push('delta', 12, 10)
  pass(60_000)
  expect(told).toEqual([{ type: 'off', reason: 'forbidden' }])
  expect(subs()).toHaveLength(1)
})
test('RT-9 a gap the server names: syncing until its snapshot, which is asked for when it does not come', () => {
  const { told, push, began, pass, subs } = follow()
  began()
  push('gap', 20)
  push('delta', 21, 20)
  pass(3000)
  expect(subs()).toHaveLength(2)
  push('snap', 20)
  expect(told).toEqual([{ type: 'syncing' }, { type: 'snap', seq: 20, data: 20 }, delta(21)])
})
test('RT-6 three fresh in a minute after holes: the line is not to be trusted', () => {
  const { answer, push, began, resubscribe$, failed } = follow()
  began()
  for (const s of [20, 30, 40]) {
    resubscribe$.next('wrong')
    answer({ mode: 'fresh', why: 'new', head: s })
    push('snap', s)
  }
  expect(failed).toEqual([`${c}: 3 fresh`])
})
test('RT-18 silence is answered by asking with the cursor held', () => {
  const { told, answer, began, pass, subs } = follow('state', c, { renewMs: 4000 })
  began()
  pass(4000)
  expect(subs().at(-1)).toMatchObject(held(10))
  answer({ mode: 'resumed', n: 0 })
  expect(told).toEqual([{ type: 'confirmed' }])
})
test('RT-19 let go while hidden, taken up again with the cursor held; let go at the end', () => {
  const { began, isActive$, asked, end } = follow()
  began()
  isActive$.next(false)
  isActive$.next(true)
  end()
  expect(asked.slice(1)).toMatchObject([{ m: 'unsub', p: { c } }, held(10), { m: 'unsub', p: { c } }])
})
test('RT-19 prices are followed at a second while hidden, asked for nothing, and asked at once when seen again', () => {
  const isVisible$ = new BehaviorSubject(true)
  const { began, asked, push, pass, told, ready$ } = follow('latest', c, { renewMs: 4000, isVisible$ })
  began()
  isVisible$.next(false)
  pass(60_000)
  push('delta', 11)
  expect(told).toEqual([delta(11)])
  expect(asked.slice(1)).toMatchObject([{ m: 'rate', p: { c, ms: 1000 } }])
  isVisible$.next(true)
  expect(asked.slice(2)).toMatchObject([{ m: 'rate', p: { c, ms: 100 } }, held(11)])
  isVisible$.next(false)
  ready$.next(null)
  ready$.next(aReady({ attempt: 2 }))
  expect(asked.slice(4)).toMatchObject([{ m: 'rate', p: { ms: 1000 } }, held(11), { m: 'rate', p: { ms: 1000 } }])
})
test('RT-6 cursors that the server calls invalid are dropped', () => {
  const { began, cursorsDropped$, ready$, subs } = follow()
  began()
  ready$.next(null)
  cursorsDropped$.next()
  ready$.next(aReady({ attempt: 2 }))
  expect(subs().at(-1)?.p).toEqual({ c })
})
test('RT-7 latest: the newest wins, whatever its base', () => {
  const { told, push, began } = follow('latest', 'ticker:*')
  began()
  push('delta', 30)
  push('delta', 20)
  push('delta', 40)
  expect(told).toEqual([delta(30), delta(40)])
})
