import type { Down, Fault } from '#contract/wire/down.ts'
import { subReply } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import { asyncScheduler, NEVER, Observable, of, Subscription, type SchedulerLike } from 'rxjs'
import { begin, takeFresh, takePush, takeResumed, type ChannelKind, type Cursor, type ChannelEvent } from './cursor.ts'
import type { Connection, Ready } from './connection.ts'

export type ChannelOptions = {
  readonly connection: Connection
  readonly kind: ChannelKind
  /** Let go while false, taken up again with the cursor held. */
  readonly isActive$?: Observable<boolean>
  /** Told at the slowest pace while false, and asked for nothing; asked at once when true again. */
  readonly isVisible$?: Observable<boolean>
  /** Silence after which the age is renewed by asking. */
  readonly renewMs?: number
  /** What is held is wrong: each word asks for it anew. `mute`: the polls say that the channel sleeps. */
  readonly resubscribe$?: Observable<'wrong' | 'mute'>
  readonly time?: SchedulerLike
}

const seenMs = 100
const unseenMs = 1000
const gapMs = 300
const replyMs = 10_000
const snapMs = 3000
const maxFresh = 3
const freshWithinMs = 60_000
type Why = 'join' | 'gap' | 'renew'

/**
 * Follows one channel: subscribes, orders what comes, repairs holes, goes on after each new socket.
 * One subscription is one follower; its cursor dies with it.
 */
export const channel$ = (c: string, options: ChannelOptions): Observable<ChannelEvent> =>
  new Observable((listener) => {
    const { connection, isActive$ = of(true), isVisible$ = of(true), resubscribe$ = NEVER } = options
    const follower = createFollower(c, options, (told) => listener.next(told))
    const all = new Subscription(follower.stop)
    all.add(connection.messages$.subscribe(follower.hear))
    all.add(connection.cursorsDropped$.subscribe(follower.forget))
    all.add(isVisible$.subscribe(follower.setVisible))
    all.add(isActive$.subscribe(follower.setActive))
    all.add(connection.ready$.subscribe(follower.setReady))
    all.add(resubscribe$.subscribe(follower.again))
    return all
  })

