import { busOf } from '#tests/support/venues.ts'
import { openSession } from '#server/identity/callers.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

/** One peer over a line whose other end takes as much as the test says. */
const begin = async () => {
  const memory = createMemoryVenue()
  const user = await register(memory, 'ann@kontor.test')
  const token = await memory.venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  const beats: (() => void)[] = []
  const hub = createHub({
    bus: busOf(memory.venue), meters: createMeters(), log: createLog('silent'),
    every: (_, work) => {
      beats.push(work)
      return () => undefined
    },
  })
  const line = { waiting: 0, code: 0, texts: new Array<string>() }
  const wire = {
    send: (text: string) => void line.texts.push(text),
    close: (code: number) => {
      line.code = code
    },
    unsentBytes: () => line.waiting,
  }
  const peer = hub.join(wire, '127.0.0.1')
  let i = 0
  const ask = (m: string, p: object) => {
    i += 1
    const from = line.texts.length
    peer.receive(JSON.stringify({ i, m, p }))
    return line.texts.slice(from)
  }
  const [reply = ''] = ask('auth', { token, lang: 'en', device: 'd1', tab: 't', v: 1 })
  const said: { r: { e: string; heads: { u: number } } } = JSON.parse(reply)
  const ready = { e: said.r.e, s: said.r.heads.u }
  const pass = (ms: number) => {
    memory.clock.turn(ms)
    beats.forEach((work) => work())
  }
  const tell = (times: number) =>
    memory.venue.command((ctx) => {
      for (let n = 0; n < times; n += 1) ctx.emit(user, { ev: 'platform.settingsChanged', v: { names: ['notice'] } })
    })
  return { line, ask, pass, tell, ready }
}

test('RT-20 what was missed comes in arrays of at most sixty-four, each event once', async () => {
  const { ask, tell, ready } = await begin()
  await tell(130)
  const [reply, ...texts] = ask('sub', { c: 'u:me', e: ready.e, s: ready.s })
  expect(JSON.parse(reply ?? '')).toMatchObject({ r: { mode: 'resumed', n: 130 } })
  const told: { s: number }[][] = texts.map((text) => JSON.parse(text))
  expect(told.map(({ length }) => length)).toEqual([64, 64, 2])
  expect(told.flat().map(({ s }) => s - ready.s)).toEqual(Array.from({ length: 130 }, (_, n) => n + 1))
})
test('RT-20 who asks again and again and reads nothing is refused to be told more, and at last cut', async () => {
  const { line, ask, pass } = await begin()
  expect(ask('sub', { c: 'depth:BTC-USDT' })[0]).toContain('"mode":"fresh"')
  line.waiting = 300_000
  expect(ask('sub', { c: 'depth:BTC-USDT' })).toEqual([expect.stringContaining('"reason":"too_many"')])
  pass(1000)
  expect(line.code).toBe(0)
  pass(10_000)
  expect(line.code).toBe(4001)
})
test('RT-20 more than a million waiting bytes are cut at the next look', async () => {
  const { line, pass } = await begin()
  line.waiting = 1024 * 1024 + 1
  pass(1000)
  expect(line.code).toBe(4001)
})
test('RT-22 the same replay again and again waits; what nobody missed costs nothing to speak of', async () => {
  const { ask, tell, ready, pass } = await begin()
  await tell(900)
  const again = () => JSON.parse(ask('sub', { c: 'u:me', e: ready.e, s: ready.s })[0] ?? '')
  expect([again(), again(), again()].map(({ r }) => r?.n)).toEqual([900, 900, 900])
  expect(again()).toMatchObject({ x: { reason: 'too_many', after: expect.any(Number) } })
  pass(8000)
  expect(again()).toMatchObject({ r: { n: 900 } })
  pass(10_000)
  for (let n = 0; n < 20; n += 1) expect(JSON.parse(ask('sub', { c: 'u:me', e: ready.e, s: ready.s + 900 })[0] ?? '')).toMatchObject({ r: { n: 0 } })
})
