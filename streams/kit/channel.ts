import type { Down, Fault } from '#contract/wire/down.ts'
import { subReply } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import { asyncScheduler, NEVER, Observable, of, Subscription, type SchedulerLike } from 'rxjs'
import {
  emptyCursor,
  takeFresh,
  takePush,
  takeResumed,
  type ChannelEvent,
  type ChannelKind,
  type Cursor,
} from './cursor.ts'
import type { Connection, Ready } from './connection.ts'

type ChannelOptions = {
  readonly connection: Connection
  readonly kind: ChannelKind
  /** Where the first subscription begins; without one it begins anew. */
  readonly from?: { readonly epoch: string; readonly seq: number } | null
  /** While false the channel is unsubscribed; when true again it resumes from the stored cursor. */
  readonly isActive$?: Observable<boolean>
  /** While false the server sends at its slowest rate and nothing is requested; true again: refreshed at once. */
  readonly isVisible$?: Observable<boolean>
  /** Silence after which the channel subscribes again, to learn whether its value is still current. */
  readonly refreshMs?: number
  /** Emits to force a resubscribe: `wrong` = local state invalid, `mute` = polling shows that pushes stopped. */
  readonly resubscribe$?: Observable<'wrong' | 'mute'>
  readonly time?: SchedulerLike
}

const visibleRateMs = 100
const hiddenRateMs = 1000
const gapMs = 300
const replyMs = 10_000
const snapMs = 3000
const maxFresh = 3
const freshWithinMs = 60_000
type Reason = 'join' | 'gap' | 'refresh'

/**
 * Follows one channel: subscribes, puts messages in order, repairs gaps, resumes after each new socket.
 * Each subscription has its own follower; the cursor is discarded with it. The laws are in `LAWS.md`.
 */
export const channel$ = (c: string, options: ChannelOptions): Observable<ChannelEvent> =>
  new Observable((observer) => {
    const { connection, isActive$ = of(true), isVisible$ = of(true), resubscribe$ = NEVER } = options
    const follower = createFollower(c, options, (event) => observer.next(event))
    const all = new Subscription(follower.stop)
    all.add(connection.messages$.subscribe(follower.receive))
    all.add(connection.cursorsDropped$.subscribe(follower.dropCursor))
    all.add(isVisible$.subscribe(follower.setVisible))
    all.add(isActive$.subscribe(follower.setActive))
    all.add(connection.ready$.subscribe(follower.setReady))
    all.add(resubscribe$.subscribe(follower.resubscribe))
    return all
  })

type Emit = (event: ChannelEvent) => void

/** The mutable state of one follower: the cursor, what is known of the connection, and the request in flight. */
type State = {
  cursor: Cursor
  ready: Ready | null
  isActive: boolean
  isVisible: boolean
  isOff: boolean
  head: number
  pending: { i: number; reason: Reason } | null
}

/** Subscribes, and again when no answer comes, when a gap stays, or when the channel has been silent. */
function createAsking(c: string, options: ChannelOptions, state: State, emit: Emit) {
  const { connection, refreshMs, time = asyncScheduler } = options
  const timers = createTimers(time)
  let receivedAt = 0
  const canSend = () => state.ready !== null && state.isActive && !state.isOff
  const subscribe = (reason: Reason) => {
    if (!canSend()) return
    timers.stop()
    const { seq, epoch } = state.cursor
    const resume = seq === null || epoch === null ? {} : { e: epoch, s: seq }
    const i = connection.send({ m: 'sub', p: { c, ...resume } })
    state.pending = i === null ? null : { i, reason }
    if (!state.isVisible && reason === 'join') connection.send({ m: 'rate', p: { c, ms: hiddenRateMs } })
    if (state.pending) timers.start('reply', replyMs, () => subscribe(reason))
  }
  const refreshAfter = (maxMs: number) => {
    const leftMs = Math.min(receivedAt + maxMs - time.now(), maxMs)
    if (leftMs <= 0) subscribe('refresh')
    else timers.start('refresh', leftMs, () => refreshAfter(maxMs))
  }
  return {
    timers,
    time,
    canSend,
    subscribe,
    /** Each message postpones the refresh; one timer re-checks the elapsed silence instead of being reset. */
    postponeRefresh: () => {
      if (refreshMs === undefined) return
      receivedAt = time.now()
      timers.startOnce('refresh', refreshMs, () => refreshAfter(refreshMs))
    },
    repairGap: () => {
      if (state.cursor.buffered.length === 0 && state.head <= (state.cursor.seq ?? 0)) return
      emit({ type: 'syncing' })
      subscribe('gap')
    },
  }
}
type Asking = ReturnType<typeof createAsking>

