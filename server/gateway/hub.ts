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
import { createRoster } from './roster.ts'
import { createTurn } from './turn.ts'

export type HubPorts = {
  bus: Bus
  meters: Meters
  log: Log
  /** Repeats work; tests hand in a clock of their own. */
  every?: ((ms: number, work: () => void) => () => void) | undefined
  failpoint?: Failpoint | undefined
}
export type Hub = ReturnType<typeof createHub>

const watchMs = 1000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** All sockets of this gateway, whatever their transport: who is sent what, and when. */
export function createHub({ bus, meters, log, every = byTimer, failpoint = noFailpoint }: HubPorts) {
  const push = createPush(bus)
  const turn = createTurn()
  const roster = createRoster((open) => meters.sockets(open))
  const { peers, byUser } = roster

  /** A bug that one frame finds ends its own socket: thrown further it would end the process for everybody. */
  const endByBug = (peer: Peer, thrown: unknown) => {
    meters.bug('socket')
    log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a frame found a bug')
    peer.bye(closeCodes.fault, refusalText('fault', {}, peer.caller()?.lang ?? 'hk'))
  }
  const hear = (peer: Peer, text: string) => {
    try {
      peer.hear(text)
    } catch (thrown) {
      endByBug(peer, thrown)
    }
  }
  const events = bus.events$.subscribe((rows) => {
    for (const row of rows) {
      const own = byUser.get(row.user)
      if (!own) continue
      const frame = eventFrame(bus.streamEpoch, row)
      for (const peer of own) peer.tell(row.s, frame)
      failpoint('duringPush')
    }
  })
  const signals = bus.signals$.subscribe((signal) => {
    for (const peer of byUser.get(signal.user) ?? []) {
      const caller = peer.caller()
      if (caller?.session === signal.session) peer.bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, caller.lang), { why: signal.why }, 999)
    }
  })
  const changes = bus.changes$.subscribe(push.take)
  const stops = [
    every(tickMs, () => {
      if (peers.size === 0 || !bus.isUp()) return
      bus.drain(() => {
        push.tick()
        turn.run()
      })
    }),
    every(watchMs, () => {
      for (const peer of peers) peer.watch()
    }),
  ]
  return {
    count: () => peers.size,
    isCrowded: roster.isCrowded,
    /** Greets whoever is at the other end of a transport that has just opened; its frames go to `hear`, its end to `leave`. */
    join: (transport: Transport, address: string) => {
      const sid = randomBytes(9).toString('base64url')
      const peer = createPeer({ bus, push, turn, address, transport, sid, onReady: roster.ready, onFault: (thrown) => endByBug(peer, thrown) })
      roster.join(peer, address)
      peer.hello()
      return {
        hear: (text: string) => hear(peer, text),
        refuse: (why: string) => peer.bye(closeCodes.frameBad, why),
        leave: () => roster.leave(peer, address),
      }
    },
    /** Nobody is sent anything any more; whoever is there is told to come again. */
    stop: () => {
      for (const stop of stops) stop()
      for (const each of [events, signals, changes]) each.unsubscribe()
      for (const peer of peers) peer.bye(1012, 'restart', { after: 500 }, closeCodes.restart)
    },
  }
}
