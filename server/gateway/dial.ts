import { WebSocket } from 'ws'

/** No documented message comes near this; a longer one ends the line. */
const maxFrameBytes = 64 * 1024
const handshakeTimeout = 10_000

type Events = { open: () => void; message: (text: string | null) => void; lost: (why: string) => void }

/** Dials a source of prices over the network. Pings on the frame level are answered by the socket itself. */
export function dialSocket(url: string, { open, message, lost }: Events) {
  const socket = new WebSocket(url, { maxPayload: maxFrameBytes, handshakeTimeout, perMessageDeflate: false })
  let why = 'closed'
  socket.on('open', open)
  socket.on('message', (frame, isBinary) => message(isBinary ? null : String(frame)))
  socket.on('error', (thrown) => {
    why = thrown.message
  })
  socket.on('close', (code) => lost(code === 1006 ? why : `${why} (${code})`))
  return {
    send: (text: string) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    end: () => socket.terminate(),
  }
}
