import { defaultWaits } from '#machines/kit/connection.ts'
import { createLoop } from '#server/loop.ts'
import { connectionView$ } from '#src/actors/connection.actors.ts'
import { createFeeds } from '#streams/feeds.ts'
import { ownParts } from '#streams/own-parts.ts'
import { jumps$, stalls$ } from '#streams/kit/online.ts'
import { createDevice } from '#tests/kit/device.ts'
import { merge, of, share, Subscription } from 'rxjs'
import { createActor } from 'xstate'
import { clientParts } from './client-parts.ts'
import { openGateway } from './gateway.ts'
import { verify } from './lever-venue.ts'

export const beatMs = 100
/** Lets real time pass between two beats, so that the sockets can deliver; a frame needs a few beats. */
const turn = () => new Promise((done) => setTimeout(done, 1))

/**
 * The client as the app assembles it, over real sockets to a real venue; the test advances the time of both in beats.
 * With
 * `hasSocket: false` its socket never connects, as behind a firewall.
 */
export async function openWakingClient({ hasSocket = true } = {}) {
  const harness = await openGateway()
  const device = createDevice(harness.clock)
  const { time, steadyMs } = device
  const { token, user } = await harness.enter()
  await verify(harness.venue, [user])
  const { adapter, lines, read, samples$ } = clientParts({
    url: harness.url,
    token,
    path: hasSocket ? 'ws' : 'wall',
    steadyMs,
    time,
  })
  const connection = createActor(adapter.logic, { input: defaultWaits, clock: device.chart }).start()
  const jumped$ = jumps$(device.wallMs, steadyMs, time).pipe(share())
  const visible$ = of(true)
  const woken = merge(jumped$, stalls$(visible$, steadyMs, time)).subscribe(() =>
    connection.send({ type: 'page.woke' }),
  )
  const feeds = createFeeds({
    own: ownParts,
    connection: adapter.connection,
    view$: connectionView$(connection, time),
    login$: of(1),
    read,
    samples$,
    jumps$: jumped$,
    steadyMs,
    visible$,
    time,
  })
  const running = new Subscription(() => connection.stop())
  running.add(woken)
  const engines = createLoop(harness.venue)

  /** Advances the venue, and the device too unless it sleeps. */
  const pass = async (ms: number, isAwake = true) => {
    for (let passedMs = 0; passedMs < ms; passedMs += beatMs) {
      harness.clock.advance(beatMs)
      await engines.step()
      await harness.venue.runDue()
      harness.beat()
      await turn()
      if (isAwake) device.live(beatMs)
    }
  }
  /** Advances until a condition holds; returns how long that took. */
  const until = async (condition: () => boolean, maxMs: number) => {
    for (let passedMs = 0; passedMs <= maxMs; passedMs += beatMs) {
      if (condition()) return passedMs
      await pass(beatMs)
    }
    return Number.POSITIVE_INFINITY
  }
  connection.send({ type: 'connect' })
  return {
    harness,
    device,
    feeds,
    connection,
    user,
    pass,
    until,
    running,
    /** The server side stops responding without closing. */
    goSilent: () => lines.forEach((socket) => socket.pause()),
    lines,
    stop: async () => {
      running.unsubscribe()
      lines.forEach((socket) => socket.terminate())
      await harness.stop()
    },
  }
}
export type WakingClient = Awaited<ReturnType<typeof openWakingClient>>
