import { connect, createServer, type Socket } from 'node:net'
import { openPort } from './open-port.ts'

export type Slowness = {
  /** Round trip time. */
  readonly latencyMs: number
  readonly bytesPerS: number
  /** Share of lost segments. TCP sends them again after `resendMs`; a browser sees only that delay. */
  readonly lossShare: number
  readonly resendMs: number
  readonly jitterMs: number
}

type Connection = { arrivedAt: number; readonly waiting: Buffer[] }

const segment = 1400

/** A seeded generator of numbers in [0, 1). */
const sharesOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A bad network between a browser and the venue at `target`: low bandwidth, latency, loss and jitter. Order is
 * preserved, as by TCP.
 */
export const startSlowProxy = async (
  target: string,
  { latencyMs, bytesPerS, lossShare, resendMs, jitterMs }: Slowness,
  seed: number,
) => {
  const { hostname, port } = new URL(target)
  const share = sharesOf(seed)
  const ends = new Set<Socket>()
  /** One direction of the network; all connections share its bandwidth. */
  const createDirection = () => {
    let freeAt = 0
    return (bytes: Buffer, arrive: (part: Buffer) => void, line: Connection) => {
      for (let at = 0; at < bytes.length; at += segment) {
        const part = bytes.subarray(at, at + segment)
        freeAt = Math.max(freeAt, Date.now()) + (part.length / bytesPerS) * 1000
        const delayMs = (share() < lossShare ? resendMs : 0) + (share() < 0.05 ? share() * jitterMs : 0)
        line.arrivedAt = Math.max(line.arrivedAt, freeAt + latencyMs / 2 + delayMs)
        line.waiting.push(part)
        // Timers may fire out of order, so each delivers the oldest waiting part.
        setTimeout(() => {
          const next = line.waiting.shift()
          if (next !== undefined) arrive(next)
        }, line.arrivedAt - Date.now())
      }
    }
  }
  const up = createDirection()
  const down = createDirection()
  const server = createServer({ noDelay: true }, (browserSocket) => {
    const venueSocket = connect({ host: hostname, port: Number(port), noDelay: true })
    const upLine: Connection = { arrivedAt: 0, waiting: [] }
    const downLine: Connection = { arrivedAt: 0, waiting: [] }
    for (const end of [browserSocket, venueSocket]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => ends.delete(end))
    }
    browserSocket.on('data', (bytes) =>
      up(bytes, (part) => void (venueSocket.destroyed || venueSocket.write(part)), upLine),
    )
    venueSocket.on('data', (bytes) =>
      down(bytes, (part) => void (browserSocket.destroyed || browserSocket.write(part)), downLine),
    )
    browserSocket.on('close', () => venueSocket.destroy())
    venueSocket.on('close', () =>
      setTimeout(() => browserSocket.destroySoon(), Math.max(0, downLine.arrivedAt - Date.now()) + 20),
    )
  })
  const { url, close } = await openPort(server)
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end.destroy()
      await close()
    },
  }
}
