import type { Endpoint, Who } from '#contract/wire/endpoint.ts'
import { BehaviorSubject, Observable, Subject } from 'rxjs'
import { isKeyDue } from '#server/core/access.ts'
import type { Acks } from '#server/core/acks.ts'
import { isDefinite } from '#server/core/answers.ts'
import type { Caller, Credentials, Signal } from '#server/core/context.ts'
import type { Outcome } from '#server/core/execute.ts'
import type { Change, MemberFamily, Snap } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import type { EventRow, Store } from '#server/core/store-port.ts'
import { createMembersBus } from './members.ts'
import type { Bus, BusCommand, BusMarket, BusSignal, BusUploads, Cursor, Term } from './port.ts'
import { createPresence } from './presence.ts'

/** How often the changes of public channels are told. */
const tickMs = 50
/** Events are read from the store in pages of this size. */
const maxPage = 200
/** A subscriber that has missed more events than this gets no replay: it must read everything again. */
const maxReplay = 1000

/** What the bus uses of the venue. */
export type HostedVenue<R extends RouteInfo> = Term & {
  routes: readonly R[]
  execute: (asked: Omit<BusCommand, 'call'> & { route: R }) => Promise<Outcome>
  acks: Acks
  callerOf: (credentials: Credentials) => Caller
  /** When the caller's session ends if nobody uses it; null if it has ended. */
  standsUntil: (caller: Caller) => number | null
  /** Refuses a caller who does not meet `who` or may not make changes. */
  checkCaller: (caller: Caller, who: Who) => void
  /** Sequence number of the latest event of a user's own channel. */
  headOf: (user: number) => number
  deliveries$: Observable<readonly EventRow[]>
  signals$: Observable<Signal>
  store: Pick<Store, 'events' | 'ring' | 'span' | 'row'>
  durable: () => Maybe<void>
  isBroken: () => boolean
  isHalted: () => boolean
  isFull: () => boolean
  isPriced: () => boolean
  markets: () => readonly BusMarket[]
  publisher: {
    snap: (name: string) => Snap | null
    drain: (then: () => void) => void
    refresh: () => Maybe<void>
    listen: (listener: (changes: readonly Change[]) => void) => () => void
    membersOf: (name: string) => { family: MemberFamily; parts: readonly string[] } | null
    cut: <T>(read: () => T, then: (value: T) => void) => void
  }
}
type Limits = { call: (endpoint: Endpoint, caller: Caller) => Promise<void>; upload: (caller: Caller) => Promise<void> }
export type HostPorts = {
  uploads: BusUploads & {
    /** Whether a folder takes files of a caller who has not logged in. */
    isOpenTo: (caller: Caller, folder: string) => boolean
  }
  /** Counts what comes from all gateways, each of which counts its own as well; not needed where there is one. */
  limits?: Limits | undefined
  /** Repeats work every `ms` until the returned function is called; tests inject their own. */
  every?: ((ms: number, work: () => void) => () => void) | undefined
}
const byTimer = (ms: number, work: () => void) => {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** What one gateway is told, and the members' channels that are followed there. */
type Line = {
  readonly events$: Subject<readonly EventRow[]>
  readonly signals$: Subject<BusSignal>
  readonly followed: Set<string>
}

/** Tells each gateway of the events of the users who are there, and of what is said on the channels it follows. */
function tellGateways(
  venue: Pick<HostedVenue<RouteInfo>, 'deliveries$' | 'signals$'>,
  lines: ReadonlyMap<string, Line>,
  gatewaysOf: (user: number) => Iterable<string>,
) {
  const deliveries = venue.deliveries$.subscribe((rows) => {
    const byGateway = new Map<string, EventRow[]>()
    for (const row of rows)
      for (const gateway of gatewaysOf(row.user)) {
        const told = byGateway.get(gateway)
        if (told) told.push(row)
        else byGateway.set(gateway, [row])
      }
    for (const [gateway, told] of byGateway) lines.get(gateway)?.events$.next(told)
  })
  const followersOf = (channel: string) => [...lines.values()].filter(({ followed }) => followed.has(channel))
  const tell = (signal: Signal) => {
    // A gateway may know a session by its calls alone.
    if (signal.kind === 'sessionEnded') return lines.forEach(({ signals$ }) => signals$.next(signal))
    const followers = followersOf(signal.channel)
    if (followers.length === 0) return
    // Made only when somebody follows: most messages are read by few.
    const told: BusSignal =
      signal.kind === 'posted'
        ? { ...signal, body: signal.body(), own: signal.own && { user: signal.own.user, body: signal.own.body() } }
        : signal
    for (const { signals$ } of followers) signals$.next(told)
  }
  const signals = venue.signals$.subscribe(tell)
  return {
    tell,
    stop: () => {
      deliveries.unsubscribe()
      signals.unsubscribe()
    },
  }
}

/** The ticks of all gateways are the same, and there are none while nobody listens. */
function ticksOf(
  { publisher, isBroken }: Pick<HostedVenue<RouteInfo>, 'publisher' | 'isBroken'>,
  every: typeof byTimer,
) {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let stopTicks: (() => void) | null = null
  const beginTicks = () => {
    const unlisten = publisher.listen((changes) => {
      for (const listener of listeners) listener(changes)
    })
    const stop = every(tickMs, () => {
      if (!isBroken()) publisher.drain(() => undefined)
    })
    return () => {
      stop()
      unlisten()
    }
  }
  const changes$ = new Observable<readonly Change[]>((subscriber) => {
    const listener = (changes: readonly Change[]) => subscriber.next(changes)
    listeners.add(listener)
    stopTicks ??= beginTicks()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stopTicks?.()
      stopTicks = null
    }
  })
  return {
    changes$,
    stop: () => {
      stopTicks?.()
      stopTicks = null
    },
  }
}

