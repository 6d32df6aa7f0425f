import { closeCodes, closePolicy } from '#contract/wire/close.ts'
import { connectionMachine, usualWaits, viewOf, type ConnectionEvent, type SocketEvent } from '#machines/connection.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { NEVER, Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { createActor, fromEventObservable, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const quietActions = { sendAuth: () => {}, sendPing: () => {}, tellReady: () => {}, tellAway: () => {}, dropCursors: () => {} }

const quiet = () => vi.fn<() => void>()
const begin = () => {
  const dialled: Subject<SocketEvent>[] = []
  const clock = new SimulatedClock()
  const actions = { sendAuth: quiet(), sendPing: quiet(), tellReady: quiet(), tellAway: quiet(), dropCursors: quiet() }
  const openSocket = fromEventObservable<SocketEvent, void>(() => {
    const socket$ = new Subject<SocketEvent>()
    dialled.push(socket$)
    return socket$
  })
  const actor = createActor(connectionMachine.provide({ actors: { openSocket }, actions }), { clock, input: usualWaits }).start()
  const ended: string[] = []
  actor.on('session.ended', ({ message }) => ended.push(message))
  const say = (...events: SocketEvent[]) => events.forEach((event) => dialled.at(-1)?.next(event))
  const live = () => say({ type: 'socket.opened' }, { type: 'socket.greeted' }, { type: 'socket.proven' })
  const link = () => leavesOf(actor.getSnapshot().value).find((leaf) => leaf.startsWith('link'))?.replace('link.', '').replace('wanted.', '')
  actor.send({ type: 'connect' })
  return { actor, clock, dialled, say, live, link, ended, ...actions }
}
const lost: SocketEvent = { type: 'socket.closed', code: 1006 }

test('NET-1 every state is reached', () => {
  const quiet = connectionMachine.provide({
    actors: { openSocket: fromEventObservable<SocketEvent, void>(() => NEVER) },
    actions: quietActions,
  })
  const events: ConnectionEvent[] = [
    { type: 'connect' }, { type: 'disconnect' }, { type: 'socket.opened' }, { type: 'socket.greeted' }, { type: 'socket.proven' },
    { type: 'socket.fellSilent' }, { type: 'page.hidden' }, { type: 'page.shown' }, { type: 'net.offline' }, { type: 'net.online' }, lost,
  ]
  const paths = getShortestPaths(quiet, { input: usualWaits, events, serializeState: ({ value }) => JSON.stringify(value), limit: 2000 })
  const reached = new Set(paths.flatMap(({ state }) => leavesOf(state.value)))
  expect([...reached].toSorted()).toEqual(leaves(connectionMachine).toSorted())
})
test('NET-1 a machine nobody has provided for fails loudly', () => {
  const actor = createActor(connectionMachine, { input: usualWaits })
  const failed = vi.fn<(error: unknown) => void>()
  actor.subscribe({ error: failed })
  actor.start()
  actor.send({ type: 'connect' })
  expect(failed).toHaveBeenCalledWith(new Error('openSocket was not provided'))
})
test('RT-1 hello, then auth, then ready', () => {
  const { say, link, sendAuth, tellReady } = begin()
  say({ type: 'socket.opened' })
  expect([link(), sendAuth.mock.calls.length]).toEqual(['attached.greeting', 0])
  say({ type: 'socket.greeted' })
  expect([link(), sendAuth.mock.calls.length, tellReady.mock.calls.length]).toEqual(['attached.proving', 1, 0])
  say({ type: 'socket.proven' })
  expect([link(), tellReady.mock.calls.length]).toEqual(['attached.live.trusted', 1])
})
test('NET-2 each failure doubles the wait, up to the longest', () => {
  const { clock, say, link } = begin()
  for (const waitMs of [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]) {
    say(lost)
    clock.increment(waitMs - 1)
    expect(link()).toBe('waiting')
    clock.increment(1)
    expect(link()).toBe('attached.opening')
  }
})
test.each([
  ['ten seconds of life make the wait short again', 10_000, 500],
  ['less does not', 9_999, 1000],
])('NET-3 %s', (_, livedMs, waitMs) => {
  const { clock, say, live, link } = begin()
  say(lost)
  clock.increment(500)
  live()
  clock.increment(livedMs)
  say(lost)
  clock.increment(waitMs - 1)
  expect(link()).toBe('waiting')
  clock.increment(1)
  expect(link()).toBe('attached.opening')
})

