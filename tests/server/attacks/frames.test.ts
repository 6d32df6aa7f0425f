import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway()
})
afterAll(() => harness.stop())

type Options = { opcode?: number; isLast?: boolean; rsv?: number; isMasked?: boolean; body?: Buffer; size?: number }
/** Builds one WebSocket frame byte by byte, also an invalid one. `size` is the length it declares. */
const frame = ({
  opcode = 1,
  isLast = true,
  rsv = 0,
  isMasked = true,
  body = Buffer.from('{}'),
  size = body.length,
}: Options) => {
  const bit = isMasked ? 0x80 : 0
  const head = [(isLast ? 0x80 : 0) | rsv | opcode]
  const length = Buffer.alloc(size < 126 ? 0 : size < 65_536 ? 2 : 8)
  if (length.length === 2) length.writeUInt16BE(size)
  if (length.length === 8) length.writeBigUInt64BE(BigInt(size))
  head.push(bit | (size < 126 ? size : size < 65_536 ? 126 : 127))
  const mask = Buffer.from([1, 2, 3, 4])
  const masked = Buffer.from(body.map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return Buffer.concat([Buffer.from(head), length, ...(isMasked ? [mask, masked] : [body])])
}
/** The code of the first close frame in the received bytes; frames before it are text frames of the server. */
const closeCodeIn = (received: Buffer): number | null => {
  for (let at = received.indexOf('\r\n\r\n') + 4; at + 2 <= received.length; ) {
    const [first = 0, second = 0] = [received[at], received[at + 1]]
    const isLong = second === 126
    const from = at + (isLong ? 4 : 2)
    if ((first & 15) === 8) return from + 2 <= received.length ? received.readUInt16BE(from) : null
    at = from + (isLong ? received.readUInt16BE(at + 2) : second)
  }
  return null
}
const sockets: Socket[] = []
/** Sends bytes after the upgrade; resolves to the code with which the server closes. */
const sendBytes = (...bytes: Buffer[]) =>
  new Promise<number | null>((done) => {
    const { port, host } = new URL(harness.url)
    let received = Buffer.alloc(0)
    let isOpen = false
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `GET /ws HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: x1.json\r\n\r\n',
      )
    })
    sockets.push(socket)
    socket.on('data', (some) => {
      received = Buffer.concat([received, some])
      if (!isOpen && received.includes('"hello"')) {
        isOpen = true
        for (const each of bytes) socket.write(each)
      }
      if (closeCodeIn(received) !== null) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(closeCodeIn(received)))
  })
const close = (code: number, why = '') => {
  const body = Buffer.alloc(2 + why.length)
  body.writeUInt16BE(code)
  body.write(why, 2)
  return frame({ opcode: 8, body })
}
const text = (some: string) => Buffer.from(some, 'latin1')

const cases: readonly (readonly [string, number, ...Buffer[]])[] = [
  ...[0x40, 0x20, 0x10].map((rsv) => [`a reserved bit ${rsv}`, 1002, frame({ rsv })] as const),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [`the opcode ${opcode}`, 1002, frame({ opcode })] as const),
  ['a frame without a mask', 1002, frame({ isMasked: false })],
  ['a fragmented ping', 1002, frame({ opcode: 9, isLast: false })],
  ['a fragmented close', 1002, frame({ opcode: 8, isLast: false, body: text('\x03\xe8') })],
  ['a pong of 126 bytes', 1002, frame({ opcode: 10, body: Buffer.alloc(126) })],
  ['a continuation frame without a start', 1002, frame({ opcode: 0 })],
  ['a text frame within a fragmented text', 1002, frame({ isLast: false }), frame({})],
  ['a close with a body of one byte', 1002, frame({ opcode: 8, body: text('\x03') })],
  ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map(
    (code) => [`the close code ${code}`, 1002, close(code)] as const,
  ),
  ['a close reason that is not UTF-8', 1007, frame({ opcode: 8, body: text('\x03\xe8\xff\xfe') })],
  ['a text that is not UTF-8', 1007, frame({ body: text('{"m":"\xff"}') })],
  ['a truncated character', 1007, frame({ body: text('\xe2\x82') })],
  ['a lone surrogate', 1007, frame({ body: text('\xed\xa0\x80') })],
  ['a length of 2^40', 1009, frame({ size: 2 ** 40, body: Buffer.alloc(8) })],
  [
    'a fragmented text of more than 64 KiB',
    1009,
    frame({ isLast: false, body: Buffer.alloc(60_000, 'x') }),
    frame({ opcode: 0, body: Buffer.alloc(6000, 'x') }),
  ],
  ['a text before auth', 4400, frame({ body: text('{"i":1,"m":"ping"}') })],
  ['a binary frame', 4400, frame({ opcode: 2 })],
  ['a valid close', 1000, close(1000, 'bye')],
]
test.each(cases.map(([name, code, ...bytes]) => ({ name, code, bytes })))(
  'AT49 $name is closed with $code',
  async ({ code, bytes }) => {
    expect(await sendBytes(...bytes)).toBe(code)
  },
)
test('AT49 of all 256 combinations of RSV bits, opcode and mask, the invalid ones are closed with 1002', async () => {
  const heads = Array.from({ length: 256 }, (_, at) => ({
    rsv: (at & 7) << 4,
    opcode: (at >> 3) & 15,
    isMasked: at < 128,
  }))
  const isValid = ({ rsv, opcode, isMasked }: (typeof heads)[number]) =>
    rsv === 0 && isMasked && [1, 2, 8, 9, 10].includes(opcode)
  const invalid = heads.filter((head) => !isValid(head))
  const wrong: string[] = []
  for (let at = 0; at < invalid.length; at += 32)
    await Promise.all(
      invalid.slice(at, at + 32).map(async (head) => {
        const code = await sendBytes(frame(head))
        if (code !== 1002) wrong.push(`${JSON.stringify(head)}: ${code}`)
      }),
    )
  expect(wrong).toEqual([])
  expect(invalid.length).toBe(251)
})
test('AT49 after all of them the server still answers and has none of their sockets open', async () => {
  for (const socket of sockets) socket.destroy()
  const { token } = await harness.enter()
  expect((await harness.call('GET', 'api/user/center', undefined, { Authorization: token })).answer.type).toBe('ok')
  await expect.poll(() => harness.count()).toBe(0)
  expect(harness.bugs).toEqual([])
})
