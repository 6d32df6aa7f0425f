import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply, Up } from '#contract/wire/up.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { ownChannel } from './channels.ts'
import { eventFrame } from './event-frame.ts'
import type { Listener } from './lanes.ts'
import { createPace } from './pace.ts'
import { defaultRateMs, type Push } from './push.ts'
import { texts, type Turn } from './turn.ts'

type Asked<M extends Up['m']> = Extract<Up, { m: M }>
type Ports = {
  bus: Bus
  push: Push
  turn: Turn
  maxSubs: number
  /** True while the socket has room for what may be merged. */
  hasRoom: () => boolean
  /** True while the socket reads well enough to be sent anything whole. */
  mayAsk: () => boolean
  /** `isShared`: others are sent the very same text. */
  write: (text: string, isShared?: boolean) => void
  say: (frame: object) => void
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
}

/** Events of its own channel that one socket may have replayed, a second and at once. */
const replaysPerSecond = 100
const replaysAtOnce = 2000

/** What one socket follows: its channels, its rate on each, and the frames that wait for the next turn. */
export function createSubs({ bus, push, turn, maxSubs, hasRoom, mayAsk, write, say, fault }: Ports) {
  const subs = new Map<string, number>()
  let queued: string[] = []
  const listener: Listener = {
    offer: (frame) => {
      if (!hasRoom()) return false
      if (queued.length === 0) turn.await(flush)
      queued.push(frame)
      return true
    },
  }
  /** Sends what the lanes have queued, as arrays. */
  const flush = () => {
    const frames = queued
    queued = []
    for (const text of turn.texts(frames)) write(text, true)
  }
  const replays = createPace(replaysPerSecond, replaysAtOnce, bus.now)
  /** The reply to a subscription comes before what it is followed by. */
  const answer = (i: number, reply: SubReply, frames: readonly string[], isOwn: boolean) => {
    say({ i, r: reply })
    flush()
    for (const text of isOwn ? texts(frames) : turn.texts(frames)) write(text, !isOwn)
  }
  const subOwn = (i: number, { e, s }: Asked<'sub'>['p'], who: Caller): Maybe<void> =>
    whenReady(bus.resume(who.user, e, s), ({ reply, events }) => {
      replays.spend(events.length)
      answer(i, reply, events.map((event) => eventFrame(bus.streamEpoch, event)), true)
    })
  const subPublic = (i: number, { c, e, s }: Asked<'sub'>['p'], rateMs: number): Maybe<void> =>
    whenReady(bus.refresh(), () => {
      // Its socket may have ended meanwhile.
      if (!subs.has(c)) return
      const { reply, frames } = push.follow(c, listener, { e, s }, rateMs)
      answer(i, reply, frames, false)
    })
  return {
    has: (name: string) => subs.has(name),
    sub: ({ i, p }: Asked<'sub'>, who: Caller): Maybe<void> => {
      const { c } = p
      const isOwn = c === ownChannel
      if (!isOwn && !bus.hasChannel(c)) return fault(i, 'channel_unknown')
      if (!subs.has(c) && subs.size >= maxSubs) return fault(i, 'sub_limit', { after: 1000 })
      // A socket that asks and does not read is sent no more: a replay may be long, and replies are never merged.
      if (!mayAsk()) return fault(i, 'too_many', { after: 1000 })
      const waitMs = isOwn ? replays.take() : 0
      if (waitMs > 0) return fault(i, 'too_many', { after: waitMs })
      const rateMs = subs.get(c) ?? defaultRateMs
      subs.set(c, rateMs)
      flush()
      return isOwn ? subOwn(i, p, who) : subPublic(i, p, rateMs)
    },
    unsub: ({ i, p: { c } }: Asked<'unsub'>) => {
      subs.delete(c)
      push.leave(c, listener)
      say({ i, r: {} })
    },
    rate: ({ i, p: { c, ms } }: Asked<'rate'>) => {
      if (!subs.has(c) || c === ownChannel) return fault(i, 'channel_unknown')
      subs.set(c, ms)
      push.rate(c, listener, ms)
      say({ i, r: { ms } })
    },
    end: () => {
      for (const name of subs.keys()) push.leave(name, listener)
      subs.clear()
      queued = []
      turn.forget(flush)
    },
  }
}