/** The moving part: a cursor, what was asked, and the timers that ask again. */
function createFollower(c: string, { connection, kind, renewMs, time = asyncScheduler }: ChannelOptions, tell: (told: ChannelEvent) => void) {
  let cursor: Cursor = begin
  let ready: Ready | null = null
  let isActive = false
  let isVisible = true
  let isOff = false
  let head = 0
  let asked: { i: number; why: Why } | null = null
  let freshAt: number[] = []
  let heardAt = 0
  const timers = createTimers(time)
  const canAsk = () => ready !== null && isActive && !isOff

  const ask = (why: Why) => {
    if (!canAsk()) return
    timers.stop()
    const held = cursor.seq === null || cursor.epoch === null ? {} : { e: cursor.epoch, s: cursor.seq }
    const i = connection.ask({ m: 'sub', p: { c, ...held } })
    asked = i === null ? null : { i, why }
    if (!isVisible && why === 'join') connection.ask({ m: 'rate', p: { c, ms: unseenMs } })
    if (asked) timers.start('ask', replyMs, () => ask(why))
  }
  const settle = ({ cursor: next, told, needs }: ReturnType<typeof takePush>) => {
    cursor = next
    told.forEach(tell)
    if (isOff || !canAsk()) return
    if (needs === 'resubscribe') return ask('gap')
    if (needs !== 'snap') timers.stop('snap')
    else if (asked === null) timers.startOnce('snap', snapMs, () => ask('gap'))
    if (needs === 'wait' && asked === null) timers.startOnce('gap', gapMs, mend)
    if (needs === 'nothing' && head <= (cursor.seq ?? 0)) timers.stop('gap')
    if (asked === null) keepRenewing()
  }
  /** Every word puts the renewal off; the alarm stays as it is and looks, when it rings, how long it has been silent. */
  const keepRenewing = () => {
    if (renewMs === undefined) return
    heardAt = time.now()
    timers.startOnce('renew', renewMs, () => renewAfter(renewMs))
  }
  const renewAfter = (most: number) => {
    const leftMs = Math.min(heardAt + most - time.now(), most)
    if (leftMs <= 0) ask('renew')
    else timers.start('renew', leftMs, () => renewAfter(most))
  }
  const mend = () => {
    if (cursor.buffered.length === 0 && head <= (cursor.seq ?? 0)) return
    tell({ type: 'syncing' })
    ask('gap')
  }
  const countFresh = () => {
    freshAt = [...freshAt, time.now()].filter((at) => time.now() - at <= freshWithinMs)
    if (freshAt.length < maxFresh) return
    freshAt = []
    connection.fail(`${c}: ${maxFresh} fresh`)
  }
  const refuse = ({ retry, reason, after }: Fault) => {
    if (retry) return timers.start('ask', after ?? 1000, () => ask('join'))
    isOff = true
    timers.stop()
    tell({ type: 'off', reason })
  }
  const answer = (message: Extract<Down, { i: number }>, why: Why) => {
    asked = null
    timers.stop('ask')
    if ('x' in message) return refuse(message.x)
    const said = decode(subReply, message.r)
    if (!said.success) return timers.start('ask', replyMs, () => ask(why))
    if (said.data.mode === 'resumed') return settle(takeResumed(kind, cursor))
    if (why === 'gap') countFresh()
    settle(takeFresh(kind, cursor, said.data.head, ready?.epoch ?? ''))
  }
  const beat = (at: number) => {
    head = at
    if (cursor.seq === null) return
    if (head <= cursor.seq) return tell({ type: 'confirmed' })
    if (asked === null) timers.startOnce('gap', gapMs, mend)
  }
  /** Goes on, or rests, when the line or the listener's interest changes. */
  const resume = (wasAsking: boolean) => {
    asked = null
    if (canAsk()) return ask('join')
    timers.stop()
    if (wasAsking) tell({ type: 'away' })
  }
  return {
    hear: (message: Down) => {
      if ('i' in message) {
        if (asked?.i === message.i) answer(message, asked.why)
      } else if ('c' in message) {
        if (message.c !== c || !canAsk()) return
        if (message.k === 'off') isOff = true
        settle(takePush(kind, cursor, message))
      } else if (message.k === 'hb' && kind === 'stream' && canAsk()) beat(message.h.u)
    },
    setReady: (now: Ready | null) => {
      const wasAsking = canAsk()
      ready = now
      isOff = false
      head = now?.head ?? 0
      cursor = { ...cursor, buffered: [] }
      resume(wasAsking || now === null)
    },
    setActive: (now: boolean) => {
      const wasAsking = canAsk()
      if (now === isActive) return
      if (wasAsking) connection.ask({ m: 'unsub', p: { c } })
      isActive = now
      cursor = { ...cursor, buffered: [] }
      resume(wasAsking)
    },
    setVisible: (now: boolean) => {
      if (now === isVisible) return
      isVisible = now
      timers.stop('renew')
      if (!canAsk()) return
      connection.ask({ m: 'rate', p: { c, ms: now ? seenMs : unseenMs } })
      if (now) ask('renew')
    },
    forget: () => {
      cursor = begin
    },
    again: (why: 'wrong' | 'mute') => {
      cursor = begin
      if (why === 'wrong') tell({ type: 'syncing' })
      ask(why === 'wrong' ? 'gap' : 'join')
    },
    stop: () => {
      timers.stop()
      if (canAsk()) connection.ask({ m: 'unsub', p: { c } })
    },
  }
}

/** Named alarms: starting one again replaces it. */
function createTimers(time: SchedulerLike) {
  const running = new Map<string, Subscription>()
  const stop = (name?: string) => {
    for (const [known, timer] of running) {
      if (name !== undefined && name !== known) continue
      timer.unsubscribe()
      running.delete(known)
    }
  }
  const start = (name: string, afterMs: number, ring: () => void) => {
    stop(name)
    running.set(
      name,
      time.schedule(() => {
        running.delete(name)
        ring()
      }, afterMs),
    )
  }
  return {
    stop,
    start,
    /** Leaves one that is already running alone. */
    startOnce: (name: string, afterMs: number, ring: () => void) => {
      if (!running.has(name)) start(name, afterMs, ring)
    },
  }
}