const codes = [1000, 1001, 1005, 1006, 1011, 1012, 1013, ...Object.values(closeCodes), 4099, 4250, 4300, 4500]
test.each(codes.map((code) => [code, closePolicy(code)] as const))('RT-2 after %i: %s, exactly', (code, policy) => {
  const { clock, say, live, link, ended, dropCursors, dialled, actor } = begin()
  live()
  say({ type: 'socket.saidBye', code, message: 'over', afterMs: 7000 }, { type: 'socket.closed', code })
  const { reason } = actor.getSnapshot().context
  const isOver = policy === 'stop' || policy === 'logOut'
  expect(link()).toBe(isOver ? 'closed' : policy === 'atOnce' ? 'attached.opening' : 'waiting')
  expect(dropCursors).toHaveBeenCalledTimes(policy === 'dropCursors' ? 1 : 0)
  expect(ended).toEqual(policy === 'logOut' ? ['over'] : [])
  expect(reason).toBe(policy === 'stop' ? String(code) : policy === 'logOut' ? 'not_logged_in' : null)
  clock.increment(6999)
  expect(dialled).toHaveLength(policy === 'atOnce' ? 2 : 1)
  clock.increment(1)
  expect(dialled).toHaveLength(isOver ? 1 : 2)
})
test('RT-22 too many without a word of how long: five seconds at least', () => {
  const { clock, say, live, link } = begin()
  live()
  say({ type: 'socket.closed', code: closeCodes.tooMany })
  clock.increment(4999)
  expect(link()).toBe('waiting')
  clock.increment(1)
  expect(link()).toBe('attached.opening')
})
test('RT-3 999 in-band and then 4999: one logout, and a new login gets a new socket', () => {
  const { say, live, link, ended, actor, dialled } = begin()
  live()
  say({ type: 'socket.saidBye', code: 999, message: 'logged in elsewhere', afterMs: null }, { type: 'socket.closed', code: 4999 })
  expect([link(), ended]).toEqual(['closed', ['logged in elsewhere']])
  actor.send({ type: 'connect' })
  expect([link(), dialled.length, actor.getSnapshot().context.reason]).toEqual(['attached.opening', 2, null])
})
test('RT-4 log out and in while a retry is pending: a new socket, once', () => {
  const { say, clock, actor, dialled } = begin()
  say(lost)
  actor.send({ type: 'disconnect' })
  actor.send({ type: 'connect' })
  clock.increment(60_000)
  expect(dialled).toHaveLength(2)
  expect(dialled.map(({ observed }) => observed).filter(Boolean)).toHaveLength(1)
})
test('RT-5 a renewal goes out on the live socket, and its failure does not end it', () => {
  const { say, live, link, actor, sendAuth } = begin()
  live()
  actor.send({ type: 'renew' })
  say({ type: 'socket.refused', reason: 'not_logged_in', retry: false })
  expect([link(), sendAuth.mock.calls.length]).toEqual(['attached.live.trusted', 2])
})
test.each([
  ['may be tried again', true, 'waiting'],
  ['is final', false, 'closed'],
])('RT-5 a proof that is refused and %s', (_, retry, then) => {
  const { say, link } = begin()
  say({ type: 'socket.opened' }, { type: 'socket.greeted' }, { type: 'socket.refused', reason: 'fault', retry })
  expect(link()).toBe(then)
})
test.each(['page.shown', 'page.woke', 'net.online'] as const)('RT-18 %s: asked at once, replaced after 3 s without an answer', (type) => {
  const { live, clock, link, actor, dialled, sendPing } = begin()
  live()
  actor.send({ type })
  expect([link(), sendPing.mock.calls.length]).toEqual(['attached.live.probing', 1])
  clock.increment(2999)
  expect(dialled).toHaveLength(1)
  clock.increment(1)
  expect([link(), dialled.length, dialled[0]?.observed]).toEqual(['attached.opening', 2, false])
})
test('RT-18 a silent peer is asked, and trusted again when it answers', () => {
  const { live, say, clock, link, dialled } = begin()
  live()
  say({ type: 'socket.fellSilent' })
  clock.increment(1000)
  say({ type: 'socket.answered' })
  clock.increment(10_000)
  expect([link(), dialled.length]).toEqual(['attached.live.trusted', 1])
})
test('RT-19 a hidden page is not declared dead by its own slow timers', () => {
  const { live, say, actor, link, sendPing } = begin()
  live()
  actor.send({ type: 'page.hidden' })
  say({ type: 'socket.fellSilent' })
  expect([link(), sendPing.mock.calls.length]).toEqual(['attached.live.trusted', 0])
})
test.each([
  ['page.hidden', 'page.shown'],
  ['net.offline', 'net.online'],
] as const)('NET-4 after %s nobody dials until %s', (gone, back) => {
  const { say, clock, actor, link, dialled } = begin()
  actor.send({ type: gone })
  say(lost)
  clock.increment(60_000)
  expect([link(), dialled.length]).toEqual(['held', 1])
  actor.send({ type: back })
  expect([link(), dialled.length]).toEqual(['attached.opening', 2])
})
test('NET-5 nobody greets, nobody proves: given up after ten seconds each', () => {
  const { say, clock, link } = begin()
  say({ type: 'socket.opened' })
  clock.increment(10_000)
  expect(link()).toBe('waiting')
  clock.increment(500)
  say({ type: 'socket.opened' }, { type: 'socket.greeted' })
  clock.increment(10_000)
  expect(link()).toBe('waiting')
})
test('NET-6 in words: connecting, live, reconnecting, offline, polling, stopped', () => {
  const { say, live, clock, actor } = begin()
  const state = () => viewOf(actor.getSnapshot()).state
  const heard = [state()]
  live()
  heard.push(state())
  say(lost)
  heard.push(state())
  actor.send({ type: 'net.offline' })
  heard.push(state())
  actor.send({ type: 'net.online' })
  for (let failure = 0; failure < 5; failure++) {
    clock.increment(20_000)
    say(lost)
  }
  clock.increment(20_000)
  heard.push(state())
  say({ type: 'socket.closed', code: 4409 })
  heard.push(state())
  expect(heard).toEqual(['connecting', 'live', 'reconnecting', 'offline', 'polling', 'stopped'])
})
