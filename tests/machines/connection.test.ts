import { closeCodes, closePolicy } from '#contract/wire/close.ts'
import {
  connectionMachine,
  defaultWaits,
  viewOf,
  type ConnectionEvent,
  type SocketEvent,
} from '#machines/kit/connection.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { NEVER, Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { createActor, fromEventObservable, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const noActions = {
  sendAuth: () => {},
  sendPing: () => {},
  publishReady: () => {},
  publishAway: () => {},
  dropCursors: () => {},
}

const spy = () => vi.fn<() => void>()
const startConnection = () => {
  const dialled: Subject<SocketEvent>[] = []
  const clock = new SimulatedClock()
  const actions = { sendAuth: spy(), sendPing: spy(), publishReady: spy(), publishAway: spy(), dropCursors: spy() }
  const openSocket = fromEventObservable<SocketEvent, void>(() => {
    const socket$ = new Subject<SocketEvent>()
    dialled.push(socket$)
    return socket$
  })
  const logic = connectionMachine.provide({ actors: { openSocket }, actions })
  const actor = createActor(logic, { clock, input: defaultWaits }).start()
  const ended: string[] = []
  actor.on('session.ended', ({ message }) => ended.push(message))
  const report = (...events: SocketEvent[]) => events.forEach((event) => dialled.at(-1)?.next(event))
  const live = () => report({ type: 'socket.opened' }, { type: 'socket.greeted' }, { type: 'socket.proven' })
  const link = () => {
    const leaf = leavesOf(actor.getSnapshot().value).find((each) => each.startsWith('link'))
    return leaf?.replace('link.', '').replace('wanted.', '')
  }
  actor.send({ type: 'connect' })
  return { actor, clock, dialled, report, live, link, ended, ...actions }
}
const lost: SocketEvent = { type: 'socket.closed', code: 1006 }

test('NET-1 a connection begins with the first wait, without a failure, and with nothing to wait for besides', () => {
  expect(createActor(connectionMachine, { input: defaultWaits }).getSnapshot().context).toMatchObject({
    waitMs: defaultWaits.firstWaitMs,
    minWaitMs: 0,
    failures: 0,
    message: '',
    why: null,
    reason: null,
  })
})
test('NET-1 every state is reached', () => {
  const silent = connectionMachine.provide({
    actors: { openSocket: fromEventObservable<SocketEvent, void>(() => NEVER) },
    actions: noActions,
  })
  const events: ConnectionEvent[] = [
    { type: 'connect' },
    { type: 'disconnect' },
    { type: 'socket.opened' },
    { type: 'socket.greeted' },
    { type: 'socket.proven' },
    { type: 'socket.fellSilent' },
    { type: 'page.hidden' },
    { type: 'page.shown' },
    { type: 'net.offline' },
    { type: 'net.online' },
    lost,
  ]
  const serializeState = ({ value }: { value: unknown }) => JSON.stringify(value)
  const paths = getShortestPaths(silent, { input: defaultWaits, events, serializeState, limit: 2000 })
  const reached = new Set(paths.flatMap(({ state }) => leavesOf(state.value)))
  expect([...reached].toSorted()).toEqual(leaves(connectionMachine).toSorted())
})
test('NET-1 an actor that was not provided fails loudly', () => {
  const actor = createActor(connectionMachine, { input: defaultWaits })
  const failed = vi.fn<(error: unknown) => void>()
  actor.subscribe({ error: failed })
  actor.start()
  actor.send({ type: 'connect' })
  expect(failed).toHaveBeenCalledWith(new Error('openSocket was not provided'))
})
test('RT-1 hello, then auth, then ready', () => {
  const { report, link, sendAuth, publishReady } = startConnection()
  report({ type: 'socket.opened' })
  expect([link(), sendAuth.mock.calls.length]).toEqual(['attached.greeting', 0])
  report({ type: 'socket.greeted' })
  expect([link(), sendAuth.mock.calls.length, publishReady.mock.calls.length]).toEqual(['attached.proving', 1, 0])
  report({ type: 'socket.proven' })
  expect([link(), publishReady.mock.calls.length]).toEqual(['attached.live.trusted', 1])
})
test('NET-2 each failure doubles the wait, up to 20 s', () => {
  const { clock, report, link } = startConnection()
  for (const waitMs of [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]) {
    report(lost)
    clock.increment(waitMs - 1)
    expect(link()).toBe('waiting')
    clock.increment(1)
    expect(link()).toBe('attached.opening')
  }
})
test.each([
  ['a connection that lived ten seconds resets the wait', 10_000, 500],
  ['a shorter one does not', 9_999, 1000],
])('NET-3 %s', (_, livedMs, waitMs) => {
  const { clock, report, live, link } = startConnection()
  report(lost)
  clock.increment(500)
  live()
  clock.increment(livedMs)
  report(lost)
  clock.increment(waitMs - 1)
  expect(link()).toBe('waiting')
  clock.increment(1)
  expect(link()).toBe('attached.opening')
})

