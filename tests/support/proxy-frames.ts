import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

/** One socket of the browser that passes through the proxy. */
export type Wire = {
  readonly number: number
  /** Frames that the browser has sent, in order. */
  readonly sent: readonly string[]
  /** Sends a frame to the browser as if it came from the venue. */
  readonly tell: (frame: string) => void
  /** Ends both connections without a close frame, as a lost network does. */
  readonly cut: () => void
  /** Ends the connection to the venue, but leaves the browser's open (half-open). */
  readonly forget: () => void
  readonly isOpen: () => boolean
}
/** Replaces a frame of the venue by the frames that the browser gets: none, the same, or several. */
export type Reshape = (frame: string, wire: Wire) => readonly string[]

export type Frames = {
  readonly wires: readonly Wire[]
  /** The newest socket. */
  readonly last: () => Wire
  readonly reshape: (reshape: Reshape | null) => void
  readonly take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly close: () => void
}

const passAll: Reshape = (frame) => [frame]
const namesOf = (request: IncomingMessage) =>
  (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Forwards the frames of every socket between a browser and the venue at `target`, one by one. */
export const frameProxy = (target: string): Frames => {
  const wires: Wire[] = []
  const open = new Set<WebSocket>()
  const upgradeServer = new WebSocketServer({ noServer: true, handleProtocols: (names) => [...names][0] ?? false })
  let reshape = passAll

  const join = (browserSocket: WebSocket, venueSocket: WebSocket) => {
    const sent: string[] = []
    const pendingFrames: string[] = []
    const wire: Wire = {
      number: wires.length + 1,
      sent,
      tell: (frame) => browserSocket.send(frame),
      cut: () => {
        browserSocket.terminate()
        venueSocket.terminate()
      },
      forget: () => {
        venueSocket.removeAllListeners('close').removeAllListeners('message')
        venueSocket.terminate()
      },
      isOpen: () => browserSocket.readyState === WebSocket.OPEN,
    }
    wires.push(wire)
    for (const end of [browserSocket, venueSocket]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    browserSocket.on('message', (data) => {
      sent.push(String(data))
      if (venueSocket.readyState === WebSocket.OPEN) venueSocket.send(String(data))
      else pendingFrames.push(String(data))
    })
    venueSocket.on('open', () => {
      for (const frame of pendingFrames) venueSocket.send(frame)
    })
    venueSocket.on('message', (data) => {
      if (browserSocket.readyState !== WebSocket.OPEN) return
      for (const frame of reshape(String(data), wire)) browserSocket.send(frame)
    })
    browserSocket.on('close', () => venueSocket.terminate())
    venueSocket.on('close', (code, reason) =>
      code >= 1000 && code !== 1005 && code !== 1006 ? browserSocket.close(code, reason) : browserSocket.terminate(),
    )
  }
  return {
    wires,
    last: () => {
      const wire = wires.at(-1)
      if (wire === undefined) throw new Error('No socket has come by.')
      return wire
    },
    reshape: (next) => {
      reshape = next ?? passAll
    },
    take: (request, socket, head) => {
      const { origin, host } = request.headers
      upgradeServer.handleUpgrade(request, socket, head, (browserSocket) => {
        const venueSocket = new WebSocket(
          new URL(request.url ?? '/ws', target.replace(/^http/, 'ws')),
          namesOf(request),
          {
            perMessageDeflate: false,
            headers: { ...(origin !== undefined && { origin }), ...(host !== undefined && { host }) },
          },
        )
        join(browserSocket, venueSocket)
      })
    },
    close: () => {
      for (const end of open) end.terminate()
      upgradeServer.close()
    },
  }
}

/** Applies a change to each part of a frame (an array has several parts); a part changed to null is dropped. */
export const eachPart =
  (change: (part: Record<string, unknown>) => unknown): Reshape =>
  (frame) => {
    const value: unknown = JSON.parse(frame)
    const parts = (Array.isArray(value) ? value : [value])
      .map((part: unknown) => (isPart(part) ? change(part) : part))
      .filter((part) => part !== null)
    if (parts.length === 0) return []
    return [JSON.stringify(Array.isArray(value) ? parts : parts[0])]
  }
const isPart = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
