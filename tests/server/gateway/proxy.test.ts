import { createForwarding } from '#server/gateway/proxy.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { belowBase, openServer } from '#server/gateway/server.ts'
import { market } from '#contract/market/market.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dial, openGateway } from '#tests/support/gateway.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

const page = 'https://kontor.example'
/** How a socket of that page ends behind a proxy that rewrites Host, and what is logged. */
const dialBehindProxy = async (isProxyTrusted: boolean, headers: Record<string, string>, times = 1) => {
  const lines: string[] = []
  const gateway = await openGateway({
    isProxyTrusted,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
  })
  onTestFinished(gateway.stop)
  const ends: string[] = []
  for (let n = 0; n < times; n += 1) {
    const line = await dial(gateway.url, { origin: page, headers })
    ends.push(
      await Promise.race([
        line.wait(({ k }) => k === 'hello').then(() => 'greeted'),
        line.closed.then((code) => `closed ${code}`),
      ]),
    )
    line.end()
  }
  return { ends, logged: lines.filter((line) => line.includes('a socket was refused')).length }
}
test('PROXY-1 a trusted proxy that rewrites Host is believed in X-Forwarded-Host: the socket opens', async () => {
  expect(await dialBehindProxy(true, { 'X-Forwarded-Host': 'kontor.example' })).toEqual({
    ends: ['greeted'],
    logged: 0,
  })
})
test('PROXY-1 without that trust the header says nothing: the socket is refused, and one line of the log says what to set', async () => {
  expect(await dialBehindProxy(false, { 'X-Forwarded-Host': 'kontor.example' }, 3)).toEqual({
    ends: ['closed 1006', 'closed 1006', 'closed 1006'],
    logged: 1,
  })
})
test('PROXY-2 of a chain of addresses only the one counts that the proxy in front of us wrote', () => {
  const headers = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.9',
    host: 'a',
    origin: 'http://b',
    'x-forwarded-host': 'b, c',
  }
  expect(createForwarding(true).addressOf(headers, '127.0.0.1')).toBe('203.0.113.9')
  expect(createForwarding(false).addressOf(headers, '127.0.0.1')).toBe('127.0.0.1')
  expect(createForwarding(true).addressOf({ 'x-forwarded-for': '' }, '127.0.0.1')).toBe('127.0.0.1')
  // The first host may be whatever a client wrote.
  expect(createForwarding(true).isOwnOrigin(headers)).toBe(false)
  expect(createForwarding(true).isOwnOrigin({ ...headers, origin: 'https://c' })).toBe(true)
})
test('PROXY-3 below the base path lies everything, at the root what is called', () => {
  const paths = [
    '/floor/api/user/login?a=1',
    '/floor/chat/x',
    '/floor/upload/avatar/a.png',
    '/floor/ws',
    '/floor/healthz',
    '/floor/',
    '/floor/assets/api.js',
    '/floor/apiary',
    '/api/x',
    '/floorapi/x',
  ]
  expect(paths.map((path) => belowBase(path, '/floor/'))).toEqual([
    '/api/user/login?a=1',
    '/chat/x',
    '/upload/avatar/a.png',
    '/ws',
    '/healthz',
    '/floor/',
    '/floor/assets/api.js',
    '/floor/apiary',
    '/api/x',
    '/floorapi/x',
  ])
  expect(belowBase('/api/x', '/')).toBe('/api/x')
})
test('GATE-2 one address holds so many connections open and no more; a closed one makes room', async () => {
  const { server, port } = await openServer({
    port: 0,
    bind: '127.0.0.1',
    base: '/',
    maxPerAddress: 2,
    answer: () => new Response('here'),
  })
  onTestFinished(() => void server.close())
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const answer = new Promise<string>((told) => {
      socket.once('data', (data) => told(data.toString().slice(0, 12)))
      socket.once('close', () => told('closed'))
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return { socket, answer: await answer }
  }
  const [first, second, third] = [await open(), await open(), await open()]
  expect([first.answer, second.answer, third.answer]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'closed'])
  const isLeft = new Promise((left) => first.socket.once('close', left))
  first.socket.destroy()
  await isLeft
  // The server hears of it a little later: asked until there is room.
  for (let last = ''; last !== 'HTTP/1.1 200'; ) {
    const again = await open()
    last = again.answer
    again.socket.destroy()
  }
  second.socket.destroy()
})
test('GATE-3 many accounts of one address share a wider limit; those of another address do not feel it', async () => {
  const limits = createLimits(1)
  const ask = (account: number, address: string) =>
    limits.call(market.tickers, { user: account, address }).then(
      () => 'ok',
      (thrown: unknown) => (thrown instanceof Refusal ? thrown.reason : 'bug'),
    )
  const counts = { ok: 0, too_many: 0, bug: 0 }
  for (let n = 0; n < 700; n += 1) {
    const outcome = await ask(n % 100, '203.0.113.1')
    if (outcome === 'ok' || outcome === 'too_many') counts[outcome] += 1
    else counts.bug += 1
  }
  expect(counts).toEqual({ ok: 600, too_many: 100, bug: 0 })
  expect(await ask(101, '203.0.113.2')).toBe('ok')
})
