import { randomBytes } from 'node:crypto'
import { closeCodes } from '#contract/wire/close.ts'
import type { Bus } from '#server/bus/port.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import { refusalText } from '#server/core/sentences.ts'
import { eventFrame } from './event-frame.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'
import { createPeer, type Peer, type Transport } from './peer.ts'
import { createPush, tickMs } from './push.ts'
import { createRooms, collectMs } from './rooms.ts'
import { createRoster } from './roster.ts'
import { createSendQueue } from './send-queue.ts'

export type HubPorts = {
  bus: Bus
  meters: Meters
  log: Log
  /** Repeats work every `ms` until the returned function is called; tests inject their own. */
  every?: ((ms: number, work: () => void) => () => void) | undefined
  failpoint?: Failpoint | undefined
}
export type Hub = ReturnType<typeof createHub>

const checkMs = 1000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/**
 * All sockets of this gateway, whatever their transport. Sends them own events as they come, public changes every
 * `tickMs`.
 */
export function createHub({ bus, meters, log, every = byTimer, failpoint = noFailpoint }: HubPorts) {
  const push = createPush(bus)
  const rooms = createRooms(bus)
  const sendQueue = createSendQueue()
  const roster = createRoster((open) => meters.sockets(open))
  const { peers, byUser } = roster

  /** Closes the socket whose frame hit a bug; rethrown, the error would end the process for all sockets. */
  const closeAfterBug = (peer: Peer, thrown: unknown) => {
    meters.bug('socket')
    log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a frame caused an internal error')
    peer.bye(closeCodes.fault, refusalText('fault', {}, peer.caller()?.lang ?? 'hk'))
  }
  const receive = (peer: Peer, text: string) => {
    try {
      peer.receive(text)
    } catch (thrown) {
      closeAfterBug(peer, thrown)
    }
  }
  const events = bus.events$.subscribe((rows) => {
    for (const row of rows) {
      const peersOfUser = byUser.get(row.user)
      if (!peersOfUser) continue
      const frame = eventFrame(bus.streamEpoch, row)
      for (const peer of peersOfUser) peer.sendEvent(row.s, frame)
      failpoint('duringPush')
    }
  })
  const signals = bus.signals$.subscribe((signal) => {
    if (signal.kind === 'posted') return rooms.post(signal)
    if (signal.kind === 'said') return rooms.said(signal.channel, signal.user, signal.d)
    if (signal.kind === 'shut') return rooms.shut(signal.channel, signal.user, signal.reason)
    for (const peer of byUser.get(signal.user) ?? []) {
      const caller = peer.caller()
      if (caller?.session === signal.session)
        peer.bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, caller.lang), { why: signal.why }, 999)
    }
  })
  const changes = bus.changes$.subscribe(push.take)
  const stops = [
    every(tickMs, () => {
      if (peers.size === 0 || !bus.isUp()) return
      bus.drain(() => {
        push.tick()
        sendQueue.run()
      })
    }),
    every(collectMs, () => {
      if (peers.size > 0 && bus.isUp()) rooms.collect()
    }),
    every(checkMs, () => {
      for (const peer of peers) peer.check()
    }),
  ]
  return {
    count: () => peers.size,
    isCrowded: roster.isCrowded,
    /**
     * Adds a transport that has just opened and sends it the hello. The caller passes its frames to `receive` and calls
     * `leave` when it closes.
     */
    join: (transport: Transport, address: string) => {
      const sid = randomBytes(9).toString('base64url')
      const peer = createPeer({
        bus,
        push,
        rooms,
        sendQueue,
        address,
        transport,
        sid,
        onReady: roster.ready,
        onFault: (thrown) => closeAfterBug(peer, thrown),
      })
      roster.join(peer, address)
      peer.hello()
      return {
        receive: (text: string) => receive(peer, text),
        refuse: (why: string) => peer.bye(closeCodes.frameBad, why),
        leave: () => roster.leave(peer, address),
      }
    },
    /** Stops sending, and closes all sockets with the code that asks clients to reconnect. */
    stop: () => {
      for (const stop of stops) stop()
      for (const each of [events, signals, changes]) each.unsubscribe()
      for (const peer of peers) peer.bye(1012, 'restart', { after: 500 }, closeCodes.restart)
    },
  }
}
