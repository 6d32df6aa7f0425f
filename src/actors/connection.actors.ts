import { endReason, type Down, type SocketReply } from '#contract/wire/down.ts'
import { authReply, pingReply, type Up } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import { connectionMachine, viewOf, type SocketEvent, isWanted } from '#machines/kit/connection.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import type { Connection, Ready, RequestFrame } from '#streams/kit/connection.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import { garbage$, readFrame } from '#streams/kit/messages.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import {
  asyncScheduler,
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  expand,
  filter,
  finalize,
  map,
  merge,
  Observable,
  of,
  scan,
  Subject,
  switchMap,
  takeUntil,
  timer,
  type SchedulerLike,
} from 'rxjs'
import { fromEventObservable, type ActorRefFrom, type SnapshotFrom } from 'xstate'

/** The credentials of a connection; `login` distinguishes successive logins on a device. */
export type Credentials = { login: number } & Omit<Extract<Up, { m: 'auth' }>['p'], 'v'>
export type ConnectionPorts = {
  readonly dial: () => Observable<SocketMessage>
  /** A random number in [0, 1), for the jitter of each wait. */
  readonly chance: () => number
  /** Read for each authentication; null when nobody is logged in. */
  readonly credentials: () => Credentials | null
  readonly steadyMs: () => number
  /** Receives invalid frames, and the reason when a connection had to be dropped. */
  readonly onInvalidFrame?: (invalidFrame: string) => void
  readonly time?: SchedulerLike
}

const silenceMs = 15_000
type Attempt = { readonly number: number; readonly send: (frame: string) => void; lastI: number }
type Sent = { readonly i: number; readonly askedAt: number; readonly login: number }

/**
 * Connects the connection machine to the socket. The machine gets the events that change its state; messages bypass it.
 */
export function connectionLogic(ports: ConnectionPorts) {
  const wire = createWire(ports)
  const logic = connectionMachine.provide({
    actors: { openSocket: fromEventObservable<SocketEvent, void>(wire.attempt$) },
    actions: {
      sendAuth: wire.sendAuth,
      sendPing: wire.sendPing,
      publishReady: wire.publishReady,
      publishAway: wire.publishAway,
      dropCursors: wire.dropCursors,
    },
    delays: { beforeRetry: ({ context }) => Math.max(ports.chance() * context.waitMs, context.minWaitMs) },
  })
  return { logic, connection: wire.connection, samples$: wire.samples$ }
}
export type ConnectionActor = ActorRefFrom<ReturnType<typeof connectionLogic>['logic']>

const blipMs = 3000

/** `isWanted`: a live connection is requested. */
type Seen = { readonly view: ConnectionState; readonly isWanted: boolean }
type Lost = { readonly view: ConnectionState; readonly lostAt: number | null }
const isSame = (a: ConnectionState, b: ConnectionState) => a.state === b.state && a.reason === b.reason

/** The state of the connection as it changes; losses shorter than `blipMs` are not reported, to avoid flicker. */
export const connectionView$ = (
  actor: ConnectionActor,
  time: SchedulerLike = asyncScheduler,
): Observable<ConnectionState> =>
  new Observable<Seen>((listener) => {
    const subscription = actor.subscribe((snapshot) => listener.next(seenIn(snapshot)))
    listener.next(seenIn(actor.getSnapshot()))
    return () => subscription.unsubscribe()
  }).pipe(
    distinctUntilChanged((a, b) => isSame(a.view, b.view)),
    scan(({ lostAt }: Lost, seen) => ({ view: seen.view, lostAt: lostAtOf(seen, lostAt, time.now()) }), {
      view: firstView,
      lostAt: null,
    }),
    // Counted from the loss, regardless of later dial attempts.
    switchMap(({ view, lostAt }) =>
      lostAt === null ? of(view) : timer(Math.max(0, lostAt + blipMs - time.now()), time).pipe(map(() => view)),
    ),
    distinctUntilChanged(isSame),
  )

