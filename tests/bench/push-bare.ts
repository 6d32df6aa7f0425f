import { protocol } from '#contract/wire/up.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { serveOrders } from './push-child.ts'

/** The reference: `ws` and nothing else, sending bytes that were encoded before. */
const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const sockets = new WebSocketServer({ server, perMessageDeflate: false, handleProtocols: () => protocol })
let replies: readonly (readonly Buffer[])[] = []
const hello = Buffer.from('{"k":"hello"}')
sockets.on('connection', (socket) => {
  let heard = 0
  socket.on('error', () => undefined)
  socket.on('message', () => {
    for (const bytes of replies[heard] ?? []) socket.send(bytes, { binary: false })
    heard += 1
  })
  socket.send(hello, { binary: false })
})

let frames: { at: number; bytes: Buffer; stampAt: number }[] = []
let lengthMs = 1
let published = 0
let from = performance.now()
let next = 0
setInterval(() => {
  const passed = performance.now() - from
  for (let frame = frames[next]; frame && frame.at <= passed; frame = frames[next]) {
    // The moment of sending, so that the age of what arrives can be told; all else is as it was recorded.
    if (frame.stampAt > 4) frame.bytes.write(String(Date.now()), frame.stampAt, 'latin1')
    for (const socket of sockets.clients)
      if (socket.readyState === socket.OPEN) socket.send(frame.bytes, { binary: false })
    published += 1
    next += 1
  }
  if (next < frames.length || passed < lengthMs) return
  from += lengthMs
  next = 0
}, 5)

const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
serveOrders(
  port,
  () => sockets.clients.size,
  () => published,
  [],
  (order) => {
    if (order.do === 'answers') replies = order.replies.map((some) => some.map((text) => Buffer.from(text)))
    if (order.do !== 'replay') return
    ;({ lengthMs } = order)
    frames = order.frames
      .map(({ at, text }) => ({ at, bytes: Buffer.from(text) }))
      .map((frame) => ({ ...frame, stampAt: frame.bytes.lastIndexOf('"t":') + 4 }))
    from = performance.now()
    next = 0
  },
)
