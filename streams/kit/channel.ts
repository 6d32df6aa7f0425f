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

export type ChannelOptions = {
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

/** The mutable state of one follower: the cursor, the request in flight, and the timers that repeat requests. */
function createFollower(c: string, options: ChannelOptions, emit: Emit) {
  const { connection, kind, from, refreshMs, time = asyncScheduler } = options
  let cursor: Cursor = { ...emptyCursor, ...from }
  let ready: Ready | null = null
  let isActive = false
  let isVisible = true
  let isOff = false
  let head = 0
  let pending: { i: number; reason: Reason } | null = null
  let freshAt: number[] = []
  let receivedAt = 0
  const timers = createTimers(time)
  /** Heartbeats bear the head of the caller's own channel, and of no other stream. */
  const isOwn = c === 'u:me'
  const canSend = () => ready !== null && isActive && !isOff

  const subscribe = (reason: Reason) => {
    if (!canSend()) return
    timers.stop()
    const resume = cursor.seq === null || cursor.epoch === null ? {} : { e: cursor.epoch, s: cursor.seq }
    const i = connection.send({ m: 'sub', p: { c, ...resume } })
    pending = i === null ? null : { i, reason }
    if (!isVisible && reason === 'join') connection.send({ m: 'rate', p: { c, ms: hiddenRateMs } })
    if (pending) timers.start('reply', replyMs, () => subscribe(reason))
  }
  const apply = ({ cursor: next, events, needs }: ReturnType<typeof takePush>) => {
    cursor = next
    events.forEach(emit)
    if (isOff || !canSend()) return
    if (needs === 'resubscribe') return subscribe('gap')
    if (needs !== 'snap') timers.stop('snap')
    else if (pending === null) timers.startOnce('snap', snapMs, () => subscribe('gap'))
    if (needs === 'wait' && pending === null) timers.startOnce('gap', gapMs, repairGap)
    if (needs === 'nothing' && head <= (cursor.seq ?? 0)) timers.stop('gap')
    if (pending === null) postponeRefresh()
  }
  /** Each message postpones the refresh; one timer re-checks the elapsed silence instead of being reset. */
  const postponeRefresh = () => {
    if (refreshMs === undefined) return
    receivedAt = time.now()
    timers.startOnce('refresh', refreshMs, () => refreshAfter(refreshMs))
  }
  const refreshAfter = (maxMs: number) => {
    const leftMs = Math.min(receivedAt + maxMs - time.now(), maxMs)
    if (leftMs <= 0) subscribe('refresh')
    else timers.start('refresh', leftMs, () => refreshAfter(maxMs))
  }
  const repairGap = () => {
    if (cursor.buffered.length === 0 && head <= (cursor.seq ?? 0)) return
    emit({ type: 'syncing' })
    subscribe('gap')
  }
  const countFresh = () => {
    freshAt = [...freshAt, time.now()].filter((at) => time.now() - at <= freshWithinMs)
    if (freshAt.length < maxFresh) return
    freshAt = []
    connection.fail(`${c}: ${maxFresh} fresh`)
  }
  const takeFault = ({ retry, reason, after }: Fault) => {
    if (retry) return timers.start('reply', after ?? 1000, () => subscribe('join'))
    isOff = true
    timers.stop()
    emit({ type: 'off', reason })
  }
  const takeReply = (message: Extract<Down, { i: number }>, why: Reason) => {
    pending = null
    timers.stop('reply')
    if ('x' in message) return takeFault(message.x)
    const reply = decode(subReply, message.r)
    if (!reply.success) return timers.start('reply', replyMs, () => subscribe(why))
    if (reply.data.mode === 'resumed') return apply(takeResumed(kind, cursor))
    if (why === 'gap') countFresh()
    apply(takeFresh(kind, cursor, reply.data.head, ready?.epoch ?? ''))
  }
  const takeHeartbeat = (at: number) => {
    head = at
    if (cursor.seq === null) return
    if (head <= cursor.seq) return emit({ type: 'confirmed' })
    if (pending === null) timers.startOnce('gap', gapMs, repairGap)
  }
  /** Subscribes or stops when the connection, or the listener's interest, has changed. */
  const restart = (wasSending: boolean) => {
    pending = null
    if (canSend()) return subscribe('join')
    timers.stop()
    if (wasSending) emit({ type: 'away' })
  }
  return {
    receive: (message: Down) => {
      if ('i' in message) {
        if (pending?.i === message.i) takeReply(message, pending.reason)
      } else if ('c' in message) {
        if (message.c !== c || !canSend()) return
        if (message.k === 'off') isOff = true
        apply(takePush(kind, cursor, message))
      } else if (message.k === 'hb' && isOwn && canSend()) takeHeartbeat(message.h.u)
    },
    setReady: (now: Ready | null) => {
      const wasSending = canSend()
      ready = now
      isOff = false
      head = now?.head ?? 0
      cursor = { ...cursor, buffered: [] }
      restart(wasSending || now === null)
    },
    setActive: (now: boolean) => {
      const wasSending = canSend()
      if (now === isActive) return
      if (wasSending) connection.send({ m: 'unsub', p: { c } })
      isActive = now
      cursor = { ...cursor, buffered: [] }
      restart(wasSending)
    },
    setVisible: (now: boolean) => {
      if (now === isVisible) return
      isVisible = now
      timers.stop('refresh')
      if (!canSend()) return
      connection.send({ m: 'rate', p: { c, ms: now ? visibleRateMs : hiddenRateMs } })
      if (now) subscribe('refresh')
    },
    dropCursor: () => {
      cursor = emptyCursor
    },
    resubscribe: (why: 'wrong' | 'mute') => {
      cursor = emptyCursor
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
