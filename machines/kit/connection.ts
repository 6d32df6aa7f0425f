import type { EndReason } from '#contract/wire/down.ts'
import { closePolicy, type ClosePolicy } from '#contract/wire/close.ts'
import { and, assign, emit, fromEventObservable, setup, stateIn, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

/** What one connection attempt reports; frames do not pass through the machine. */
export type SocketEvent =
  | { type: 'socket.opened' }
  | { type: 'socket.greeted' }
  | { type: 'socket.proven' }
  /** The server refused the credentials; `retry`: trying again may help. */
  | { type: 'socket.refused'; reason: string; retry: boolean }
  | { type: 'socket.answered' }
  | { type: 'socket.fellSilent' }
  | { type: 'socket.saidBye'; code: number; message: string; afterMs: number | null; why?: EndReason | null }
  | { type: 'socket.failed'; why: string }
  | { type: 'socket.closed'; code: number }
type Command = { type: 'connect' } | { type: 'disconnect' } | { type: 'renew' }
type DeviceEvent =
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'page.woke' }
  | { type: 'net.online' }
  | { type: 'net.offline' }
export type ConnectionEvent = Command | DeviceEvent | SocketEvent
/** The login is over; emitted once per socket, whether the `bye` frame or the close code came first. */
type ConnectionEmitted = { type: 'session.ended'; message: string; why: EndReason | null }

type Bye = { message: string; afterMs: number | null; why: EndReason | null }
const byeOf = ({ message, afterMs, why = null }: Partial<Bye> & Pick<Bye, 'message' | 'afterMs'>): Bye => ({
  message,
  afterMs,
  why,
})

type ConnectionInput = { firstWaitMs: number; maxWaitMs: number }
export const defaultWaits: ConnectionInput = { firstWaitMs: 500, maxWaitMs: 20_000 }

type Context = ConnectionInput & {
  /** Upper bound of the next wait; the adapter waits a random share of it. */
  waitMs: number
  /** The wait that the server asked for, as a lower bound. */
  minWaitMs: number
  failures: number
  message: string
  /** Why the login ended, as the `bye` frame said; null if it did not say. */
  why: EndReason | null
  /** Why the connection was stopped for good; null otherwise. */
  reason: string | null
}