/** Takes what arrives: pushes, the answer to the request in flight, heartbeats. */
function createTaking(c: string, { connection, kind }: ChannelOptions, state: State, asking: Asking, emit: Emit) {
  const { timers, time, canSend, subscribe, postponeRefresh, repairGap } = asking
  let freshAt: number[] = []
  const apply = ({ cursor, events, needs }: ReturnType<typeof takePush>) => {
    state.cursor = cursor
    events.forEach(emit)
    if (state.isOff || !canSend()) return
    if (needs === 'resubscribe') return subscribe('gap')
    if (needs !== 'snap') timers.stop('snap')
    else if (state.pending === null) timers.startOnce('snap', snapMs, () => subscribe('gap'))
    if (needs === 'wait' && state.pending === null) timers.startOnce('gap', gapMs, repairGap)
    if (needs === 'nothing' && state.head <= (state.cursor.seq ?? 0)) timers.stop('gap')
    if (state.pending === null) postponeRefresh()
  }
  const countFresh = () => {
    freshAt = [...freshAt, time.now()].filter((at) => time.now() - at <= freshWithinMs)
    if (freshAt.length < maxFresh) return
    freshAt = []
    connection.fail(`${c}: ${maxFresh} fresh`)
  }
  const takeFault = ({ retry, reason, after }: Fault) => {
    if (retry) return timers.start('reply', after ?? 1000, () => subscribe('join'))
    state.isOff = true
    timers.stop()
    emit({ type: 'off', reason })
  }
  return {
    push: (message: Parameters<typeof takePush>[2]) => apply(takePush(kind, state.cursor, message)),
    reply: (message: Extract<Down, { i: number }>, why: Reason) => {
      state.pending = null
      timers.stop('reply')
      if ('x' in message) return takeFault(message.x)
      const reply = decode(subReply, message.r)
      if (!reply.success) return timers.start('reply', replyMs, () => subscribe(why))
      if (reply.data.mode === 'resumed') return apply(takeResumed(kind, state.cursor))
      if (why === 'gap') countFresh()
      apply(takeFresh(kind, state.cursor, reply.data.head, state.ready?.epoch ?? ''))
    },
    heartbeat: (at: number) => {
      state.head = at
      if (state.cursor.seq === null) return
      if (at <= state.cursor.seq) return emit({ type: 'confirmed' })
      if (state.pending === null) timers.startOnce('gap', gapMs, repairGap)
    },
  }
}

/** One follower of a channel: what arrives is taken, and each change around it subscribes anew or stops. */
function createFollower(c: string, options: ChannelOptions, emit: Emit) {
  const { connection, from } = options
  const cursor: Cursor = { ...emptyCursor, ...from }
  const state: State = { cursor, ready: null, isActive: false, isVisible: true, isOff: false, head: 0, pending: null }
  const asking = createAsking(c, options, state, emit)
  const { timers, canSend, subscribe } = asking
  const take = createTaking(c, options, state, asking, emit)
  /** Heartbeats bear the head of the caller's own channel, and of no other stream. */
  const isOwn = c === 'u:me'
  /** Subscribes or stops when the connection, or the listener's interest, has changed. */
  const restart = (wasSending: boolean) => {
    state.pending = null
    state.cursor = { ...state.cursor, buffered: [] }
    if (canSend()) return subscribe('join')
    timers.stop()
    if (wasSending) emit({ type: 'away' })
  }
  return {
    receive: (message: Down) => {
      if ('i' in message) {
        if (state.pending?.i === message.i) take.reply(message, state.pending.reason)
      } else if ('c' in message) {
        if (message.c !== c || !canSend()) return
        if (message.k === 'off') state.isOff = true
        take.push(message)
      } else if (message.k === 'hb' && isOwn && canSend()) take.heartbeat(message.h.u)
    },
    setReady: (ready: Ready | null) => {
      const wasSending = canSend()
      Object.assign(state, { ready, isOff: false, head: ready?.head ?? 0 })
      restart(wasSending || ready === null)
    },
    setActive: (isActive: boolean) => {
      const wasSending = canSend()
      if (isActive === state.isActive) return
      if (wasSending) connection.send({ m: 'unsub', p: { c } })
      state.isActive = isActive
      restart(wasSending)
    },
    setVisible: (isVisible: boolean) => {
      if (isVisible === state.isVisible) return
      state.isVisible = isVisible
      timers.stop('refresh')
      if (!canSend()) return
      connection.send({ m: 'rate', p: { c, ms: isVisible ? visibleRateMs : hiddenRateMs } })
      if (isVisible) subscribe('refresh')
    },
    dropCursor: () => {
      state.cursor = emptyCursor
    },
    resubscribe: (why: 'wrong' | 'mute') => {
      state.cursor = emptyCursor
      if (why === 'wrong') emit({ type: 'syncing' })
      subscribe(why === 'wrong' ? 'gap' : 'join')
    },
    stop: () => {
      timers.stop()
      if (canSend()) connection.send({ m: 'unsub', p: { c } })
    },
  }
}

/** Timers by name; starting one that runs replaces it. */
function createTimers(time: SchedulerLike) {
  const running = new Map<string, Subscription>()
  const stop = (name?: string) => {
    for (const [known, timer] of running) {
      if (name !== undefined && name !== known) continue
      timer.unsubscribe()
      running.delete(known)
    }
  }
  const start = (name: string, afterMs: number, run: () => void) => {
    stop(name)
    running.set(
      name,
      time.schedule(() => {
        running.delete(name)
        run()
      }, afterMs),
    )
  }
  return {
    stop,
    start,
    /** Does nothing if a timer of this name already runs. */
    startOnce: (name: string, afterMs: number, run: () => void) => {
      if (!running.has(name)) start(name, afterMs, run)
    },
  }
}
