import { connect, createServer, type Socket } from 'node:net'
import { openPort } from './open-port.ts'

export type Slowness = {
  /** There, and again back. */
  readonly latencyMs: number
  readonly bytesPerS: number
  /** A lost segment is sent again by the transport after this long: what a browser sees of loss. */
  readonly lossShare: number
  readonly resendMs: number
  readonly jitterMs: number
}

type Connection = { arrivedAt: number; readonly waiting: Buffer[] }

const segment = 1400

/** The same shares for the same seed. */
const sharesOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A bad network between a browser and the venue at `target`: slow, far, lossy, uneven. Order is kept, as TCP keeps it. */
export const startSlowProxy = async (target: string, { latencyMs, bytesPerS, lossShare, resendMs, jitterMs }: Slowness, seed: number) => {
  const { hostname, port } = new URL(target)
  const share = sharesOf(seed)
  const ends = new Set<Socket>()
  /** All lines share one road in each direction. */
  const transport = () => {
    let freeAt = 0
    return (bytes: Buffer, arrive: (part: Buffer) => void, line: Connection) => {
      for (let at = 0; at < bytes.length; at += segment) {
        const part = bytes.subarray(at, at + segment)
        freeAt = Math.max(freeAt, Date.now()) + (part.length / bytesPerS) * 1000
        const trouble = (share() < lossShare ? resendMs : 0) + (share() < 0.05 ? share() * jitterMs : 0)
        line.arrivedAt = Math.max(line.arrivedAt, freeAt + latencyMs / 2 + trouble)
        line.waiting.push(part)
        // Timers may ring out of turn; what waits is told in its order.
        setTimeout(() => {
          const next = line.waiting.shift()
          if (next !== undefined) arrive(next)
        }, line.arrivedAt - Date.now())
      }
    }
  }
  const up = transport()
  const down = transport()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    const upLine: Connection = { arrivedAt: 0, waiting: [] }
    const downLine: Connection = { arrivedAt: 0, waiting: [] }
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => ends.delete(end))
    }
    near.on('data', (bytes) => up(bytes, (part) => void (far.destroyed || far.write(part)), upLine))
    far.on('data', (bytes) => down(bytes, (part) => void (near.destroyed || near.write(part)), downLine))
    near.on('close', () => far.destroy())
    far.on('close', () => setTimeout(() => near.destroySoon(), Math.max(0, downLine.arrivedAt - Date.now()) + 20))
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