/** Keeps one authenticated socket alive: connects, authenticates, probes, backs off, stops when the server says so. */
export const connectionMachine = setup({
  types: {
    input: {} as ConnectionInput,
    context: {} as Context,
    events: {} as ConnectionEvent,
    emitted: {} as ConnectionEmitted,
  },
  actors: { openSocket: fromEventObservable<SocketEvent, void>(absent('openSocket')) },
  guards: {
    isPolicy: (_, { code, policy }: { code: number; policy: ClosePolicy }) => closePolicy(code) === policy,
    isLogout: (_, { code }: { code: number }) => code === 999,
    mayRetry: (_, { retry }: { retry: boolean }) => retry,
    hasNoMinWait: ({ context }) => context.minWaitMs === 0,
    isVisible: stateIn({ page: 'visible' }),
    mayConnect: and([stateIn({ page: 'visible' }), stateIn({ net: 'online' })]),
  },
  actions: {
    sendAuth: absent('sendAuth'),
    sendPing: absent('sendPing'),
    publishReady: absent('publishReady'),
    publishAway: absent('publishAway'),
    dropCursors: absent('dropCursors'),
    doubleWait: assign(({ context }) => ({
      waitMs: Math.min(context.waitMs * 2, context.maxWaitMs),
      failures: context.failures + 1,
      minWaitMs: 0,
    })),
    resetBackoff: assign(({ context }) => ({ waitMs: context.firstWaitMs, failures: 0, minWaitMs: 0 })),
    storeReason: assign((_, { reason }: { reason: string | null }) => ({ reason })),
    storeBye: assign((_, { message, afterMs, why }: Bye) => ({ message, why, minWaitMs: afterMs ?? 0 })),
    waitAtLeast5s: assign(({ context }) => ({ minWaitMs: Math.max(context.minWaitMs, 5000) })),
    emitEnded: emit(({ context: { message, why } }) => ({ type: 'session.ended' as const, message, why })),
  },
  delays: {
    beforeRetry: ({ context }) => Math.max(context.waitMs, context.minWaitMs),
    beforeBackoffReset: 10_000,
    beforeGreeting: 10_000,
    beforeProof: 10_000,
    beforeReplacing: 3000,
  },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({
    ...input,
    waitMs: input.firstWaitMs,
    minWaitMs: 0,
    failures: 0,
    message: '',
    why: null,
    reason: null,
  }),
  type: 'parallel',
  states: {
    page: {
      initial: 'visible',
      states: { visible: { on: { 'page.hidden': 'hidden' } }, hidden: { on: { 'page.shown': 'visible' } } },
    },
    net: {
      initial: 'online',
      states: { online: { on: { 'net.offline': 'offline' } }, offline: { on: { 'net.online': 'online' } } },
    },
    link: {
      initial: 'closed',
      states: {
        closed: {
          entry: 'resetBackoff',
          on: { connect: { target: 'wanted', actions: { type: 'storeReason', params: { reason: null } } } },
        },
        wanted: {
          on: { disconnect: 'closed' },
          initial: 'held',
          states: {
            /** No attempt starts from a hidden page or without a network. */
            held: { always: { guard: 'mayConnect', target: 'attached' } },
            waiting: {
              exit: 'doubleWait',
              after: { beforeRetry: 'held' },
              on: {
                'page.woke': { guard: 'hasNoMinWait', target: 'held' },
                'net.online': { guard: 'hasNoMinWait', target: 'held' },
              },
            },
            attached: {
              invoke: { src: 'openSocket' },
              initial: 'opening',
              on: {
                'socket.saidBye': [
                  {
                    guard: { type: 'isLogout', params: ({ event }) => ({ code: event.code }) },
                    target: '#connection.link.closed',
                    actions: [
                      { type: 'storeBye', params: ({ event }) => ({ ...byeOf(event), afterMs: null }) },
                      { type: 'storeReason', params: { reason: 'not_logged_in' } },
                      'emitEnded',
                    ],
                  },
                  { actions: { type: 'storeBye', params: ({ event }) => ({ ...byeOf(event), why: null }) } },
                ],
                'socket.refused': [
                  { guard: { type: 'mayRetry', params: ({ event }) => ({ retry: event.retry }) }, target: 'waiting' },
                  {
                    target: '#connection.link.closed',
                    actions: { type: 'storeReason', params: ({ event }) => ({ reason: event.reason }) },
                  },
                ],
                'socket.failed': 'waiting',
                'socket.closed': [
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'logOut' }) },
                    target: '#connection.link.closed',
                    actions: [{ type: 'storeReason', params: { reason: 'not_logged_in' } }, 'emitEnded'],
                  },
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'stop' }) },
                    target: '#connection.link.closed',
                    actions: { type: 'storeReason', params: ({ event }) => ({ reason: String(event.code) }) },
                  },
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'atOnce' }) },
                    target: 'attached',
                    reenter: true,
                  },
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'dropCursors' }) },
                    target: 'waiting',
                    actions: 'dropCursors',
                  },
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'waitAfter' }) },
                    target: 'waiting',
                    actions: 'waitAtLeast5s',
                  },
                  { target: 'waiting' },
                ],
              },
              states: {
                opening: { on: { 'socket.opened': 'greeting' } },
                greeting: {
                  on: { 'socket.greeted': 'proving' },
                  after: { beforeGreeting: '#connection.link.wanted.waiting' },
                },
                proving: {
                  entry: 'sendAuth',
                  on: { 'socket.proven': 'live', renew: { actions: 'sendAuth' } },
                  after: { beforeProof: '#connection.link.wanted.waiting' },
                },
                live: {
                  entry: 'publishReady',
                  exit: 'publishAway',
                  initial: 'trusted',
                  after: { beforeBackoffReset: { actions: 'resetBackoff' } },
                  on: {
                    renew: { actions: 'sendAuth' },
                    /** A refused renewal does not end the connection: the server closes it when the login is over. */
                    'socket.refused': {},
                    'page.shown': '.probing',
                    'page.woke': '.probing',
                    'net.online': '.probing',
                    /**
                     * A device that says it is offline may be wrong: the socket is asked at once instead of believed
                     * for 20 s.
                     */
                    'net.offline': '.probing',
                    'socket.fellSilent': { guard: 'isVisible', target: '.probing' },
                  },
                  states: {
                    trusted: {},
                    /** An open socket may be half-open: it is pinged, and replaced when no answer comes. */
                    probing: {
                      entry: 'sendPing',
                      on: { 'socket.answered': 'trusted' },
                      after: { beforeReplacing: { target: '#connection.link.wanted.attached', reenter: true } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
})

const failuresUntilPolling = 5

/** A login is to be held, whether or not there is a line. */
export const isWanted = (snapshot: SnapshotFrom<typeof connectionMachine>) => snapshot.matches({ link: 'wanted' })
/** The state of the connection as shown to users. */
export function viewOf(snapshot: SnapshotFrom<typeof connectionMachine>) {
  const { failures, reason } = snapshot.context
  const state = (() => {
    if (snapshot.matches({ link: 'closed' }) && reason !== null) return 'stopped'
    const isOffline = snapshot.matches({ net: 'offline' })
    if (isOffline && snapshot.matches({ link: { wanted: { attached: { live: 'probing' } } } })) return 'checking'
    if (snapshot.matches({ link: { wanted: { attached: 'live' } } })) return 'live'
    if (isOffline) return 'offline'
    if (snapshot.matches({ link: 'closed' }) || failures >= failuresUntilPolling) return 'polling'
    return failures === 0 && !snapshot.matches({ link: { wanted: 'waiting' } }) ? 'connecting' : 'reconnecting'
  })()
  return { state, reason } as const
}
