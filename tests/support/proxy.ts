import { connect, createServer, type Socket } from 'node:net'
import { openPort } from './open-port.ts'

/** A TCP proxy between a browser and the venue that can fail like a network. */
export type Proxy = {
  readonly url: string
  /** Breaks all connections, and refuses new ones. */
  readonly cut: () => void
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  readonly blackHole: () => void
  /** Ends the connections to the venue but leaves those of the browser open (half-open); new connections work. */
  readonly halfOpen: () => void
  /** Forwards requests but drops answers, so that changes happen without an answer. */
  readonly mute: () => void
  readonly restore: () => void
  /** Forwards new connections to another target. */
  readonly aim: (next: string) => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
type Mode = 'open' | 'cut' | 'hole' | 'mute'
type Pair = { readonly browser: Socket; readonly venue: Socket }

/** Forwards everything to the venue at `target` until a failure is switched on. */
export const startProxy = async (target: string): Promise<Proxy> => {
  let { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let mode: Mode = 'open'

  const flow = ({ browser, venue }: Pair) => {
    for (const end of [browser, venue]) {
      if (mode === 'hole') end.pause()
      else end.resume()
    }
  }
  const server = createServer({ allowHalfOpen: false, noDelay: true }, (browser) => {
    browser.on('error', () => {})
    if (mode === 'cut') return void browser.resetAndDestroy()
    const venue = connect({ host: hostname, port: Number(port), noDelay: true })
    const pair = { browser, venue }
    pairs.add(pair)
    venue.on('error', () => {})
    browser.on('data', (bytes) => venue.write(bytes))
    venue.on('data', (bytes) => {
      if (mode !== 'mute') browser.write(bytes)
    })
    browser.on('close', () => {
      venue.destroy()
      pairs.delete(pair)
    })
    // A half-open pair is no longer in `pairs`.
    venue.on('close', () => {
      if (pairs.has(pair)) browser.destroy()
    })
    flow(pair)
  })
  const change = (next: Mode) => {
    mode = next
    for (const pair of pairs) flow(pair)
  }
  const halfOpenSockets = new Set<Socket>()

  const { url, close } = await openPort(server)
  return {
    url,
    cut: () => {
      change('cut')
      for (const { browser } of pairs) browser.resetAndDestroy()
    },
    blackHole: () => change('hole'),
    halfOpen: () => {
      for (const pair of pairs) {
        pairs.delete(pair)
        halfOpenSockets.add(pair.browser)
        pair.browser.removeAllListeners('data').resume()
        pair.venue.destroy()
      }
    },
    mute: () => change('mute'),
    restore: () => change('open'),
    aim: (next) => {
      ;({ hostname, port } = new URL(next))
    },
    [Symbol.asyncDispose]: async () => {
      for (const browser of [...halfOpenSockets, ...[...pairs].map((pair) => pair.browser)]) browser.destroy()
      await close()
    },
  }
}