const firstView: ConnectionState = { state: 'connecting', reason: null }
const seenIn = (snapshot: SnapshotFrom<typeof connectionMachine>): Seen => ({
  view: viewOf(snapshot),
  isWanted: isWanted(snapshot),
})
/** After repeated failures `polling` is reported at once; the time of the loss is kept. */
const lostAtOf = ({ view: { state }, isWanted }: Seen, lostAt: number | null, now: number) =>
  state === 'reconnecting' || (state === 'polling' && isWanted) ? (lostAt ?? now) : null

const eventOfBye = ({ code, msg, after, why }: Extract<Down, { k: 'bye' }>): SocketEvent => {
  const known = decode(endReason, why)
  return {
    type: 'socket.saidBye',
    code,
    message: msg,
    afterMs: after ?? null,
    why: known.success ? known.data : null,
  }
}
/**
 * One alarm for all messages: when it rings it checks how long the silence has been, and is set for the rest of it.
 * Each silence is told once.
 */
const silences$ = (activeAt: () => number, steadyMs: () => number, time: SchedulerLike) => {
  const leftMs = () => Math.min(activeAt() + silenceMs - steadyMs(), silenceMs)
  return timer(silenceMs, time).pipe(
    expand(() => timer(leftMs() > 0 ? leftMs() : silenceMs, time)),
    filter(() => leftMs() <= 0),
    map(activeAt),
    distinctUntilChanged(),
    map((): SocketEvent => ({ type: 'socket.fellSilent' })),
  )
}

/** The attempt that is under way, and what was asked on it. */
type Line = {
  count: number
  attempt: Attempt | null
  auth: Sent | null
  ping: Sent | null
  proven: Ready | null
}
/** Asks on the line who is there and whether it stands, and takes the answers. */
function createQuestions(
  line: Line,
  { credentials, steadyMs }: ConnectionPorts,
  samples$: Subject<TimeSample>,
  ready$: BehaviorSubject<Ready | null>,
) {
  const send = (frame: RequestFrame): number | null => {
    if (line.attempt === null) return null
    const i = ++line.attempt.lastI
    line.attempt.send(JSON.stringify({ i, ...frame }))
    return i
  }
  const sample = ({ askedAt }: Sent, serverAt: number) => samples$.next({ askedAt, answeredAt: steadyMs(), serverAt })
  const onAuthReply = (sent: Sent, reply: SocketReply): SocketEvent[] => {
    line.auth = null
    if ('x' in reply) return [{ type: 'socket.refused', reason: reply.x.reason, retry: reply.x.retry }]
    const read = decode(authReply, reply.r)
    if (!read.success) return [{ type: 'socket.failed', why: 'auth' }]
    const { uid, e, heads, now } = read.data
    sample(sent, now)
    line.proven = { attempt: line.count, login: sent.login, uid, epoch: e, head: heads.u }
    // Re-authenticated under a later login of the same account: streams compare the login of the connection.
    if (ready$.value !== null && ready$.value.login !== sent.login) ready$.next(line.proven)
    return [{ type: 'socket.proven' }]
  }
  const onPingReply = (sent: Sent, reply: SocketReply): SocketEvent[] => {
    line.ping = null
    const read = 'r' in reply ? decode(pingReply, reply.r) : null
    if (read?.success) sample(sent, read.data.now)
    return [{ type: 'socket.answered' }]
  }
  return {
    send,
    sendAuth: () => {
      const credential = credentials()
      if (credential === null) return
      const { login, ...p } = credential
      const i = send({ m: 'auth', p: { ...p, v: 1 } })
      line.auth = i === null ? null : { i, askedAt: steadyMs(), login }
    },
    sendPing: () => {
      const i = send({ m: 'ping', p: {} })
      line.ping = i === null ? null : { i, askedAt: steadyMs(), login: 0 }
    },
    /** What an answer to one of these is for the machine; null for any other. */
    take: (reply: SocketReply): SocketEvent[] | null => {
      if (reply.i === line.auth?.i) return onAuthReply(line.auth, reply)
      return reply.i === line.ping?.i ? onPingReply(line.ping, reply) : null
    },
  }
}

