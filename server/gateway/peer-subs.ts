import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply, Up } from '#contract/wire/up.ts'
import type { Bus, Cursor, Term } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { EventRow } from '#server/core/store-port.ts'
import { attempt } from './attempt.ts'
import { isPublic, membersClassOf, ownChannel } from './channels.ts'
import { eventFrame } from './event-frame.ts'
import type { Listener } from './lanes.ts'
import { createPace } from './pace.ts'
import { defaultRateMs, type Push } from './push.ts'
import type { Follower, Rooms } from './rooms.ts'
import { joinFrames, type SendQueue } from './send-queue.ts'

type Request<M extends Up['m']> = Extract<Up, { m: M }>
type Ports = {
  bus: Bus
  now: () => number
  term: () => Term
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
export function createSubs({
  bus,
  now,
  term,
  push,
  rooms,
  sendQueue,
  maxSubs,
  hasRoom,
  mayReply,
  write,
  send,
  fault,
}: Ports) {
  const subs = new Map<string, number>()
  let queued: string[] = []
  const listener: Listener = {
    hasRoom,
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
  const replays = createPace(replaysPerSecond, maxReplayBurst, now)
  /** Sends the reply to a subscription before the frames that follow from it. */
  const answer = (i: number, reply: SubReply, frames: readonly string[], isOwn: boolean) => {
    send({ i, r: reply })
    flush()
    for (const text of isOwn ? joinFrames(frames) : sendQueue.joinFrames(frames)) write(text, !isOwn)
  }
  const frameOf = (event: EventRow) => eventFrame(term().streamEpoch, event)
  /** Number of the latest durable event of the own channel. */
  let head = 0
  /** Events that came while the answer to the subscription of the own channel is awaited; null otherwise. */
  let held: EventRow[] | null = null
  const writeEvent = (event: EventRow, frame = frameOf(event)) => {
    if (event.s <= head) return
    head = event.s
    if (subs.has(ownChannel)) write(frame)
  }
  /** Asks what follows a cursor; what comes meanwhile is written after it. */
  const resume = (user: number, cursor: Cursor, take: (found: Awaited<ReturnType<Bus['resume']>>) => void) => {
    const mine: EventRow[] = []
    held = mine
    const goOn = () => {
      if (held !== mine) return false
      held = null
      return true
    }
    return whenReady(settled(bus.resume(user, cursor), goOn), (found) => {
      if (!goOn()) return
      head = found.head
      take(found)
      for (const event of mine) writeEvent(event)
    })
  }
  const subOwn = (i: number, { e, s }: Request<'sub'>['p'], { user }: Caller): Maybe<void> =>
    resume(user, { e, s }, ({ reply, events }) => {
      replays.spend(events.length)
      answer(i, reply, events.map(frameOf), true)
    })
  const subPublic = (i: number, { c, e, s }: Request<'sub'>['p'], rateMs: number): Maybe<void> =>
    whenReady(push.follow(c, listener, { e, s }, rateMs), (followed) => {
      // The socket may have closed meanwhile.
      if (!subs.has(c)) return push.leave(c, listener)
      if (followed) return answer(i, followed.reply, followed.frames, false)
      subs.delete(c)
      fault(i, 'channel_unknown')
    })
  let follower: Follower | null = null
  const followerOf = (caller: Caller): Follower => {
    follower ??= { caller, hasRoom, write, shut: (name) => subs.delete(name) }
    return follower
  }
  const subMembers = (i: number, { c, e, s }: Request<'sub'>['p'], caller: Caller): Maybe<void> =>
    rooms.join(c, followerOf(caller), { e, s }, (joined) => {
      if (typeof joined === 'string') {
        subs.delete(c)
        return fault(i, joined)
      }
      replays.spend(joined.frames.length)
      answer(i, joined.reply, joined.frames, true)
    })
  return {
    head: () => head,
    /** The user has just entered: the own channel is known up to `s`. */
    enterAt: (s: number) => {
      head = Math.max(head, s)
    },
    /** Passes on one event of the own channel; these are never merged. */
    event: (event: EventRow, frame: string) => (held === null ? writeEvent(event, frame) : void held.push(event)),
    /** Something told may have been missed: the own channel goes on from where it is. */
    renew: ({ user }: Caller) =>
      attempt(
        () =>
          held === null
            ? resume(user, { e: term().streamEpoch, s: head }, ({ reply, events }) => {
                // What is not kept any more is asked for by the client, when the heartbeat tells it the head.
                if (reply.mode !== 'resumed' || !subs.has(ownChannel)) return
                for (const text of joinFrames(events.map(frameOf))) write(text)
              })
            : undefined,
        () => undefined,
      ),
    sub: ({ i, p }: Request<'sub'>, caller: Caller): Maybe<void> => {
      const { c } = p
      const isMembers = membersClassOf(c) !== null
      const isOwn = c === ownChannel || isMembers
      if (!isOwn && !isPublic(c)) return fault(i, 'channel_unknown')
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
      if (!subs.has(c) || c === ownChannel || membersClassOf(c) !== null) return fault(i, 'channel_unknown')
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
/** Calls `failed` if the value never comes. */
const settled = <T>(value: Maybe<T>, failed: () => void): Maybe<T> =>
  value instanceof Promise
    ? value.catch((thrown: unknown) => {
        failed()
        throw thrown
      })
    : value
