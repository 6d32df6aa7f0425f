import { reachOf } from '#tests/support/venues.ts'
import { openSession } from '#server/identity/callers.ts'
import { createHub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

/** One peer over a transport whose unsent bytes the test sets. */
const begin = async () => {
  const memory = createMemoryVenue()
  const user = await register(memory, 'ann@kontor.test')
  const token = await memory.venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  const repeated: (() => void)[] = []
  const every = (_: number, work: () => void) => {
    repeated.push(work)
    return () => undefined
  }
  const hub = createHub({
    ...reachOf(memory.venue, { every }),
    meters: createMeters(),
    log: createLog('silent'),
    every,
  })
  const transportState = { waiting: 0, code: 0, texts: new Array<string>() }
  const transport = {
    send: (text: string) => void transportState.texts.push(text),
    close: (code: number) => {
      transportState.code = code
    },
    unsentBytes: () => transportState.waiting,
  }
  const peer = hub.join(transport, '127.0.0.1')
  let i = 0
  const ask = (m: string, p: object) => {
    i += 1
    const from = transportState.texts.length
    peer.receive(JSON.stringify({ i, m, p }))
    return transportState.texts.slice(from)
  }
  const [reply = ''] = ask('auth', { token, lang: 'en', device: 'd1', tab: 't', v: 1 })
  const authReply: { r: { e: string; heads: { u: number } } } = JSON.parse(reply)
  const ready = { e: authReply.r.e, s: authReply.r.heads.u }
  const pass = (ms: number) => {
    memory.clock.advance(ms)
    repeated.forEach((work) => work())
  }
  const emitEvents = (times: number) =>
    memory.venue.command((ctx) => {
      for (let n = 0; n < times; n += 1) ctx.emit(user, { ev: 'platform.settingsChanged', v: { names: ['notice'] } })
    })
  return { transportState, ask, pass, emitEvents, ready }
}

test('RT-20 missed events are replayed in arrays of at most sixty-four, each once', async () => {
  const { ask, emitEvents, ready } = await begin()
  await emitEvents(130)
  const [reply, ...texts] = ask('sub', { c: 'u:me', e: ready.e, s: ready.s })
  expect(JSON.parse(reply ?? '')).toMatchObject({ r: { mode: 'resumed', n: 130 } })
  const arrays: { s: number }[][] = texts.map((text) => JSON.parse(text))
  expect(arrays.map(({ length }) => length)).toEqual([64, 64, 2])
  expect(arrays.flat().map(({ s }) => s - ready.s)).toEqual(Array.from({ length: 130 }, (_, n) => n + 1))
})
test('RT-20 a client that subscribes but does not read is refused, and finally disconnected', async () => {
  const { transportState, ask, pass } = await begin()
  expect(ask('sub', { c: 'depth:BTC-USDT' })[0]).toContain('"mode":"fresh"')
  transportState.waiting = 300_000
  expect(ask('sub', { c: 'depth:BTC-USDT' })).toEqual([expect.stringContaining('"reason":"too_many"')])
  pass(1000)
  expect(transportState.code).toBe(0)
  pass(10_000)
  expect(transportState.code).toBe(4001)
})
test('RT-20 with more than 1 MiB unsent a client is disconnected at the next check', async () => {
  const { transportState, pass } = await begin()
  transportState.waiting = 1024 * 1024 + 1
  pass(1000)
  expect(transportState.code).toBe(4001)
})
test('RT-22 repeated replays are rate limited by their number of events; a replay of nothing costs almost nothing', async () => {
  const { ask, emitEvents, ready, pass } = await begin()
  await emitEvents(900)
  const again = () => JSON.parse(ask('sub', { c: 'u:me', e: ready.e, s: ready.s })[0] ?? '')
  expect([again(), again(), again()].map(({ r }) => r?.n)).toEqual([900, 900, 900])
  expect(again()).toMatchObject({ x: { reason: 'too_many', after: expect.any(Number) } })
  pass(8000)
  expect(again()).toMatchObject({ r: { n: 900 } })
  pass(10_000)
  for (let n = 0; n < 20; n += 1)
    expect(JSON.parse(ask('sub', { c: 'u:me', e: ready.e, s: ready.s + 900 })[0] ?? '')).toMatchObject({ r: { n: 0 } })
})
