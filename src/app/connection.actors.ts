import { endReason, type Down, type SocketReply } from '#contract/wire/down.ts'
import { authReply, pingReply, type Up } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import { connectionMachine, viewOf, type SocketEvent } from '#machines/connection.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import type { Connection, Ready, RequestFrame } from '#streams/kit/connection.ts'
import type { ConnectionState } from '#streams/kit/connection-view.ts'
import { garbage$, readFrame } from '#streams/kit/messages.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import {
  asyncScheduler, BehaviorSubject, defer, distinctUntilChanged, finalize, map, merge, mergeMap, Observable, of, scan, startWith,
  Subject, switchMap, takeUntil, timer, type SchedulerLike,
} from 'rxjs'
import { fromEventObservable, type ActorRefFrom, type SnapshotFrom } from 'xstate'

/** Who proves himself on the line; `login` tells one login of a device from the next. */
export type Credentials = { login: number } & Omit<Extract<Up, { m: 'auth' }>['p'], 'v'>
export type ConnectionPorts = {
  readonly dial: () => Observable<SocketMessage>
  /** A random share in [0, 1) of each wait. */
  readonly chance: () => number
  /** Read anew for each proof; null when nobody is logged in. */
  readonly credentials: () => Credentials | null
  readonly steadyMs: () => number
  /** Told of frames that are not of the contract, and of a line that had to be dropped. */
  readonly onInvalidFrame?: (invalidFrame: string) => void
  readonly time?: SchedulerLike
}

const silenceMs = 15_000
type Attempt = { readonly number: number; readonly send: (frame: string) => void; lastI: number }
type Asked = { readonly i: number; readonly askedAt: number; readonly login: number }

/** Joins the connection machine to the socket: the machine hears what decides its life, messages pass beside it. */
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

/** `isWanted`: somebody would like it to be live. */
type Seen = { readonly view: ConnectionState; readonly isWanted: boolean }
type Lost = { readonly view: ConnectionState; readonly lostAt: number | null }
const isSame = (a: ConnectionState, b: ConnectionState) => a.state === b.state && a.reason === b.reason

/** How the connection is, as it changes; a short loss is no news, so that blips do not flicker. */
export const connectionView$ = (actor: ConnectionActor, time: SchedulerLike = asyncScheduler): Observable<ConnectionState> =>
  new Observable<Seen>((listener) => {
    const subscription = actor.subscribe((snapshot) => listener.next(seenIn(snapshot)))
    listener.next(seenIn(actor.getSnapshot()))
    return () => subscription.unsubscribe()
  }).pipe(
    distinctUntilChanged((a, b) => isSame(a.view, b.view)),
    scan(({ lostAt }: Lost, seen) => ({ view: seen.view, lostAt: lostAtOf(seen, lostAt, time.now()) }), { view: firstView, lostAt: null }),
    // Counted from the loss, however often it was dialled since.
    switchMap(({ view, lostAt }) => (lostAt === null ? of(view) : timer(Math.max(0, lostAt + blipMs - time.now()), time).pipe(map(() => view)))),
    distinctUntilChanged(isSame),
  )

const firstView: ConnectionState = { state: 'connecting', reason: null }
const seenIn = (snapshot: SnapshotFrom<typeof connectionMachine>): Seen => ({ view: viewOf(snapshot), isWanted: snapshot.matches({ link: 'wanted' }) })
/** A line that fails again and again is called polling at once; its loss is no older for that. */
const lostAtOf = ({ view: { state }, isWanted }: Seen, lostAt: number | null, now: number) =>
  state === 'reconnecting' || (state === 'polling' && isWanted) ? (lostAt ?? now) : null

