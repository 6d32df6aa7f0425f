import type { EndReason } from '#contract/wire/down.ts'
import { closePolicy, type ClosePolicy } from '#contract/wire/close.ts'
import { and, assign, emit, fromEventObservable, setup, stateIn, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

/** What one attempt at a socket says of itself; frames pass beside the machine. */
export type SocketEvent =
  | { type: 'socket.opened' }
  | { type: 'socket.greeted' }
  | { type: 'socket.proven' }
  /** The login was not taken; `retry` says whether asking again may help. */
  | { type: 'socket.refused'; reason: string; retry: boolean }
  | { type: 'socket.answered' }
  | { type: 'socket.fellSilent' }
  | { type: 'socket.saidBye'; code: number; message: string; afterMs: number | null; why?: EndReason | null }
  | { type: 'socket.failed'; why: string }
  | { type: 'socket.closed'; code: number }
type Wish = { type: 'connect' } | { type: 'disconnect' } | { type: 'renew' }
type Surroundings = { type: 'page.shown' } | { type: 'page.hidden' } | { type: 'page.woke' } | { type: 'net.online' } | { type: 'net.offline' }
export type ConnectionEvent = Wish | Surroundings | SocketEvent
/** The login is over; told once per socket, whoever said so first. */
export type ConnectionTold = { type: 'session.ended'; message: string; why: EndReason | null }

export type ConnectionInput = { firstWaitMs: number; longestWaitMs: number }
export const usualWaits: ConnectionInput = { firstWaitMs: 500, longestWaitMs: 20_000 }

type Context = ConnectionInput & {
  /** The longest the next wait may be; the app provides a random share of it. */
  waitMs: number
  /** What the server asked us to wait at least. */
  atLeastMs: number
  failures: number
  message: string
  /** Why the login ended, as the server said with its bye. */
  why: EndReason | null
  /** Why nobody dials any more. */
  reason: string | null
}

/** Keeps one proven socket alive: dials, proves, watches, waits longer after each failure, gives up when told to. */
export const connectionMachine = setup({
  types: {
    input: {} as ConnectionInput,
    context: {} as Context,
    events: {} as ConnectionEvent,
    emitted: {} as ConnectionTold,
  },
  actors: { openSocket: fromEventObservable<SocketEvent, void>(absent('openSocket')) },
  guards: {
    isPolicy: (_, { code, policy }: { code: number; policy: ClosePolicy }) => closePolicy(code) === policy,
    isLogout: (_, { code }: { code: number }) => code === 999,
    mayRetry: (_, { retry }: { retry: boolean }) => retry,
    isUnbound: ({ context }) => context.atLeastMs === 0,
    isVisible: stateIn({ page: 'visible' }),
    mayDial: and([stateIn({ page: 'visible' }), stateIn({ net: 'online' })]),
  },
  actions: {
    sendAuth: absent('sendAuth'),
    sendPing: absent('sendPing'),
    tellReady: absent('tellReady'),
    tellAway: absent('tellAway'),
    dropCursors: absent('dropCursors'),
    waitLonger: assign(({ context }) => ({
      waitMs: Math.min(context.waitMs * 2, context.longestWaitMs),
      failures: context.failures + 1,
      atLeastMs: 0,
    })),
    forgetFailures: assign(({ context }) => ({ waitMs: context.firstWaitMs, failures: 0, atLeastMs: 0 })),
    keepReason: assign((_, { reason }: { reason: string | null }) => ({ reason })),
    keepBye: assign((_, { message, afterMs, why }: { message: string; afterMs: number | null; why: EndReason | null }) => ({ message, why, atLeastMs: afterMs ?? 0 })),
    waitAWhile: assign(({ context }) => ({ atLeastMs: Math.max(context.atLeastMs, 5000) })),
    tellEnded: emit(({ context }) => ({ type: 'session.ended' as const, message: context.message, why: context.why })),
  },
  delays: {
    beforeRetry: ({ context }) => Math.max(context.waitMs, context.atLeastMs),
    beforeTrust: 10_000,
    beforeGreeting: 10_000,
    beforeProof: 10_000,
    beforeReplacing: 3000,
  },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({ ...input, waitMs: input.firstWaitMs, atLeastMs: 0, failures: 0, message: '', why: null, reason: null }),
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
          entry: 'forgetFailures',
          on: { connect: { target: 'wanted', actions: { type: 'keepReason', params: { reason: null } } } },
        },
        wanted: {
          on: { disconnect: 'closed' },
          initial: 'held',
          states: {
            /** Nobody dials from a hidden page or without a network. */
            held: { always: { guard: 'mayDial', target: 'attached' } },
            waiting: {
              exit: 'waitLonger',
              after: { beforeRetry: 'held' },
              on: {
                'page.woke': { guard: 'isUnbound', target: 'held' },
                'net.online': { guard: 'isUnbound', target: 'held' },
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
                      { type: 'keepBye', params: ({ event }) => ({ message: event.message, afterMs: null, why: event.why ?? null }) },
                      { type: 'keepReason', params: { reason: 'not_logged_in' } },
                      'tellEnded',
                    ],
                  },
                  { actions: { type: 'keepBye', params: ({ event }) => ({ message: event.message, afterMs: event.afterMs, why: null }) } },
                ],
                'socket.refused': [
                  { guard: { type: 'mayRetry', params: ({ event }) => ({ retry: event.retry }) }, target: 'waiting' },
                  {
                    target: '#connection.link.closed',
                    actions: { type: 'keepReason', params: ({ event }) => ({ reason: event.reason }) },
                  },
                ],
                'socket.failed': 'waiting',
                'socket.closed': [
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'logOut' }) },
                    target: '#connection.link.closed',
                    actions: [{ type: 'keepReason', params: { reason: 'not_logged_in' } }, 'tellEnded'],
                  },
                  {
                    guard: { type: 'isPolicy', params: ({ event }) => ({ code: event.code, policy: 'stop' }) },
                    target: '#connection.link.closed',
                    actions: { type: 'keepReason', params: ({ event }) => ({ reason: String(event.code) }) },
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
                    actions: 'waitAWhile',
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
                  entry: 'tellReady',
                  exit: 'tellAway',
                  initial: 'trusted',
                  after: { beforeTrust: { actions: 'forgetFailures' } },
                  on: {
                    renew: { actions: 'sendAuth' },
                    /** A renewal that fails is no end: the server says when it is. */
                    'socket.refused': {},
                    'page.shown': '.probing',
                    'page.woke': '.probing',
                    'net.online': '.probing',
                    /** A device that says it is offline may be wrong: the socket is asked at once instead of believed for 20 s. */
                    'net.offline': '.probing',
                    'socket.fellSilent': { guard: 'isVisible', target: '.probing' },
                  },
                  states: {
                    trusted: {},
                    /** An open socket need not be alive: it is asked, and replaced when it does not answer. */
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

const lostFor = 5

/** How the connection is, in words a person can be told. */
export function viewOf(snapshot: SnapshotFrom<typeof connectionMachine>) {
  const { failures, reason } = snapshot.context
  const state = (() => {
    if (snapshot.matches({ link: 'closed' }) && reason !== null) return 'stopped'
    const isOffline = snapshot.matches({ net: 'offline' })
    if (isOffline && snapshot.matches({ link: { wanted: { attached: { live: 'probing' } } } })) return 'checking'
    if (snapshot.matches({ link: { wanted: { attached: 'live' } } })) return 'live'
    if (isOffline) return 'offline'
    if (snapshot.matches({ link: 'closed' })) return 'polling'
    if (failures >= lostFor) return 'polling'
    return failures === 0 && !snapshot.matches({ link: { wanted: 'waiting' } }) ? 'connecting' : 'reconnecting'
  })()
  return { state, reason } as const
}
