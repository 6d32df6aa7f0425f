import type { Down } from '#contract/wire/down.ts'
import { defaultWaits } from '#machines/kit/connection.ts'
import { connectionLogic, connectionView$, type Credentials } from '#src/actors/connection.actors.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import type { Ready } from '#streams/kit/connection.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import { fakeSockets } from '#tests/support/fake-socket.ts'
import { VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

const one: Credentials = { login: 1, token: 'a', lang: 'en', device: 'd', tab: 't' }

/** The logic with fake sockets; the clocks of the machine and of the streams are advanced together. */
function begin(chance = 0.5) {
  const sockets = fakeSockets()
  const clock = new SimulatedClock()
  const time = new VirtualTimeScheduler()
  const who = { now: one }
  const invalidFrames: string[] = []
  const { logic, connection, samples$ } = connectionLogic({
    dial: sockets.dial,
    chance: () => chance,
    credentials: () => who.now,
    steadyMs: () => time.now(),
    onInvalidFrame: (invalidFrame) => invalidFrames.push(invalidFrame),
    time,
  })
  const messages: Down[] = []
  const readies: (Ready | null)[] = []
  const samples: TimeSample[] = []
  connection.messages$.subscribe((message) => messages.push(message))
  connection.ready$.subscribe((ready) => readies.push(ready))
  samples$.subscribe((sample) => samples.push(sample))
  const actor = createActor(logic, { clock, input: defaultWaits }).start()
  const pass = (ms: number) => {
    clock.increment(ms)
    time.maxFrames = time.now() + ms
    time.flush()
    time.frame = time.maxFrames
  }
  actor.send({ type: 'connect' })
  const live = () => {
    sockets.open()
    sockets.greet()
    sockets.prove()
  }
  return { ...sockets, actor, connection, messages, readies, samples, invalidFrames, who, time, pass, live }
}
const push = { c: 'u:me', k: 'event', e: 'e1', s: 5, b: 4, t: 0, d: {} } as const

test('RT-1 hello, auth, ready: nothing is sent before ready, and request numbers increase by one', () => {
  const { open, greet, prove, at, connection, readies } = begin()
  open()
  expect(connection.send({ m: 'sub', p: { c: 'u:me' } })).toBeNull()
  greet()
  expect(connection.send({ m: 'sub', p: { c: 'u:me' } })).toBeNull()
  expect(at(0).sent).toEqual([{ i: 1, m: 'auth', p: { token: 'a', lang: 'en', device: 'd', tab: 't', v: 1 } }])
  prove()
  expect(connection.send({ m: 'sub', p: { c: 'u:me' } })).toBe(2)
  expect(readies).toEqual([null, { attempt: 1, login: 1, uid: '7', epoch: 'e1', head: 4 }])
})
test('NET-7 a lost socket is dialled again exactly after its jittered wait', () => {
  const { live, close, pass, attempts, readies } = begin()
  live()
  close(1012)
  pass(249)
  expect([attempts.length, readies.at(-1)]).toEqual([1, null])
  pass(1)
  expect([attempts.length, attempts[0]?.isUnsubscribed()]).toEqual([2, true])
})
test('RT-26 late frames of an old socket are ignored', () => {
  const { live, close, pass, say, messages, readies } = begin()
  live()
  close(1006)
  pass(250)
  live()
  say(push, 0)
  expect([messages, readies.at(-1)?.attempt]).toEqual([[], 2])
  say(push, 1)
  expect(messages).toEqual([push])
})
test('RT-21 invalid frames are dropped and counted; ten within ten seconds end the attempt', () => {
  const { live, say, messages, invalidFrames, attempts, pass, readies } = begin()
  live()
  const garbage = [
    'not json',
    '{"k":"unheard of"}',
    `{"k":"hb","now":"late"}`,
    `"${'x'.repeat(300_000)}"`,
    '[[],{}]',
    '{"__proto__":{"k":"hb"}}',
    'null',
    '[]x',
  ]
  garbage.forEach((frame) => say(frame))
  expect([invalidFrames.length, messages]).toEqual([9, []])
  say([push, { ...push, s: 6 }])
  expect(messages).toHaveLength(2)
  say('{}')
  expect(readies.at(-1)).toBeNull()
  pass(500)
  expect(attempts).toHaveLength(2)
})
test('RT-21 slow invalid frames do not end the attempt', () => {
  const { live, say, pass, readies } = begin()
  live()
  for (let count = 0; count < 30; count++) {
    say('garbage')
    pass(1200)
  }
  expect(readies.at(-1)).not.toBeNull()
})
test('RT-18 a half-open connection is pinged after 15 s of silence and replaced within 18', () => {
  const { live, pass, at, attempts } = begin()
  live()
  pass(14_999)
  expect(at(0).sent.at(-1)?.m).toBe('auth')
  pass(1)
  expect(at(0).sent.at(-1)?.m).toBe('ping')
  pass(2999)
  expect(attempts).toHaveLength(1)
  pass(1)
  expect([attempts.length, attempts[0]?.isUnsubscribed()]).toEqual([2, true])
})
test('RT-18 messages put the alarm off; each silence is told once, and the next one again', () => {
  const { live, pass, say, at, lastI, attempts } = begin()
  live()
  const pings = () => at(-1).sent.filter(({ m }) => m === 'ping').length
  for (let count = 0; count < 20; count++) {
    pass(1000)
    say({ k: 'hb', now: 1, h: { u: 0 } })
  }
  pass(14_999)
  expect(pings()).toBe(0)
  pass(1)
  expect(pings()).toBe(1)
  pass(100)
  say({ i: lastI(), r: { now: 51_000 } })
  pass(14_999)
  expect(pings()).toBe(1)
  pass(1)
  expect([pings(), attempts.length]).toEqual([2, 1])
})
test('RT-18 a connection that replies to the ping stays, and the reply is a clock sample', () => {
  const { live, pass, say, lastI, attempts, samples, actor } = begin()
  live()
  actor.send({ type: 'page.woke' })
  pass(40)
  say({ i: lastI(), r: { now: 51_000 } })
  pass(5000)
  expect(attempts).toHaveLength(1)
  expect(samples).toEqual([
    { askedAt: 0, answeredAt: 0, serverAt: 50_000 },
    { askedAt: 0, answeredAt: 40, serverAt: 51_000 },
  ])
})
test('RT-19 a hidden page replies to heartbeats once a minute and stays connected', () => {
  const { live, pass, say, at, attempts, actor } = begin()
  live()
  actor.send({ type: 'page.hidden' })
  for (let minute = 0; minute < 10; minute++) {
    pass(60_000)
    say({ k: 'hb', now: 0, h: { u: 4 } })
  }
  expect([attempts.length, at(0).sent.filter(({ m }) => m === 'hb').length]).toEqual([1, 10])
})
test('RT-5 a renewed token: a second auth on the same socket, published under the new login', () => {
  const { live, actor, at, prove, who, readies } = begin()
  live()
  who.now = { ...one, login: 2, token: 'b' }
  actor.send({ type: 'renew' })
  expect(at(0).sent.at(-1)).toMatchObject({ m: 'auth', p: { token: 'b' } })
  prove()
  expect(readies.map((ready) => ready?.login)).toEqual([undefined, 1, 2])
})
test('NET-8 an untrusted connection is closed and dialled again after a wait', () => {
  const { live, connection, pass, attempts, invalidFrames } = begin()
  live()
  connection.fail('depth:A-B: 3 fresh')
  expect([invalidFrames, attempts[0]?.isUnsubscribed()]).toEqual([['depth:A-B: 3 fresh'], true])
  pass(250)
  expect(attempts).toHaveLength(2)
})
test('NET-9 a loss of less than three seconds is not reported', () => {
  const { live, close, pass, actor, time } = begin(0.999)
  const views: ConnectionState[] = []
  connectionView$(actor, time).subscribe((view) => views.push(view))
  live()
  close(1006)
  pass(500)
  live()
  pass(5000)
  close(1006)
  pass(3000)
  pass(1)
  expect(views.map(({ state }) => state)).toEqual(['connecting', 'live', 'reconnecting'])
})
test('NET-9 a short loss is not reported after repeated losses either', () => {
  const { live, close, pass, actor, time } = begin(0.1)
  const views: ConnectionState[] = []
  connectionView$(actor, time).subscribe((view) => views.push(view))
  for (let loss = 1; loss <= 8; loss += 1) {
    live()
    close(1006)
    pass(2000)
  }
  live()
  close(1006)
  pass(3001)
  expect(views.map(({ state }) => state)).toEqual(['connecting', 'live', 'polling'])
})
