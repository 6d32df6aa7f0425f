import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway()
})
afterAll(() => harness.stop())

/** Sends raw text; resolves to everything received until the server closes. */
const send = (text: string, isReset = false) =>
  new Promise<string>((done) => {
    let received = ''
    const socket = connect(Number(new URL(harness.url).port), '127.0.0.1', () => {
      socket.write(text)
      if (isReset) socket.resetAndDestroy()
    })
    socket.on('data', (some) => {
      received += some.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(received))
  })
const close = 'Host: x\r\nConnection: close\r\n\r\n'
const upgrade = (more = '') =>
  'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`
const isUp = async () => (await harness.call('GET', 'api/config/getSetting')).status === 200

test.each([
  ['an invalid address', 'GET // HTTP/1.1', 404],
  ['a broken host in the address', 'GET http://[bad/other HTTP/1.1', 404],
  ['another address', 'GET /other HTTP/1.1', 404],
  [
    'the socket through a broken host, of a foreign origin',
    'GET http://[bad/ws HTTP/1.1\r\nOrigin: http://evil.test',
    403,
  ],
])('AT44 an upgrade to %s is refused and closed, and the server goes on', async (_, line, status) => {
  expect(await send(`${line}\r\n${upgrade()}`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(await isUp()).toBe(true)
})
test('AT44 the server goes on if the sender of an upgrade disconnects before the refusal', async () => {
  await Promise.all(
    Array.from({ length: 30 }, () => send(`GET /ws HTTP/1.1\r\n${upgrade('Origin: http://evil.test\r\n')}`, true)),
  )
  await Promise.all(
    Array.from({ length: 30 }, () => send(`GET /ws HTTP/1.1\r\n${upgrade('Origin: http://x\r\n')}`, true)),
  )
  expect(await isUp()).toBe(true)
})
test.each([
  ['an invalid escape in the path of a file', `GET /upload/%ff HTTP/1.1\r\n${close}`, 404],
  ['a NUL in the path of a file', `GET /upload/kyc/%00.png HTTP/1.1\r\n${close}`, 404],
  ['a path out of the uploads', `GET /upload/kyc/..%2f..%2fvenue.db HTTP/1.1\r\n${close}`, 404],
  ['an unknown call', `GET /api/%ff HTTP/1.1\r\n${close}`, 404],
  ['two slashes', `GET // HTTP/1.1\r\n${close}`, 404],
  ['a foreign host in the address', `GET http://evil.test/api/nowhere HTTP/1.1\r\n${close}`, 404],
  ['an unsupported method', `TRACE /api/config/getSetting HTTP/1.1\r\n${close}`, 405],
  ['a broken host', 'GET /api/config/getSetting HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  ['an unknown method', `BREW /api/config/getSetting HTTP/1.1\r\n${close}`, 400],
  ['two lengths', `POST /api/sms_mail HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${close}{}`, 400],
  [
    'a length and chunks',
    `POST /api/sms_mail HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
    400,
  ],
  ['a header of 20 kB', `GET /api/config/getSetting HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${close}`, 431],
])('AT57 %s is refused, never a fault', async (_, text, status) => {
  expect(await send(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(harness.bugs).toEqual([])
})
