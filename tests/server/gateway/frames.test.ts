import { createFrames, frameOf } from '#server/gateway/frames.ts'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** What the `ws` client reads from raw bytes written to its socket. */
const read = async (bytes: Buffer) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (_, request) => request.socket.write(bytes))
  await once(server, 'listening')
  const address = server.address()
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
  const [data, isBinary]: unknown[] = await once(client, 'message')
  client.terminate()
  server.close()
  return [String(data), isBinary]
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  'RT-20 a text of %i characters is one unfragmented frame',
  async (size) => {
    const text = 'x'.repeat(size)
    expect(await read(frameOf(text))).toEqual([text, false])
  },
)
test('RT-20 the length of a frame counts bytes, not characters', async () => {
  const text = '価格 €'.repeat(40)
  expect(await read(frameOf(text))).toEqual([text, false])
})
test('RT-20 a shared frame is encoded once, and the cache is bounded', () => {
  const frames = createFrames()
  const first = frames.shared('a')
  expect(frames.shared('a')).toBe(first)
  for (let n = 0; n < 600; n += 1) frames.shared(String(n))
  expect(frames.shared('a')).toEqual(first)
  expect(frames.one('a')).not.toBe(first)
})
