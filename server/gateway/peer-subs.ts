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

/** Frames of public channels that wait for the next pass of the send queue, which joins them into arrays. */
function createQueue({ hasRoom, sendQueue, write }: Pick<Ports, 'hasRoom' | 'sendQueue' | 'write'>) {
  let queued: string[] = []
  const flush = () => {
    const frames = queued
    queued = []
    for (const text of sendQueue.joinFrames(frames)) write(text, true)
  }
  const listener: Listener = {
    hasRoom,
    offer: (frame) => {
      if (!hasRoom()) return false
      if (queued.length === 0) sendQueue.schedule(flush)
      queued.push(frame)
      return true
    },
  }
  return {
    listener,
    flush,
    end: () => {
      queued = []
      sendQueue.cancel(flush)
    },
  }
}

type OwnPorts = Pick<Ports, 'bus' | 'term' | 'write'> & {
  isFollowed: () => boolean
  answer: (i: number, reply: SubReply, events: readonly string[]) => void
}
/** The own channel of one socket: its events are never merged or held back. */
function createOwn({ bus, term, write, isFollowed, answer }: OwnPorts) {
  const frameOf = (event: EventRow) => eventFrame(term().streamEpoch, event)
  /** Number of the latest durable event. */
  let head = 0
  /** Events that came while the answer to the subscription is awaited; null otherwise. */
  let held: EventRow[] | null = null
  const writeEvent = (event: EventRow, frame = frameOf(event)) => {
    if (event.s <= head) return
    head = event.s
    if (isFollowed()) write(frame)
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
  return {
    head: () => head,
    /** The user has just entered: the channel is known up to `s`. */
    enterAt: (s: number) => {
      head = Math.max(head, s)
    },
    event: (event: EventRow, frame: string) => (held === null ? writeEvent(event, frame) : void held.push(event)),
    sub: (i: number, { e, s }: Request<'sub'>['p'], { user }: Caller): Maybe<void> =>
      resume(user, { e, s }, ({ reply, events }) => answer(i, reply, events.map(frameOf))),
    /** Something told may have been missed: it goes on from where it is. */
    renew: ({ user }: Caller) => {
      if (held !== null) return
      const take = ({ reply, events }: Awaited<ReturnType<Bus['resume']>>) => {
        // What is not kept any more is asked for by the client, when the heartbeat tells it the head.
        if (reply.mode !== 'resumed' || !isFollowed()) return
        for (const text of joinFrames(events.map(frameOf))) write(text)
      }
      attempt(
        () => resume(user, { e: term().streamEpoch, s: head }, take),
        () => undefined,
      )
    },
  }
}

/** The subscriptions of one socket: its channels with their rates. */
export function createSubs(ports: Ports) {
  const { now, push, rooms, sendQueue, maxSubs, hasRoom, mayReply, write, send, fault } = ports
  const subs = new Map<string, number>()
  const replays = createPace(replaysPerSecond, maxReplayBurst, now)
  const { listener, flush, end } = createQueue(ports)
  /** Sends the reply to a subscription before the frames that follow from it. */
  const answer = (i: number, reply: SubReply, frames: readonly string[], isOwn: boolean) => {
    send({ i, r: reply })
    flush()
    for (const text of isOwn ? joinFrames(frames) : sendQueue.joinFrames(frames)) write(text, !isOwn)
  }
  const answerOwn = (i: number, reply: SubReply, frames: readonly string[]) => {
    replays.spend(frames.length)
    answer(i, reply, frames, true)
  }
  const { sub: subOwn, ...own } = createOwn({ ...ports, isFollowed: () => subs.has(ownChannel), answer: answerOwn })
  const subPublic = (i: number, { c, e, s }: Request<'sub'>['p'], rateMs: number): Maybe<void> =>
    whenReady(push.follow(c, listener, { e, s }, rateMs), (followed) => {
      // The socket may have closed meanwhile.
      if (!subs.has(c)) return push.leave(c, listener)
      if (followed) return answer(i, followed.reply, followed.frames, false)
      subs.delete(c)
      fault(i, 'channel_unknown')
    })
  let follower: Follower | null = null
  const leave = (name: string) => {
    push.leave(name, listener)
    if (follower) rooms.leave(name, follower)
  }
  const subMembers = (i: number, { c, e, s }: Request<'sub'>['p'], caller: Caller): Maybe<void> => {
    follower ??= { caller, hasRoom, write, shut: (name) => subs.delete(name) }
    return rooms.join(c, follower, { e, s }, (joined) => {
      if (typeof joined !== 'string') return answerOwn(i, joined.reply, joined.frames)
      subs.delete(c)
      fault(i, joined)
    })
  }
  return {
    ...own,
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
      leave(c)
      send({ i, r: {} })
    },
    rate: ({ i, p: { c, ms } }: Request<'rate'>) => {
      if (!subs.has(c) || c === ownChannel || membersClassOf(c) !== null) return fault(i, 'channel_unknown')
      subs.set(c, ms)
      push.rate(c, listener, ms)
      send({ i, r: { ms } })
    },
    end: () => {
      for (const name of subs.keys()) leave(name)
      subs.clear()
      end()
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
