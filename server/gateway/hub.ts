import { randomBytes } from 'node:crypto'
import type { Subscription } from 'rxjs'
import { closeCodes } from '#contract/wire/close.ts'
import type { EndReason } from '#contract/wire/down.ts'
import type { Bus, BusSignal, Term } from '#server/bus/port.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import { whenReady } from '#server/core/maybe.ts'
import { refusalText } from '#server/core/sentences.ts'
import type { EventRow } from '#server/core/store-port.ts'
import { attempt } from './attempt.ts'
import { eventFrame } from './event-frame.ts'
import { createLimits, type Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'
import { createPeer, type Peer, type Transport } from './peer.ts'
import { createPush } from './push.ts'
import { createRooms, collectMs } from './rooms.ts'
import { createRoster } from './roster.ts'
import { createSendQueue } from './send-queue.ts'

export type HubPorts = {
  bus: Bus
  /** The venue's time in epoch milliseconds. */
  now: () => number
  meters: Meters
  log: Log
  /** Repeats work every `ms` until the returned function is called; tests inject their own. */
  every?: ((ms: number, work: () => void) => () => void) | undefined
  failpoint?: Failpoint | undefined
  /** The rates of calls, the same as over HTTP; its own unless they are handed in. */
  limits?: Pick<Limits, 'call'> | undefined
  /** How many sockets one address may have. */
  maxPerAddress?: number | undefined
}
export type Hub = ReturnType<typeof createHub>

const checkMs = 1000
/** How long a session that has ended is remembered: a socket may be entering with it. */
const endedMs = 60_000
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}
const noTerm: Term = { streamEpoch: '', publicEpoch: '' }

type Roster = ReturnType<typeof createRoster>
/** What the sockets are told of the sessions they were entered with. */
function createSessions({ bus, now, roster: { byUser, ready } }: Pick<HubPorts, 'bus' | 'now'> & { roster: Roster }) {
  /** Sessions that have ended a short while ago: a socket may be entering with one. */
  const ended = new Map<string, { why: EndReason; at: number }>()
  /** Sockets whose session may have expired. */
  const due = new Set<Peer>()
  /** Asks of these sockets whether their sessions stand, and so tells the venue that they are here. */
  const ask = (some: readonly Peer[]) => {
    const present = some.flatMap((peer) => {
      const caller = peer.caller()
      return caller ? [{ peer, sid: peer.sid, caller }] : []
    })
    if (present.length === 0) return
    const sockets = present.map(({ sid, caller }) => ({ sid, caller }))
    attempt(
      () =>
        whenReady(bus.standing(sockets), (found) => present.forEach(({ peer }, n) => peer.stands(found[n] ?? null))),
      () => undefined,
    )
  }
  return {
    due,
    ask,
    askDue: () => {
      if (due.size === 0) return
      const some = [...due]
      due.clear()
      ask(some)
    },
    end: ({ session, user, why }: Extract<BusSignal, { kind: 'sessionEnded' }>) => {
      ended.set(session, { why, at: now() })
      for (const peer of byUser.get(user) ?? []) if (peer.caller()?.session === session) peer.stands(null, why)
    },
    enter: (peer: Peer) => {
      ready(peer)
      const over = ended.get(peer.caller()?.session ?? '')
      if (over) peer.stands(null, over.why)
    },
    forget: () => {
      for (const [session, { at }] of ended) if (now() - at > endedMs) ended.delete(session)
    },
  }
}

type Senders = {
  push: ReturnType<typeof createPush>
  rooms: ReturnType<typeof createRooms>
  sendQueue: ReturnType<typeof createSendQueue>
}
/** What the venue tells, for as long as somebody listens. */
function createTickFeed({ bus }: Pick<HubPorts, 'bus'>, { push, sendQueue }: Senders) {
  let ticks: Subscription | null = null
  return {
    /** The ticks are listened to while there are sockets. */
    listen: () => {
      ticks ??= bus.changes$.subscribe((changes) => {
        push.take(changes)
        push.tick()
        sendQueue.run()
      })
    },
    stop: () => {
      ticks?.unsubscribe()
      ticks = null
    },
  }
}

type TellPorts = { roster: Roster; rooms: Senders['rooms']; sessions: ReturnType<typeof createSessions> }
const takerOf =
  ({ roster, rooms, sessions }: TellPorts) =>
  (signal: BusSignal) => {
    if (signal.kind === 'posted') return rooms.post(signal)
    if (signal.kind === 'said') return rooms.said(signal.channel, signal.user, signal.d)
    if (signal.kind === 'shut') return rooms.shut(signal.channel, signal.user, signal.reason)
    if (signal.kind === 'replaced') return roster.bySid.get(signal.sid)?.bye(closeCodes.replaced, 'replaced by another')
    sessions.end(signal)
  }

