import { defaultWaits } from '#machines/connection.ts'
import { createLoop } from '#server/loop.ts'
import { connectionView$ } from '#src/app/connection.actors.ts'
import { createFeeds } from '#streams/feeds.ts'
import { jumps$, stalls$ } from '#streams/kit/online.ts'
import { merge, of, share, Subscription, VirtualTimeScheduler } from 'rxjs'
import { createActor, SimulatedClock } from 'xstate'
import { clientParts } from './client-parts.ts'
import { openGateway } from './gateway.ts'
import { verify } from './lever-venue.ts'

export const beatMs = 100
/** Real time for the sockets between two beats: what is sent arrives within a few of them. */
const turn = () => new Promise((done) => setTimeout(done, 1))

/** The time of a device: its timers, its steady clock, and a wall clock that may be wrong. */
function createDevice(clock: { readonly now: () => number }) {
  const time = new VirtualTimeScheduler()
  const chart = new SimulatedClock()
  let ahead = 0
  let wrongMs = 0
  return {
    time,
    chart,
    steadyMs: () => time.now() + ahead,
    wallMs: () => clock.now() + wrongMs,
    /** Its timers run. */
    live: (ms: number) => {
      time.maxFrames = time.now() + ms
      time.flush()
      time.frame = time.maxFrames
      chart.increment(ms)
    },
    /** The steady clock went on without its timers. */
    slept: (ms: number) => (ahead += ms),
    setWrong: (ms: number) => (wrongMs = ms),
  }
}

/**
 * The client as the app puts it together, over real sockets to the real venue; both go by one time that the test beats.
 * Without a socket it is as behind a wall that lets none through.
 */
export async function openWakingClient({ hasSocket = true } = {}) {
  const harness = await openGateway()
  const device = createDevice(harness.clock)
  const { time, steadyMs } = device
  const { token, user } = await harness.enter()
  await verify(harness.venue, [user])
  const { adapter, lines, read, samples$ } = clientParts({ url: harness.url, token, path: hasSocket ? 'ws' : 'wall', steadyMs, time })
  const connection = createActor(adapter.logic, { input: defaultWaits, clock: device.chart }).start()
  const jumped$ = jumps$(device.wallMs, steadyMs, time).pipe(share())
  const visible$ = of(true)
  const woken = merge(jumped$, stalls$(visible$, steadyMs, time)).subscribe(() => connection.send({ type: 'page.woke' }))
  const feeds = createFeeds({
    connection: adapter.connection, view$: connectionView$(connection, time), login$: of(1), read,
    samples$, jumps$: jumped$, steadyMs, visible$, time,
  })
  const running = new Subscription(() => connection.stop())
  running.add(woken)
  const engines = createLoop(harness.venue)

  /** The venue goes on; the device with it, or without a turn. */
  const pass = async (ms: number, isAwake = true) => {
    for (let gone = 0; gone < ms; gone += beatMs) {
      harness.clock.turn(beatMs)
      await engines.step()
      await harness.venue.runDue()
      harness.beat()
      await turn()
      if (isAwake) device.live(beatMs)
    }
  }
  /** Beats until it is so; says how long that took. */
  const until = async (isSo: () => boolean, mostMs: number) => {
    for (let gone = 0; gone <= mostMs; gone += beatMs) {
      if (isSo()) return gone
      await pass(beatMs)
    }
    return Number.POSITIVE_INFINITY
  }
  connection.send({ type: 'connect' })
  return {
    harness, device, feeds, connection, user, pass, until, running,
    /** The other end is gone, and nobody says so. */
    goSilent: () => lines.forEach((connection) => connection.pause()),
    lines,
    stop: async () => {
      running.unsubscribe()
      lines.forEach((connection) => connection.terminate())
      await harness.stop()
    },
  }
}
export type WakingClient = Awaited<ReturnType<typeof openWakingClient>>