/** One numbered attempt after another; what belongs to an older one is ignored. */
function createWire({ dial, credentials, steadyMs, onInvalidFrame, time = asyncScheduler }: ConnectionPorts) {
  const messages$ = new Subject<Down>()
  const samples$ = new Subject<TimeSample>()
  const cursorsDropped$ = new Subject<void>()
  const ready$ = new BehaviorSubject<Ready | null>(null)
  const failed$ = new Subject<string>()
  let attempts = 0
  let attempt: Attempt | null = null
  let proof: Asked | null = null
  let probe: Asked | null = null
  let proven: Ready | null = null

  const send = (frame: RequestFrame): number | null => {
    if (attempt === null) return null
    const i = ++attempt.lastI
    attempt.send(JSON.stringify({ i, ...frame }))
    return i
  }
  const sendAuth = () => {
    const who = credentials()
    if (who === null) return
    const { login, ...p } = who
    const i = send({ m: 'auth', p: { ...p, v: 1 } })
    proof = i === null ? null : { i, askedAt: steadyMs(), login }
  }
  const sendPing = () => {
    const i = send({ m: 'ping', p: {} })
    probe = i === null ? null : { i, askedAt: steadyMs(), login: 0 }
  }
  const sample = ({ askedAt }: Asked, serverAt: number) => samples$.next({ askedAt, answeredAt: steadyMs(), serverAt })

  const takeProof = (asked: Asked, reply: SocketReply): SocketEvent[] => {
    proof = null
    if ('x' in reply) return [{ type: 'socket.refused', reason: reply.x.reason, retry: reply.x.retry }]
    const read = decode(authReply, reply.r)
    if (!read.success) return [{ type: 'socket.failed', why: 'auth' }]
    const { uid, e, heads, now } = read.data
    sample(asked, now)
    proven = { attempt: attempts, login: asked.login, uid, epoch: e, head: heads.u }
    // A renewal under a later login of the same account: its streams have to know the line as theirs.
    if (ready$.value !== null && ready$.value.login !== asked.login) ready$.next(proven)
    return [{ type: 'socket.proven' }]
  }
  const takeProbe = (asked: Asked, reply: SocketReply): SocketEvent[] => {
    probe = null
    const read = 'r' in reply ? decode(pingReply, reply.r) : null
    if (read?.success) sample(asked, read.data.now)
    return [{ type: 'socket.answered' }]
  }
  const take = (message: Down): SocketEvent[] => {
    if ('i' in message) {
      if (message.i === proof?.i) return takeProof(proof, message)
      if (message.i === probe?.i) return takeProbe(probe, message)
    } else if (message.k === 'hello') return [{ type: 'socket.greeted' }]
    else if (message.k === 'bye') {
      const why = decode(endReason, message.why)
      return [{ type: 'socket.saidBye', code: message.code, message: message.msg, afterMs: message.after ?? null, why: why.success ? why.data : null }]
    } else if (message.k === 'hb') attempt?.send(JSON.stringify({ m: 'hb' }))
    messages$.next(message)
    return []
  }
  /** One attempt, from dialling to its end. */
  const attempt$ = () =>
    defer(() => {
      const number = ++attempts
      const invalidFrames$ = new Subject<string>()
      const isActive$ = new Subject<void>()
      const isMine = () => attempt?.number === number
      const invalidFrame = (frame: string) => {
        onInvalidFrame?.(frame)
        invalidFrames$.next(frame)
      }
      const hear = (said: SocketMessage): SocketEvent[] => {
        if (said.type === 'socket.closed') return [{ type: 'socket.closed', code: said.code }]
        isActive$.next()
        if (said.type === 'socket.frame') return isMine() ? readFrame(said.frame, invalidFrame).flatMap(take) : []
        attempt = { number, send: said.send, lastI: 0 }
        proof = probe = null
        return [{ type: 'socket.opened' }]
      }
      const silent$ = isActive$.pipe(
        startWith(undefined),
        switchMap(() => timer(silenceMs, time)),
        map((): SocketEvent => ({ type: 'socket.fellSilent' })),
      )
      const failing$ = merge(garbage$(invalidFrames$, time), failed$).pipe(map((why): SocketEvent => ({ type: 'socket.failed', why })))
      const over$ = new Subject<void>()
      return merge(dial().pipe(mergeMap(hear), finalize(() => over$.next())), merge(silent$, failing$).pipe(takeUntil(over$))).pipe(
        finalize(() => {
          if (isMine()) attempt = null
        }),
      )
    })
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
    connection, samples$: samples$.asObservable(), attempt$, sendAuth, sendPing,
    publishReady: () => ready$.next(proven),
    publishAway: () => ready$.next(null),
    dropCursors: () => cursorsDropped$.next(),
  }
}
