import { connect, createServer, type Socket } from 'node:net'
import { openPort } from './open-port.ts'

/** Stands between a browser and the venue, and fails as networks do. */
export type Proxy = {
  readonly url: string
  /** Every line breaks, and none comes about. */
  readonly cut: () => void
  /** Lines stay and new ones come about, but nothing passes any more. */
  readonly blackHole: () => void
  /** The venue's ends are gone and nobody tells the browser; what it dials anew works. */
  readonly halfOpen: () => void
  /** Answers are lost, questions pass: what was asked is done, and nobody hears of it. */
  readonly mute: () => void
  readonly restore: () => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
type Mode = 'open' | 'cut' | 'hole' | 'mute'
type Pair = { readonly near: Socket; readonly far: Socket }

/** Passes everything on to the venue at `target`, until told otherwise. */
export const startProxy = async (target: string): Promise<Proxy> => {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let mode: Mode = 'open'

  const flow = ({ near, far }: Pair) => {
    for (const end of [near, far]) {
      if (mode === 'hole') end.pause()
      else end.resume()
    }
  }
  const server = createServer({ allowHalfOpen: false, noDelay: true }, (near) => {
    near.on('error', () => {})
    if (mode === 'cut') return void near.resetAndDestroy()
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    const pair = { near, far }
    pairs.add(pair)
    far.on('error', () => {})
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      if (mode !== 'mute') near.write(bytes)
    })
    near.on('close', () => {
      far.destroy()
      pairs.delete(pair)
    })
    // The far end of a half-open pair has been forgotten already.
    far.on('close', () => {
      if (pairs.has(pair)) near.destroy()
    })
    flow(pair)
  })
  const change = (next: Mode) => {
    mode = next
    for (const pair of pairs) flow(pair)
  }
  const forgotten = new Set<Socket>()

  const { url, close } = await openPort(server)
  return {
    url,
    cut: () => {
      change('cut')
      for (const { near } of pairs) near.resetAndDestroy()
    },
    blackHole: () => change('hole'),
    halfOpen: () => {
      for (const pair of pairs) {
        pairs.delete(pair)
        forgotten.add(pair.near)
        pair.near.removeAllListeners('data').resume()
        pair.far.destroy()
      }
    },
    mute: () => change('mute'),
    restore: () => change('open'),
    [Symbol.asyncDispose]: async () => {
      for (const near of [...forgotten, ...[...pairs].map((pair) => pair.near)]) near.destroy()
      await close()
    },
  }
}
