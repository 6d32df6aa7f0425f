import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

/** One socket of the browser, from its opening to its end. */
export type Wire = {
  readonly number: number
  /** What the browser has sent up, in order. */
  readonly sent: readonly string[]
  /** Says something to the browser in the name of the venue. */
  readonly tell: (frame: string) => void
  /** Without a word, as a lost network does. */
  readonly cut: () => void
  /** The venue's end is gone and nobody tells the browser. */
  readonly forget: () => void
  readonly isOpen: () => boolean
}
/** What the browser is told instead of a frame of the venue: nothing, the same, or several. */
export type Reshape = (frame: string, wire: Wire) => readonly string[]

export type Frames = {
  readonly wires: readonly Wire[]
  /** The newest socket. */
  readonly last: () => Wire
  readonly reshape: (reshape: Reshape | null) => void
  readonly take: (asked: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly close: () => void
}

const passAll: Reshape = (frame) => [frame]
const namesOf = (asked: IncomingMessage) => (asked.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '')

/** Carries the frames of every socket between a browser and the venue at `target`, one by one. */
export const frameProxy = (target: string): Frames => {
  const wires: Wire[] = []
  const open = new Set<WebSocket>()
  const doors = new WebSocketServer({ noServer: true, handleProtocols: (names) => [...names][0] ?? false })
  let reshape = passAll

  const join = (near: WebSocket, far: WebSocket) => {
    const sent: string[] = []
    const early: string[] = []
    const wire: Wire = {
      number: wires.length + 1,
      sent,
      tell: (frame) => near.send(frame),
      cut: () => {
        near.terminate()
        far.terminate()
      },
      forget: () => {
        far.removeAllListeners('close').removeAllListeners('message')
        far.terminate()
      },
      isOpen: () => near.readyState === WebSocket.OPEN,
    }
    wires.push(wire)
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    near.on('message', (data) => {
      sent.push(String(data))
      if (far.readyState === WebSocket.OPEN) far.send(String(data))
      else early.push(String(data))
    })
    far.on('open', () => {
      for (const frame of early) far.send(frame)
    })
    far.on('message', (data) => {
      if (near.readyState !== WebSocket.OPEN) return
      for (const frame of reshape(String(data), wire)) near.send(frame)
    })
    near.on('close', () => far.terminate())
    far.on('close', (code, reason) => (code >= 1000 && code !== 1005 && code !== 1006 ? near.close(code, reason) : near.terminate()))
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
    take: (asked, socket, head) => {
      const { origin, host } = asked.headers
      doors.handleUpgrade(asked, socket, head, (near) => {
        const far = new WebSocket(new URL(asked.url ?? '/ws', target.replace(/^http/, 'ws')), namesOf(asked), {
          perMessageDeflate: false,
          headers: { ...(origin !== undefined && { origin }), ...(host !== undefined && { host }) },
        })
        join(near, far)
      })
    },
    close: () => {
      for (const end of open) end.terminate()
      doors.close()
    },
  }
}

/** Applies a change to each part of a frame: an array carries several. A part that becomes null is lost. */
export const eachPart =
  (change: (part: Record<string, unknown>) => unknown): Reshape =>
  (frame) => {
    const said: unknown = JSON.parse(frame)
    const parts = (Array.isArray(said) ? said : [said]).map((part: unknown) => (isPart(part) ? change(part) : part)).filter((part) => part !== null)
    if (parts.length === 0) return []
    return [JSON.stringify(Array.isArray(said) ? parts : parts[0])]
  }
const isPart = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null && !Array.isArray(part)
