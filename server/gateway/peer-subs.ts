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
import type { Follower, Rooms } from './rooms.ts'
import { joinFrames, type SendQueue } from './send-queue.ts'

type Request<M extends Up['m']> = Extract<Up, { m: M }>
type Ports = {
  bus: Bus
  push: Push
  rooms: Rooms
  sendQueue: SendQueue
  maxSubs: number
  /** True while the socket's buffer has room for deltas of public channels. */
  hasRoom: () => boolean
  /** True while the socket's buffer has room for snapshots and replays. */
  mayReply: () => boolean
  /** `isShared`: other sockets are sent the same text. */
  write: (text: string, isShared?: boolean) => void
  send: (frame: object) => void
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
}

/** How many events of its own channel one socket may have replayed per second, and at once. */
const replaysPerSecond = 100
const maxReplayBurst = 2000

/**
 * The subscriptions of one socket: its channels with their rates, and the frames queued for the next pass of the send
 * queue.
 */
export function createSubs({ bus, push, rooms, sendQueue, maxSubs, hasRoom, mayReply, write, send, fault }: Ports) {
  const subs = new Map<string, number>()
  let queued: string[] = []
  const listener: Listener = {
    offer: (frame) => {
      if (!hasRoom()) return false
      if (queued.length === 0) sendQueue.schedule(flush)
      queued.push(frame)
      return true
    },
  }
  /** Sends the queued frames, joined into arrays. */
  const flush = () => {
    const frames = queued
    queued = []
    for (const text of sendQueue.joinFrames(frames)) write(text, true)
  }
  const replays = createPace(replaysPerSecond, maxReplayBurst, bus.now)
  /** Sends the reply to a subscription before the frames that follow from it. */
  const answer = (i: number, reply: SubReply, frames: readonly string[], isOwn: boolean) => {
    send({ i, r: reply })
    flush()
    for (const text of isOwn ? joinFrames(frames) : sendQueue.joinFrames(frames)) write(text, !isOwn)
  }
  const subOwn = (i: number, { e, s }: Request<'sub'>['p'], caller: Caller): Maybe<void> =>
    whenReady(bus.resume(caller.user, e, s), ({ reply, events }) => {
      replays.spend(events.length)
      answer(
        i,
        reply,
        events.map((event) => eventFrame(bus.streamEpoch, event)),
        true,
      )
    })
  const subPublic = (i: number, { c, e, s }: Request<'sub'>['p'], rateMs: number): Maybe<void> =>
    whenReady(bus.refresh(), () => {
      // The socket may have closed, or unsubscribed, meanwhile.
      if (!subs.has(c)) return
      const { reply, frames } = push.follow(c, listener, { e, s }, rateMs)
      answer(i, reply, frames, false)
    })
  let follower: Follower | null = null
  const followerOf = ({ user }: Caller): Follower => {
    follower ??= { user, hasRoom, write, shut: (name) => subs.delete(name) }
    return follower
  }
  const subMembers = (i: number, { c, e, s }: Request<'sub'>['p'], caller: Caller): Maybe<void> =>
    whenReady(rooms.join(c, followerOf(caller), caller, { e, s }), (joined) => {
      if (typeof joined === 'string') {
        subs.delete(c)
        return fault(i, joined)
      }
      // The socket may have closed, or unsubscribed, meanwhile.
      if (!subs.has(c)) return rooms.leave(c, followerOf(caller))
      replays.spend(joined.frames.length)
      answer(i, joined.reply, joined.frames, true)
    })
  return {
    has: (name: string) => subs.has(name),
    sub: ({ i, p }: Request<'sub'>, caller: Caller): Maybe<void> => {
      const { c } = p
      const isMembers = bus.members.classOf(c) !== null
      const isOwn = c === ownChannel || isMembers
      if (!isOwn && !bus.hasChannel(c)) return fault(i, 'channel_unknown')
      if (!subs.has(c) && subs.size >= maxSubs) return fault(i, 'sub_limit', { after: 1000 })
      // A client that subscribes but does not read is refused: a replay may be long, and replies are never merged.
      if (!mayReply()) return fault(i, 'too_many', { after: 1000 })
      const waitMs = isOwn ? replays.take() : 0
      if (waitMs > 0) return fault(i, 'too_many', { after: waitMs })
      const rateMs = subs.get(c) ?? defaultRateMs
      subs.set(c, rateMs)
      flush()
      if (isMembers) return subMembers(i, p, caller)
      return isOwn ? subOwn(i, p, caller) : subPublic(i, p, rateMs)
    },
    unsub: ({ i, p: { c } }: Request<'unsub'>) => {
      subs.delete(c)
      push.leave(c, listener)
      if (follower) rooms.leave(c, follower)
      send({ i, r: {} })
    },
    rate: ({ i, p: { c, ms } }: Request<'rate'>) => {
      if (!subs.has(c) || c === ownChannel || bus.members.classOf(c) !== null) return fault(i, 'channel_unknown')
      subs.set(c, ms)
      push.rate(c, listener, ms)
      send({ i, r: { ms } })
    },
    end: () => {
      for (const name of subs.keys()) {
        push.leave(name, listener)
        if (follower) rooms.leave(name, follower)
      }
      subs.clear()
      queued = []
      sendQueue.cancel(flush)
    },
  }
}