/**
 * The venue's end of the bus: one `Bus` for each gateway. It calls the venue directly and passes objects without
 * serialising them.
 */
export function createBusHost<R extends RouteInfo>(
  venue: HostedVenue<R>,
  { uploads, limits, every = byTimer }: HostPorts,
) {
  const { store, publisher, streamEpoch, publicEpoch, headOf } = venue
  const lines = new Map<string, Line>()
  const presence = createPresence((gateway, sid) => lines.get(gateway)?.signals$.next({ kind: 'replaced', sid }))
  const terms$ = new BehaviorSubject<Term>({ streamEpoch, publicEpoch })

  const telling = tellGateways(venue, lines, presence.gatewaysOf)
  const ticks = ticksOf(venue, every)

  const asked = answersOf(venue, { uploads, limits })

  return {
    /** The bus of one gateway. */
    open: (gateway: string): Bus => {
      const line: Line = { events$: new Subject(), signals$: new Subject(), followed: new Set() }
      lines.set(gateway, line)
      return {
        ...asked,
        terms$,
        events$: line.events$,
        signals$: line.signals$,
        changes$: ticks.changes$,
        enter: (credentials, sid) => {
          const caller = venue.callerOf(credentials)
          const until = caller.user === 0 ? null : venue.standsUntil(caller)
          if (until === null) return null
          presence.enter(gateway, { sid, caller })
          return whenReady(venue.durable(), () => ({ caller, head: headOf(caller.user), until }))
        },
        leave: presence.leave,
        standing: (sockets) =>
          sockets.map((socket) => {
            const until = venue.standsUntil(socket.caller)
            if (until !== null) presence.enter(gateway, socket)
            return until
          }),
        members: createMembersBus({
          familyOf: publisher.membersOf,
          cut: publisher.cut,
          store,
          streamEpoch,
          tell: telling.tell,
          followed: line.followed,
        }),
      }
    },
    /** A gateway is gone. */
    close: (gateway: string) => {
      lines.delete(gateway)
      presence.leaveAll(gateway)
    },
    stop: () => {
      telling.stop()
      ticks.stop()
    },
  }
}