type JoinPorts = Pick<HubPorts, 'bus' | 'now' | 'meters' | 'log'> & {
  limits: Pick<Limits, 'call'>
  term: () => Term
  senders: Senders
  roster: Roster
  sessions: ReturnType<typeof createSessions>
  ticks: ReturnType<typeof createTickFeed>
}
/**
 * Adds a transport that has just opened and sends it the hello. The caller passes its frames to `receive` and calls
 * `leave` when it closes.
 */
function createJoin({ bus, limits, now, meters, log, term, senders, roster, sessions, ticks }: JoinPorts) {
  /** Closes the socket whose frame hit a bug; rethrown, the error would end the process for all sockets. */
  const closeAfterBug = (peer: Peer, thrown: unknown) => {
    meters.bug('socket')
    log.error({ stack: thrown instanceof Error ? thrown.stack : 'not an error' }, 'a frame caused an internal error')
    peer.bye(closeCodes.fault, refusalText('fault', {}, peer.caller()?.lang ?? 'hk'))
  }
  /** Adds a transport that has just opened. */
  const open = (transport: Transport, address: string) => {
    const peer: Peer = createPeer({
      ...senders,
      bus,
      limits,
      now,
      term,
      address,
      transport,
      sid: randomBytes(9).toString('base64url'),
      onReady: sessions.enter,
      onDue: (each) => sessions.due.add(each),
      onFault: (thrown) => closeAfterBug(peer, thrown),
    })
    roster.join(peer, address)
    ticks.listen()
    return peer
  }
  return (transport: Transport, address: string) => {
    const peer = open(transport, address)
    peer.hello()
    return {
      receive: (text: string) => {
        try {
          peer.receive(text)
        } catch (thrown) {
          closeAfterBug(peer, thrown)
        }
      },
      refuse: (why: string) => peer.bye(closeCodes.frameBad, why),
      leave: () => {
        if (peer.caller()) bus.leave(peer.sid)
        sessions.due.delete(peer)
        roster.leave(peer, address)
        if (roster.peers.size === 0) ticks.stop()
      },
    }
  }
}

/**
 * All sockets of this gateway, whatever their transport. Sends them own events as they come, public changes on each
 * tick of the venue.
 */
export function createHub(ports: HubPorts) {
  const { bus, limits = createLimits(), now, meters, every = byTimer, failpoint = noFailpoint, maxPerAddress } = ports
  let current = noTerm
  const term = () => current
  const senders = {
    push: createPush({ bus, now, term }),
    rooms: createRooms({ bus, now, term }),
    sendQueue: createSendQueue(),
  }
  const { push, rooms } = senders
  const roster = createRoster((open) => meters.sockets(open), maxPerAddress)
  const { peers, byUser } = roster
  const sessions = createSessions({ bus, now, roster })
  const ticks = createTickFeed({ bus }, senders)
  const tellEvents = (rows: readonly EventRow[]) => {
    for (const row of rows) {
      const peersOfUser = byUser.get(row.user)
      if (!peersOfUser) continue
      const frame = eventFrame(current.streamEpoch, row)
      for (const peer of peersOfUser) peer.sendEvent(row, frame)
      failpoint('duringPush')
    }
  }
  const takeTerm = (next: Term) => {
    const isFirst = current === noTerm
    current = { ...next }
    if (isFirst) return
    sessions.ask([...peers])
    push.renew()
    rooms.renew()
    for (const peer of peers) peer.renew()
  }
  const streams = [
    bus.terms$.subscribe(takeTerm),
    bus.events$.subscribe(tellEvents),
    bus.signals$.subscribe(takerOf({ roster, rooms, sessions })),
  ]
  const stops = [
    every(collectMs, () => {
      if (peers.size > 0) rooms.collect()
    }),
    every(checkMs, () => {
      sessions.forget()
      for (const peer of peers) peer.check()
      sessions.askDue()
    }),
  ]
  return {
    count: () => peers.size,
    isCrowded: roster.isCrowded,
    join: createJoin({ ...ports, limits, term, senders, roster, sessions, ticks }),
    /** Stops sending, and closes all sockets with the code that asks clients to reconnect. */
    stop: () => {
      for (const stop of stops) stop()
      for (const each of streams) each.unsubscribe()
      ticks.stop()
      for (const peer of peers) peer.bye(1012, 'restart', { after: 500 }, closeCodes.restart)
    },
  }
}
