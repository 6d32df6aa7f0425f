import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: TestGateway
beforeAll(async () => {
  harness = await openGateway()
})
afterAll(() => harness.stop())

type Options = { opcode?: number; isLast?: boolean; rsv?: number; isMasked?: boolean; body?: Buffer; size?: number }
/** One frame by its bytes, as nobody's library would make it. `size` is what it says it is. */
const frame = ({ opcode = 1, isLast = true, rsv = 0, isMasked = true, body = Buffer.from('{}'), size = body.length }: Options) => {
  const bit = isMasked ? 0x80 : 0
  const head = [(isLast ? 0x80 : 0) | rsv | opcode]
  const length = Buffer.alloc(size < 126 ? 0 : size < 65_536 ? 2 : 8)
  if (length.length === 2) length.writeUInt16BE(size)
  if (length.length === 8) length.writeBigUInt64BE(BigInt(size))
  head.push(bit | (size < 126 ? size : size < 65_536 ? 126 : 127))
  const mask = Buffer.from([1, 2, 3, 4])
  const hidden = Buffer.from(body.map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return Buffer.concat([Buffer.from(head), length, ...(isMasked ? [mask, hidden] : [body])])
}
/** The code of the first close frame in what was heard; the frames before it are text of the venue. */
const closeCodeIn = (heard: Buffer): number | null => {
  for (let at = heard.indexOf('\r\n\r\n') + 4; at + 2 <= heard.length; ) {
    const [first = 0, second = 0] = [heard[at], heard[at + 1]]
    const isLong = second === 126
    const from = at + (isLong ? 4 : 2)
    if ((first & 15) === 8) return from + 2 <= heard.length ? heard.readUInt16BE(from) : null
    at = from + (isLong ? heard.readUInt16BE(at + 2) : second)
  }
  return null
}
const ends: Socket[] = []
/** Says these bytes after the upgrade; the code the venue closes with. */
const say = (...bytes: Buffer[]) =>
  new Promise<number | null>((done) => {
    const { port, host } = new URL(harness.url)
    let heard = Buffer.alloc(0)
    let isOpen = false
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET /ws HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: x1.json\r\n\r\n`)
    })
    ends.push(socket)
    socket.on('data', (some) => {
      heard = Buffer.concat([heard, some])
      if (!isOpen && heard.includes('"hello"')) {
        isOpen = true
        for (const each of bytes) socket.write(each)
      }
      if (closeCodeIn(heard) !== null) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(closeCodeIn(heard)))
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
  ['a ping in pieces', 1002, frame({ opcode: 9, isLast: false })],
  ['a close in pieces', 1002, frame({ opcode: 8, isLast: false, body: text('\x03\xe8') })],
  ['a pong of 126 bytes', 1002, frame({ opcode: 10, body: Buffer.alloc(126) })],
  ['a piece that goes on with nothing', 1002, frame({ opcode: 0 })],
  ['a text within a text', 1002, frame({ isLast: false }), frame({})],
  ['a close of one byte', 1002, frame({ opcode: 8, body: text('\x03') })],
  ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map((code) => [`the close code ${code}`, 1002, close(code)] as const),
  ['a reason that is no UTF-8', 1007, frame({ opcode: 8, body: text('\x03\xe8\xff\xfe') })],
  ['bytes that are no UTF-8', 1007, frame({ body: text('{"m":"\xff"}') })],
  ['half a character', 1007, frame({ body: text('\xe2\x82') })],
  ['half a surrogate', 1007, frame({ body: text('\xed\xa0\x80') })],
  ['a length beyond all', 1009, frame({ size: 2 ** 40, body: Buffer.alloc(8) })],
  ['64 KiB and a byte in pieces', 1009, frame({ isLast: false, body: Buffer.alloc(60_000, 'x') }), frame({ opcode: 0, body: Buffer.alloc(6000, 'x') })],
  ['a text before it says who it is', 4400, frame({ body: text('{"i":1,"m":"ping"}') })],
  ['a frame of bytes', 4400, frame({ opcode: 2 })],
  ['a decent close', 1000, close(1000, 'bye')],
]
test.each(cases.map(([name, code, ...bytes]) => ({ name, code, bytes })))('AT49 $name is closed with $code', async ({ code, bytes }) => {
  expect(await say(...bytes)).toBe(code)
})
test('AT49 of all 256 heads a frame may begin with, those that the protocol does not know are closed with 1002', async () => {
  const heads = Array.from({ length: 256 }, (_, at) => ({ rsv: (at & 7) << 4, opcode: (at >> 3) & 15, isMasked: at < 128 }))
  const known = ({ rsv, opcode, isMasked }: (typeof heads)[number]) => rsv === 0 && isMasked && [1, 2, 8, 9, 10].includes(opcode)
  const strange = heads.filter((head) => !known(head))
  const wrong: string[] = []
  for (let at = 0; at < strange.length; at += 32)
    await Promise.all(strange.slice(at, at + 32).map(async (head) => {
      const code = await say(frame(head))
      if (code !== 1002) wrong.push(`${JSON.stringify(head)}: ${code}`)
    }))
  expect(wrong).toEqual([])
  expect(strange.length).toBe(251)
})
test('AT49 after all of them the venue stands and holds none of their sockets', async () => {
  for (const socket of ends) socket.destroy()
  const { token } = await harness.enter()
  expect((await harness.call('GET', 'api/user/center', undefined, { Authorization: token })).answer.type).toBe('ok')
  await expect.poll(() => harness.count()).toBe(0)
  expect(harness.bugs).toEqual([])
})
