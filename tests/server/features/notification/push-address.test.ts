import { maxPushAddress } from '#contract/notification/push.ts'
import { isPublicAddress, pushAddressOf } from '#server/features/notification/sending/address.ts'
import { createPost, PrivateAddress } from '#server/features/notification/sending/post.ts'
import { openPort } from '#tests/support/open-port.ts'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGuq',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAAA%3d',
  'https://push.kontor.test/send/1',
  'https://push.kontor.test:443/send/1',
])('PUSH-9 the address of a push service is accepted: %s', (text) =>
  expect(pushAddressOf(text)?.protocol).toBe('https:'),
)

test.each([
  '',
  'nonsense',
  'http://push.kontor.test/a',
  'ftp://push.kontor.test/a',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://push.kontor.test:8443/a',
  'https://push.kontor.test:80/a',
  'https://user@push.kontor.test/a',
  'https://user:pass@push.kontor.test/a',
  'https://push.kontor.test/a#b',
  'https://localhost/a',
  'https://metadata/a',
  'https://kontor/a',
  'https://127.0.0.1/a',
  'https://127.1/a',
  'https://2130706433/a',
  'https://0x7f000001/a',
  'https://0177.0.0.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://8.8.8.8/a',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://[fd00::1]/a',
  'https://１２７.0.0.1/a',
  'https://push.kontor.test./a',
  'https://-a.kontor.test/a',
  `https://push.kontor.test/${'a'.repeat(maxPushAddress)}`,
])('PUSH-9 no address of a push service is accepted in: %s', (text) => expect(pushAddressOf(text)).toBeNull())

test.each([
  ['8.8.8.8', true],
  ['142.250.74.10', true],
  ['2607:f8b0:4004:800::200a', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.1', false],
  ['192.0.2.1', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2002:a00:1::', false],
  ['2001::1', false],
  ['nonsense', false],
  ['', false],
])('PUSH-9 %s is an address of the public internet: %s', (address, is) => expect(isPublicAddress(address)).toBe(is))

/** A push service on this machine, which only a test can reach: name, port and client are replaced. */
async function service(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  more: Partial<Parameters<typeof createPost>[0]> = {},
) {
  const asked: { path: string | undefined; body: string }[] = []
  const server = http.createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        asked.push({ path: incoming.url, body: String(Buffer.concat(parts)) })
        answer(incoming, outgoing)
      })
  })
  const { url } = await openPort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const post = createPost({
    request: http.request,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: () => true,
    port: Number(new URL(url).port),
    ...more,
  })
  const say = (path = '/send/1') =>
    post(new URL(`http://push.kontor.test${path}`), { TTL: 60 }, Buffer.from('sealed'), new AbortController().signal)
  return { asked, say }
}

test('PUSH-10 what is posted arrives, and what the service asks for is heard', async () => {
  const { asked, say } = await service((_, outgoing) => outgoing.writeHead(429, { 'Retry-After': '120' }).end('later'))
  expect(await say()).toEqual({ status: 429, afterMs: 120_000 })
  expect(asked).toEqual([{ path: '/send/1', body: 'sealed' }])
})
test('PUSH-10 a redirect is not followed, and an absurd wait is cut', async () => {
  const { asked, say } = await service((_, outgoing) =>
    outgoing.writeHead(307, { Location: 'http://127.0.0.1/inside', 'Retry-After': '99999999' }).end(),
  )
  expect(await say()).toEqual({ status: 307, afterMs: 3_600_000 })
  expect(asked).toHaveLength(1)
})
test.each([
  ['this machine', [{ address: '127.0.0.1', family: 4 }]],
  ['the metadata of a cloud', [{ address: '169.254.169.254', family: 4 }]],
  [
    'a public and a private address',
    [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  ],
  ['nothing', []],
])('PUSH-10 a name that leads to %s is not connected to', async (_, found) => {
  const { asked, say } = await service((_incoming, outgoing) => outgoing.end(), {
    isAllowed: (address) => address !== '127.0.0.1' && address !== '169.254.169.254' && address !== '10.0.0.1',
    resolve: async () => found,
  })
  await expect(say()).rejects.toThrow(PrivateAddress)
  expect(asked).toEqual([])
})
test('PUSH-10 the connection goes to the address that was looked at: a name that changes its mind is not asked twice', async () => {
  let times = 0
  const resolve = async () => {
    times += 1
    return [{ address: times === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  const { asked, say } = await service((_, outgoing) => outgoing.writeHead(201).end(), { resolve })
  expect([await say(), asked.length, times]).toEqual([{ status: 201, afterMs: null }, 1, 1])
})
test('PUSH-10 by default this machine is out of reach, whatever name leads to it', async () => {
  const post = createPost({
    request: http.request,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    port: 1,
  })
  await expect(
    post(new URL('http://push.kontor.test/'), {}, Buffer.alloc(0), new AbortController().signal),
  ).rejects.toThrow(PrivateAddress)
})
test('PUSH-10 a service that never answers is given up', async () => {
  const { say } = await service(() => undefined, { waitMs: 50 })
  await expect(say()).rejects.toThrow(/abort|timeout/i)
})