const codes = [1000, 1001, 1005, 1006, 1011, 1012, 1013, ...Object.values(closeCodes), 4099, 4250, 4300, 4500]
test.each(codes.map((code) => [code, closePolicy(code)] as const))('RT-2 close code %i: policy %s', (code, policy) => {
  const { clock, report, live, link, ended, dropCursors, dialled, actor } = startConnection()
  live()
  report({ type: 'socket.saidBye', code, message: 'over', afterMs: 7000 }, { type: 'socket.closed', code })
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
test('RT-22 closed for too many requests without a wait: at least five seconds', () => {
  const { clock, report, live, link } = startConnection()
  live()
  report({ type: 'socket.closed', code: closeCodes.tooMany })
  clock.increment(4999)
  expect(link()).toBe('waiting')
  clock.increment(1)
  expect(link()).toBe('attached.opening')
})
test('RT-3 999 in-band and then 4999: one logout, and a new login gets a new socket', () => {
  const { report, live, link, ended, actor, dialled } = startConnection()
  live()
  const bye: SocketEvent = { type: 'socket.saidBye', code: 999, message: 'logged in elsewhere', afterMs: null }
  report(bye, { type: 'socket.closed', code: 4999 })
  expect([link(), ended]).toEqual(['closed', ['logged in elsewhere']])
  actor.send({ type: 'connect' })
  expect([link(), dialled.length, actor.getSnapshot().context.reason]).toEqual(['attached.opening', 2, null])
})
test('RT-4 logout and login while a retry is pending: one new socket', () => {
  const { report, clock, actor, dialled } = startConnection()
  report(lost)
  actor.send({ type: 'disconnect' })
  actor.send({ type: 'connect' })
  clock.increment(60_000)
  expect(dialled).toHaveLength(2)
  expect(dialled.map(({ observed }) => observed).filter(Boolean)).toHaveLength(1)
})
test('RT-5 a renewal is sent on the live socket, and its refusal does not end it', () => {
  const { report, live, link, actor, sendAuth } = startConnection()
  live()
  actor.send({ type: 'renew' })
  report({ type: 'socket.refused', reason: 'not_logged_in', retry: false })
  expect([link(), sendAuth.mock.calls.length]).toEqual(['attached.live.trusted', 2])
})
test.each([
  ['retryable', true, 'waiting'],
  ['final', false, 'closed'],
])('RT-5 a %s refusal of the credentials', (_, retry, then) => {
  const { report, link } = startConnection()
  report({ type: 'socket.opened' }, { type: 'socket.greeted' }, { type: 'socket.refused', reason: 'fault', retry })
  expect(link()).toBe(then)
})
test.each(['page.shown', 'page.woke', 'net.online'] as const)('RT-18 %s: a probe, replaced after 3 s', (type) => {
  const { live, clock, link, actor, dialled, sendPing } = startConnection()
  live()
  actor.send({ type })
  expect([link(), sendPing.mock.calls.length]).toEqual(['attached.live.probing', 1])
  clock.increment(2999)
  expect(dialled).toHaveLength(1)
  clock.increment(1)
  expect([link(), dialled.length, dialled[0]?.observed]).toEqual(['attached.opening', 2, false])
})
test('RT-18 a silent peer is probed, and trusted again when it answers', () => {
  const { live, report, clock, link, dialled } = startConnection()
  live()
  report({ type: 'socket.fellSilent' })
  clock.increment(1000)
  report({ type: 'socket.answered' })
  clock.increment(10_000)
  expect([link(), dialled.length]).toEqual(['attached.live.trusted', 1])
})
test('RT-19 a hidden page does not probe, because its own timers are slow', () => {
  const { live, report, actor, link, sendPing } = startConnection()
  live()
  actor.send({ type: 'page.hidden' })
  report({ type: 'socket.fellSilent' })
  expect([link(), sendPing.mock.calls.length]).toEqual(['attached.live.trusted', 0])
})
test.each([
  ['page.hidden', 'page.shown'],
  ['net.offline', 'net.online'],
] as const)('NET-4 after %s no connection attempt until %s', (gone, back) => {
  const { report, clock, actor, link, dialled } = startConnection()
  actor.send({ type: gone })
  report(lost)
  clock.increment(60_000)
  expect([link(), dialled.length]).toEqual(['held', 1])
  actor.send({ type: back })
  expect([link(), dialled.length]).toEqual(['attached.opening', 2])
})
test('NET-5 an attempt without greeting or without proof ends after ten seconds', () => {
  const { report, clock, link } = startConnection()
  report({ type: 'socket.opened' })
  clock.increment(10_000)
  expect(link()).toBe('waiting')
  clock.increment(500)
  report({ type: 'socket.opened' }, { type: 'socket.greeted' })
  clock.increment(10_000)
  expect(link()).toBe('waiting')
})
test('NET-30 a device that says it is offline is not believed: the socket is asked at once, and trusted if it answers', () => {
  const { report, live, clock, actor } = startConnection()
  const state = () => viewOf(actor.getSnapshot()).state
  live()
  actor.send({ type: 'net.offline' })
  const states = [state()]
  report({ type: 'socket.answered' })
  states.push(state())
  actor.send({ type: 'net.offline' })
  states.push(state())
  clock.increment(3000)
  states.push(state())
  expect(states).toEqual(['checking', 'live', 'checking', 'offline'])
})
test('NET-31 the reason of a logout is told with it', () => {
  const { report, live, actor } = startConnection()
  const ends: unknown[] = []
  actor.on('session.ended', (end) => ends.push(end))
  live()
  report({ type: 'socket.saidBye', code: 999, message: 'Log in.', afterMs: null, why: 'password' })
  expect(ends).toEqual([{ type: 'session.ended', message: 'Log in.', why: 'password' }])
})
test('NET-6 the shown states: connecting, live, reconnecting, offline, polling, stopped', () => {
  const { report, live, clock, actor } = startConnection()
  const state = () => viewOf(actor.getSnapshot()).state
  const states = [state()]
  live()
  states.push(state())
  report(lost)
  states.push(state())
  actor.send({ type: 'net.offline' })
  states.push(state())
  actor.send({ type: 'net.online' })
  for (let failure = 0; failure < 5; failure++) {
    clock.increment(20_000)
    report(lost)
  }
  clock.increment(20_000)
  states.push(state())
  report({ type: 'socket.closed', code: 4409 })
  states.push(state())
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'offline', 'polling', 'stopped'])
})