/** Numbers the attempts in sequence; events of an older attempt are ignored. */
function createWire(ports: ConnectionPorts) {
  const { onInvalidFrame } = ports
  const messages$ = new Subject<Down>()
  const samples$ = new Subject<TimeSample>()
  const ready$ = new BehaviorSubject<Ready | null>(null)
  const cursorsDropped$ = new Subject<void>()
  const failed$ = new Subject<string>()
  const line: Line = { count: 0, attempt: null, auth: null, ping: null, proven: null }
  const { send, sendAuth, sendPing, take } = createQuestions(line, ports, samples$, ready$)
  const onMessage = (message: Down): SocketEvent[] => {
    if ('i' in message) {
      const answered = take(message)
      if (answered !== null) return answered
    } else if (message.k === 'hello') return [{ type: 'socket.greeted' }]
    else if (message.k === 'bye') return [eventOfBye(message)]
    else if (message.k === 'hb') line.attempt?.send(JSON.stringify({ m: 'hb' }))
    messages$.next(message)
    return []
  }
  const connection: Connection = {
    messages$: messages$.asObservable(),
    ready$: ready$.asObservable(),
    cursorsDropped$: cursorsDropped$.asObservable(),
    send: (frame) => (ready$.value === null ? null : send(frame)),
    fail: (why) => {
      onInvalidFrame?.(why)
      failed$.next(why)
    },
  }
  return {
    connection,
    samples$: samples$.asObservable(),
    attempt$: () => attempt$(line, ports, onMessage, failed$),
    sendAuth,
    sendPing,
    publishReady: () => ready$.next(line.proven),
    publishAway: () => ready$.next(null),
    dropCursors: () => cursorsDropped$.next(),
  }
}

/** One attempt, from dialling to its close. */
const attempt$ = (
  line: Line,
  ports: ConnectionPorts,
  onMessage: (message: Down) => SocketEvent[],
  failed$: Observable<string>,
) =>
  defer(() => {
    const { dial, steadyMs, onInvalidFrame, time = asyncScheduler } = ports
    const number = ++line.count
    const invalidFrames$ = new Subject<string>()
    let activeAt = steadyMs()
    const isMine = () => line.attempt?.number === number
    const invalidFrame = (frame: string) => {
      onInvalidFrame?.(frame)
      invalidFrames$.next(frame)
    }
    const onSocketMessage = (message: SocketMessage): SocketEvent[] => {
      if (message.type === 'socket.closed') return [{ type: 'socket.closed', code: message.code }]
      activeAt = steadyMs()
      if (message.type === 'socket.frame')
        return isMine() ? readFrame(message.frame, invalidFrame).flatMap(onMessage) : []
      line.attempt = { number, send: message.send, lastI: 0 }
      line.auth = line.ping = null
      return [{ type: 'socket.opened' }]
    }
    const failing$ = merge(garbage$(invalidFrames$, time), failed$).pipe(
      map((why): SocketEvent => ({ type: 'socket.failed', why })),
    )
    const over$ = new Subject<void>()
    // Most frames change no state, twenty a second: an operator that makes a stream of each of them would cost more
    // than reading it.
    const heard$ = new Observable<SocketEvent>((observer) =>
      dial().subscribe({
        next: (message) => onSocketMessage(message).forEach((event) => observer.next(event)),
        error: (thrown) => observer.error(thrown),
        complete: () => observer.complete(),
      }),
    )
    const silent$ = silences$(() => activeAt, steadyMs, time)
    return merge(heard$.pipe(finalize(() => over$.next())), merge(silent$, failing$).pipe(takeUntil(over$))).pipe(
      finalize(() => {
        if (isMine()) line.attempt = null
      }),
    )
  })
