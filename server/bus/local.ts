import type { Who } from '#contract/wire/endpoint.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Caller, Credentials, Signal } from '#server/core/context.ts'
import type { Outcome } from '#server/core/execute.ts'
import type { Change, MemberFamily, Snap } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import type { EventRow, Store } from '#server/core/store-port.ts'
import { Observable } from 'rxjs'
import { createMembersBus } from './members.ts'
import type { Bus, BusCommand } from './port.ts'

/** Events are read from the store in pages of this size. */
const maxPage = 200
/** A subscriber that has missed more events than this gets no replay: it must read everything again. */
const maxReplay = 1000

/** What the bus uses of the venue. */
type LocalVenue<R extends RouteInfo> = Pick<
  Bus,
  'now' | 'streamEpoch' | 'publicEpoch' | 'isSessionValid' | 'signals$'
> & {
  routes: readonly R[]
  execute: (asked: Omit<BusCommand, 'call'> & { route: R }) => Promise<Outcome>
  callerOf: (credentials: Credentials) => Caller
  /** Refuses a caller who does not meet `who` or may not make changes. */
  checkCaller: (caller: Caller, who: Who) => void
  /** Sequence number of the latest event of a user's own channel. */
  headOf: (user: number) => number
  deliveries$: Bus['events$']
  store: Pick<Store, 'events' | 'ring' | 'span' | 'row'>
  durable: () => Maybe<void>
  isBroken: () => boolean
  /** Tells all gateways what is not kept. */
  tell: (signal: Signal) => void
  publisher: {
    has: (name: string) => boolean
    snap: (name: string) => Snap | null
    drain: (then: () => void) => void
    refresh: () => Maybe<void>
    listen: (listener: (changes: readonly Change[]) => void) => () => void
    membersOf: (name: string) => { family: MemberFamily; parts: readonly string[] } | null
    cut: <T>(read: () => T, then: (value: T) => void) => void
  }
}
/** Storage of uploads. */
export type Files = {
  save: (user: number, file: Parameters<Bus['saveUpload']>[1]) => ReturnType<Bus['saveUpload']>
  open: Bus['openUpload']
}

/** The bus within one process: it calls the venue directly and passes objects without serialising them. */
export function createLocalBus<R extends RouteInfo>(venue: LocalVenue<R>, files: Files): Bus {
  const { store, publisher, streamEpoch, headOf } = venue
  const routes = new Map(venue.routes.map((route) => [`${route.feature}.${route.name}`, route]))

  const missedEvents = (user: number, after: number, before: readonly EventRow[] = []): Maybe<readonly EventRow[]> =>
    whenReady(store.events(user, after, maxPage), (some) => {
      const all = [...before, ...some]
      const last = some.at(-1)
      return !last || some.length < maxPage ? all : missedEvents(user, last.s, all)
    })
  type Resumed = { reply: SubReply; events: readonly EventRow[] }
  const resume = (user: number, e: string | undefined, s: number | undefined): Maybe<Resumed> => {
    const top = headOf(user)
    const fresh = (why: 'new' | 'epoch' | 'trimmed' | 'ahead' | 'limit'): Resumed => ({
      reply: { mode: 'fresh', why, head: top },
      events: [],
    })
    if (e === undefined || s === undefined) return fresh('new')
    if (e !== streamEpoch) return fresh('epoch')
    if (s > top) return fresh('ahead')
    if (s === top) return { reply: { mode: 'resumed', n: 0 }, events: [] }
    return whenReady(store.ring(user), ({ tail }): Maybe<Resumed> => {
      if (tail === 0 || tail > s + 1) return fresh('trimmed')
      if (top - s > maxReplay) return fresh('limit')
      return whenReady(
        missedEvents(user, s),
        (events): Resumed => ({ reply: { mode: 'resumed', n: events.length }, events }),
      )
    })
  }
  /** Calls `answer` once everything decided so far is durable. */
  const onceDurable = <T>(answer: () => Maybe<T>): Maybe<T> => whenReady(venue.durable(), answer)

  return {
    now: venue.now,
    isUp: () => !venue.isBroken(),
    streamEpoch,
    publicEpoch: venue.publicEpoch,
    ask: async ({ call, ...command }) => {
      const route = routes.get(`${call.feature}.${call.name}`)
      if (!route) throw new Error(`no handler for ${call.feature}.${call.name}`)
      const { user } = command.caller
      const head = user !== 0 && route.endpoint.does === 'reads' ? headOf(user) : null
      return { ...(await venue.execute({ ...command, route })), head }
    },
    callerOf: venue.callerOf,
    enter: (credentials) => {
      const caller = venue.callerOf(credentials)
      return caller.user === 0 ? null : onceDurable(() => ({ caller, head: headOf(caller.user) }))
    },
    isSessionValid: venue.isSessionValid,
    checkUpload: (caller) => venue.checkCaller(caller, 'in'),
    saveUpload: ({ user }, file) => files.save(user, file),
    openUpload: files.open,
    events$: venue.deliveries$,
    signals$: venue.signals$,
    changes$: new Observable<readonly Change[]>((listener) => publisher.listen((changes) => listener.next(changes))),
    drain: publisher.drain,
    hasChannel: publisher.has,
    snap: publisher.snap,
    refresh: publisher.refresh,
    resume: (user, e, s) => onceDurable(() => resume(user, e, s)),
    members: createMembersBus({
      familyOf: publisher.membersOf,
      cut: publisher.cut,
      store,
      streamEpoch,
      tell: venue.tell,
    }),
  }
}
