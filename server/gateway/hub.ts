import { closeCodes } from '#contract/wire/close.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import { refusalText } from '#server/core/sentences.ts'
import type { Venue } from '#server/venue.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'
import { createPeer, type Transport, type Peer } from './peer.ts'
import { createPush, tickMs } from './push.ts'
import { createRing } from './ring.ts'
import { createRoster } from './roster.ts'
import { createTurn } from './turn.ts'

export type HubPorts = {
  venue: Venue
  meters: Meters
  log: Log
  /** For tests: who beats the time. */
  every?: ((ms: number, work: () => void) => () => void) | undefined
  failpoint?: Failpoint | undefined
}
export type Hub = ReturnType<typeof createHub>

const watchMs = 1000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** All peers of the venue, whatever their lines are made of: who hears what, and when. */
export function createHub({ venue, meters, log, every = byTimer, failpoint = noFailpoint }: HubPorts) {
  const ring = createRing(venue)
  const push = createPush(venue, `${venue.ctx.now().toString(36)}m`)
  const turn = createTurn()
  const roster = createRoster((open) => meters.sockets(open))
  const { peers, byUser } = roster

  /** A bug that one frame finds ends its own socket: thrown further it would end the venue for everybody. */
  const hear = (peer: Peer, text: string) => {
    try {
      peer.hear(text)
    } catch (thrown) {
      meters.bug('socket')
      log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a frame found a bug')
      peer.bye(closeCodes.fault, refusalText('fault', {}, peer.caller()?.lang ?? 'hk'))
    }
  }
  const told = venue.deliveries$.subscribe((events) => {
    for (const { user, s, at, body } of events) {
      const mine = byUser.get(user)
      if (!mine) continue
      const frame = ring.frameOf(s, body, at)
      for (const peer of mine) peer.tell(frame)
      failpoint('duringPush')
    }
  })
  const signals = venue.signals$.subscribe((signal) => {
    if (signal.kind !== 'sessionEnded') return
    for (const peer of byUser.get(signal.user) ?? []) {
      const caller = peer.caller()
      if (caller?.session === signal.session) peer.bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, caller.lang), {}, 999)
    }
  })
  const stops = [
    every(tickMs, () => {
      if (peers.size === 0 || venue.isBroken()) return
      push.tick()
      turn.run()
    }),
    every(watchMs, () => {
      for (const peer of peers) peer.watch()
    }),
  ]
  return {
    count: () => peers.size,
    isCrowded: roster.isCrowded,
    /** Greets whoever is at the other end of a line that has just opened; its frames are handed to `hear`, its end to `leave`. */
    join: (transport: Transport, address: string) => {
      const peer = createPeer({ venue, push, ring, turn, address, transport, onReady: roster.ready })
      roster.join(peer, address)
      peer.hello()
      return {
        hear: (text: string) => hear(peer, text),
        refuse: (why: string) => peer.bye(closeCodes.frameBad, why),
        leave: () => roster.leave(peer, address),
      }
    },
    /** Nobody is told anything any more; whoever is there is sent away to come again. */
    stop: () => {
      for (const stop of stops) stop()
      told.unsubscribe()
      signals.unsubscribe()
      for (const peer of peers) peer.bye(1012, 'restart', { after: 500 }, closeCodes.restart)
    },
  }
}