/** What is the same for every gateway. */
function answersOf<R extends RouteInfo>(
  venue: HostedVenue<R>,
  { uploads, limits }: Pick<HostPorts, 'uploads' | 'limits'>,
) {
  const { publisher, streamEpoch, headOf } = venue
  const routes = new Map(venue.routes.map((route) => [`${route.feature}.${route.name}`, route]))
  /** Calls `answer` once everything decided so far is durable. */
  const onceDurable = <T>(answer: () => Maybe<T>): Maybe<T> => whenReady(venue.durable(), answer)
  const { resume } = createResume(venue)
  /** A gateway may not know yet that a session has ended: whoever asked with it is a visitor. */
  const asStands = (caller: Caller): Caller =>
    caller.session !== '' && venue.standsUntil(caller) === null ? { ...caller, user: 0, session: '' } : caller
  const ask: Bus['ask'] = async ({ call, isCounted, ...command }) => {
    const route = routes.get(`${call.feature}.${call.name}`)
    if (!route) throw new Error(`no handler for ${call.feature}.${call.name}`)
    const caller = asStands(command.caller)
    if (isCounted) await limits?.call(route.endpoint, caller)
    const isRead = caller.user !== 0 && route.endpoint.does === 'reads'
    const eventsHead = isRead ? `${streamEpoch}:${headOf(caller.user)}` : null
    const { at, ...outcome } = await venue.execute({ ...command, caller, route })
    const { key } = command
    // What is not kept under its key may still become something else.
    const isKept = (outcome.refused === null || isDefinite(outcome.refused)) && isKeyDue(caller, route.endpoint)
    const ack = key !== null && isKept ? await venue.acks.sign({ key, body: outcome.body, at }) : null
    return { ...outcome, eventsHead, ack }
  }
  const mayUpload = (caller: Caller, folder: string) => {
    if (!uploads.isOpenTo(caller, folder)) venue.checkCaller(asStands(caller), 'in')
  }
  const checkUpload: BusUploads['check'] = (caller, folder) => {
    mayUpload(caller, folder)
    return limits ? limits.upload(caller).then(() => uploads.check(caller, folder)) : uploads.check(caller, folder)
  }
  return {
    health: () => ({
      isUp: !venue.isBroken(),
      isHalted: venue.isHalted(),
      isFull: venue.isFull(),
      isPriced: venue.isPriced(),
    }),
    markets: venue.markets,
    ask,
    ackKeys: venue.acks.keys,
    callerOf: venue.callerOf,
    uploads: {
      ...uploads,
      check: checkUpload,
      place: (caller, file) => {
        mayUpload(caller, file.folder)
        return uploads.place(caller, file)
      },
      keep: async (caller, id, file) => {
        mayUpload(caller, file.folder)
        return uploads.keep(caller, id, file)
      },
    },
    snap: (name) =>
      whenReady(publisher.refresh(), () => {
        const snap = publisher.snap(name)
        return onceDurable(() => snap)
      }),
    resume: (user, cursor) => onceDurable(() => resume(user, cursor)),
  } satisfies Partial<Bus>
}

type Resumed = Awaited<ReturnType<Bus['resume']>>
function createResume({
  store,
  streamEpoch,
  headOf,
}: Pick<HostedVenue<RouteInfo>, 'store' | 'streamEpoch' | 'headOf'>) {
  const missedEvents = (user: number, after: number, before: readonly EventRow[] = []): Maybe<readonly EventRow[]> =>
    whenReady(store.events(user, after, maxPage), (some) => {
      const all = [...before, ...some]
      const last = some.at(-1)
      return !last || some.length < maxPage ? all : missedEvents(user, last.s, all)
    })
  return {
    resume: (user: number, { e, s }: Cursor): Maybe<Resumed> => {
      const head = headOf(user)
      const fresh = (why: 'new' | 'epoch' | 'trimmed' | 'ahead' | 'limit'): Resumed => ({
        reply: { mode: 'fresh', why, head },
        events: [],
        head,
      })
      if (e === undefined || s === undefined) return fresh('new')
      if (e !== streamEpoch) return fresh('epoch')
      if (s > head) return fresh('ahead')
      if (s === head) return { reply: { mode: 'resumed', n: 0 }, events: [], head }
      return whenReady(store.ring(user), ({ tail }): Maybe<Resumed> => {
        if (tail === 0 || tail > s + 1) return fresh('trimmed')
        if (head - s > maxReplay) return fresh('limit')
        return whenReady(
          missedEvents(user, s),
          (events): Resumed => ({
            reply: { mode: 'resumed', n: events.length },
            events,
            // What is decided and not stored yet is told when it is.
            head: events.at(-1)?.s ?? s,
          }),
        )
      })
    },
  }
}
