import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Bus, BusSignal, Collected, Cursor, JoinedChannel, StateSnap, Term } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { attempt } from './attempt.ts'
import { membersClassOf } from './channels.ts'

/** How often what changed on channels of class `state` is collected. */
export const collectMs = 250

/** A socket that follows members' channels. */
export type Follower = {
  readonly caller: Caller
  /** `isShared`: other sockets are sent the same text. */
  readonly write: (text: string, isShared: boolean) => void
  /** True while the socket's buffer has room for deltas. */
  readonly hasRoom: () => boolean
  /** The user may not follow this channel any more. */
  readonly shut: (channel: string) => void
}
type Post = Extract<BusSignal, { kind: 'posted' }>
/** `upTo`: the number up to which the follower has been told everything. */
type Seat = {
  upTo: number
  /** What was posted while the answer to its subscription is awaited; null once that has come. */
  held: Post[] | null
}
type Room = {
  readonly seats: Map<Follower, Seat>
  /**
   * Of a channel of class `state`: the number up to which all followers have been told; null until the first of them
   * has a snapshot.
   */
  from: number | null
  /** The least number of the snapshots that came while changes were asked for; null while nothing is asked. */
  least: number | null
}
type Joined = { reply: SubReply; frames: readonly string[] }
type Ports = { bus: Pick<Bus, 'members'>; now: () => number; term: () => Term }

const userOf = ({ caller }: Follower) => caller.user

/** What is written to followers, and how far each channel has come for each of them. */
function createFrames({ now, term }: Pick<Ports, 'now' | 'term'>) {
  /** Sequence per channel of class `state` and user; it begins anew with each term, as its epoch does. */
  const sequences = new Map<string, number>()
  /** What is said on a channel of class `latest` is counted for all, a state for each user. */
  const placeOf = (name: string, user: number) =>
    membersClassOf(name) === 'latest' ? `${name}|all` : `${name}|${user}`
  const sequenceOf = (name: string, user: number) => sequences.get(placeOf(name, user)) ?? 0
  const frameOf = (c: string, k: 'snap' | 'delta' | 'event' | 'gap' | 'off', s: number, d: unknown, b?: number) =>
    JSON.stringify({ c, k, e: term().publicEpoch, s, ...(b !== undefined && { b }), d, t: now() })
  return {
    frameOf,
    sequenceOf,
    next: (name: string, user: number) => {
      const s = sequenceOf(name, user) + 1
      sequences.set(placeOf(name, user), s)
      return s
    },
    begin: () => sequences.clear(),
    eventFrame: (c: string, s: number, at: number, body: string) =>
      `{"c":${JSON.stringify(c)},"k":"event","e":"${term().streamEpoch}","s":${s},"b":${s - 1},"d":${body},"t":${at}}`,
    snapshot: (name: string, follower: Follower, { d }: StateSnap) =>
      frameOf(name, 'snap', sequenceOf(name, userOf(follower)), d),
    gap: (name: string, follower: Follower) =>
      follower.write(frameOf(name, 'gap', sequenceOf(name, userOf(follower)), { why: 'slow' }), false),
    off: (name: string, follower: Follower, reason: Reason) => {
      follower.write(frameOf(name, 'off', 0, { reason }), false)
      follower.shut(name)
    },
  }
}
type Frames = ReturnType<typeof createFrames>

/**
 * From a snapshot on, its follower is told what has changed since it was taken, whatever the others have been told
 * already.
 */
const takeSnap = (room: Room, seat: Seat, { at }: StateSnap) => {
  seat.held = null
  seat.upTo = at
  room.from = Math.min(room.from ?? at, at)
  if (room.least !== null) room.least = Math.min(room.least, at)
}

type RoomPorts = Pick<Ports, 'term'> & { members: Bus['members']; frames: Frames; rooms: Map<string, Room> }
/** Channels of class `state`: what has changed on them is collected for each user. */
function createStates({ members, term, frames, rooms }: RoomPorts) {
  /** Followers of a state that had no room for a delta, and are sent a snapshot as soon as they have. */
  const behind = new Map<Follower, string>()
  /** Sends a follower that had no room, or was told too little, everything again. */
  const catchUp = (name: string, room: Room, follower: Follower, seat: Seat) => {
    behind.delete(follower)
    seat.held = []
    const send = (snap: StateSnap) => {
      if (room.seats.get(follower) !== seat) return
      takeSnap(room, seat, snap)
      frames.gap(name, follower)
      follower.write(frames.snapshot(name, follower, snap), false)
    }
    const again = () => {
      if (room.seats.get(follower) === seat) behind.set(follower, name)
    }
    attempt(() => whenReady(members.snap(name, userOf(follower)), send), again)
  }
  const takeChanges = (name: string, room: Room, { at, changes }: Collected) => {
    room.from = Math.min(at, room.least ?? at)
    room.least = null
    if (changes === null) for (const follower of room.seats.keys()) behind.set(follower, name)
    const byUser = new Map(changes)
    for (const user of byUser.keys()) frames.next(name, user)
    for (const [follower, seat] of room.seats) {
      const d = byUser.get(userOf(follower))
      // The next collection tells one whose snapshot is awaited, as it goes on from there.
      if (d === undefined || behind.has(follower) || seat.held !== null) continue
      const s = frames.sequenceOf(name, userOf(follower))
      if (follower.hasRoom() && seat.upTo <= at) follower.write(frames.frameOf(name, 'delta', s, d, s - 1), false)
      else behind.set(follower, name)
    }
  }
  const collectOf = (name: string, room: Room) => {
    for (const [follower, seat] of room.seats)
      if (behind.get(follower) === name && follower.hasRoom()) catchUp(name, room, follower, seat)
    const { from } = room
    if (from === null || room.least !== null) return
    room.least = Infinity
    const users = [...room.seats.keys()].map(userOf)
    const asked = term()
    const take = (found: Collected) => (asked === term() ? takeChanges(name, room, found) : undefined)
    const failed = () => {
      if (asked === term()) room.least = null
    }
    attempt(() => whenReady(members.collect(name, users, from), take), failed)
  }
  return {
    behind,
    /** Sends what has changed since the last time. */
    collect: () => {
      for (const [name, room] of rooms) if (membersClassOf(name) === 'state') collectOf(name, room)
    },
  }
}

type EventPorts = RoomPorts & { leave: (name: string, follower: Follower) => void }
/** What is posted on a channel goes to each of its followers once, and in order. */
function createEvents({ members, term, frames, leave }: EventPorts) {
  const framesOf = (name: string, joined: Extract<JoinedChannel, { kind: 'events' }>) =>
    joined.events.map(({ s, at, body }) => frames.eventFrame(name, s, at, body))
  /** What one follower is shown of a post, unless it has been shown it already; asks for what is missing before it. */
  const show = (room: Room, follower: Follower, seat: Seat, post: Post, shared: () => string) => {
    const { channel, s, at, own } = post
    if (seat.held !== null) return void seat.held.push(post)
    if (s <= seat.upTo) return
    if (s > seat.upTo + 1) return rejoin(channel, room, follower, seat)
    seat.upTo = s
    if (own !== null && own.user === userOf(follower))
      follower.write(frames.eventFrame(channel, s, at, own.body), false)
    else follower.write(shared(), true)
  }
  /** What was posted while an answer was awaited follows after what the answer brought. */
  const release = (room: Room, follower: Follower, seat: Seat, upTo: number) => {
    const held = seat.held ?? []
    seat.held = null
    seat.upTo = upTo
    for (const post of held)
      show(room, follower, seat, post, () => frames.eventFrame(post.channel, post.s, post.at, post.body))
  }
  /** Subscribes a follower again, from where it is. */
  const rejoin = (name: string, room: Room, follower: Follower, seat: Seat): void => {
    const cursor = membersClassOf(name) === 'stream' ? { e: term().streamEpoch, s: seat.upTo } : {}
    seat.held = []
    const take = (joined: JoinedChannel | Reason) => {
      if (room.seats.get(follower) !== seat) return
      if (typeof joined === 'string') {
        leave(name, follower)
        return frames.off(name, follower, joined)
      }
      if (joined.kind === 'events') {
        // Numbers that are not kept any more are asked for by the client, which sees that they are missing.
        for (const frame of framesOf(name, joined)) follower.write(frame, false)
        return release(room, follower, seat, joined.head)
      }
      takeSnap(room, seat, joined.snap)
      if (membersClassOf(name) === 'latest') return
      frames.gap(name, follower)
      follower.write(frames.snapshot(name, follower, joined.snap), false)
    }
    attempt(
      () => whenReady(members.join(follower.caller, name, cursor), take),
      () => {
        // Nobody answered: the next post, or the next term, asks again.
        seat.held = null
      },
    )
  }
  return { framesOf, show, release, rejoin }
}

type JoinPorts = RoomPorts & {
  leave: (name: string, follower: Follower) => void
  states: ReturnType<typeof createStates>
  events: ReturnType<typeof createEvents>
}
/**
 * Subscribes; the reason if the caller may not. `answer` is called with the reply and the frames that follow from it,
 * before anything newer is written.
 */
function createJoin({ members, term, frames, rooms, leave, states: { behind }, events }: JoinPorts) {
  const sit = (name: string, follower: Follower): { room: Room; seat: Seat } => {
    const room: Room = rooms.get(name) ?? { seats: new Map(), from: null, least: null }
    const seat: Seat = { upTo: 0, held: [] }
    rooms.set(name, room)
    room.seats.set(follower, seat)
    return { room, seat }
  }
  return (name: string, follower: Follower, cursor: Cursor, answer: (joined: Joined | Reason) => void): Maybe<void> => {
    const before = rooms.get(name)?.seats.get(follower)
    const head = () => frames.sequenceOf(name, userOf(follower))
    if (membersClassOf(name) === 'state' && before?.held === null && !behind.has(follower)) {
      const isCurrent = cursor.e === term().publicEpoch && cursor.s === head()
      if (isCurrent) return answer({ reply: { mode: 'resumed', n: 0 }, frames: [] })
    }
    const { room, seat } = sit(name, follower)
    const isGone = () => room.seats.get(follower) !== seat
    const take = (joined: JoinedChannel | Reason) => {
      if (isGone()) return
      if (typeof joined === 'string') {
        leave(name, follower)
        return answer(joined)
      }
      if (joined.kind === 'events') {
        answer({ reply: joined.reply, frames: events.framesOf(name, joined) })
        return events.release(room, follower, seat, joined.head)
      }
      behind.delete(follower)
      takeSnap(room, seat, joined.snap)
      answer({
        reply: { mode: 'fresh', why: 'new', head: head() },
        frames: [frames.snapshot(name, follower, joined.snap)],
      })
    }
    return attempt(
      () => whenReady(members.join(follower.caller, name, cursor), take),
      (thrown) => {
        if (!isGone()) leave(name, follower)
        throw thrown
      },
    )
  }
}

/**
 * The followers of members' channels. Events of streams go to all of them as they come; states are collected for each
 * user.
 */
export function createRooms({ bus: { members }, now, term }: Ports) {
  const rooms = new Map<string, Room>()
  const frames = createFrames({ now, term })
  const ports = { members, term, frames, rooms }
  const states = createStates(ports)
  const leave = (name: string, follower: Follower) => {
    const room = rooms.get(name)
    if (room?.seats.delete(follower) === true && room.seats.size === 0) {
      rooms.delete(name)
      members.leave(name)
    }
    states.behind.delete(follower)
  }
  const events = createEvents({ ...ports, leave })
  return {
    join: createJoin({ ...ports, leave, states, events }),
    leave,
    post: (post: Post) => {
      const room = rooms.get(post.channel)
      if (!room) return
      let frame: string | null = null
      const shared = () => (frame ??= frames.eventFrame(post.channel, post.s, post.at, post.body))
      for (const [follower, seat] of room.seats) events.show(room, follower, seat, post, shared)
    },
    /** Ends a user's subscription: what they were shown of the channel is to be dropped. */
    shut: (channel: string, user: number, reason: Reason) => {
      for (const follower of rooms.get(channel)?.seats.keys() ?? []) {
        if (userOf(follower) !== user) continue
        leave(channel, follower)
        frames.off(channel, follower, reason)
      }
    },
    /** Passes on what a user says on a channel of class `latest`; it goes to the others and is not kept. */
    said: (channel: string, user: number, d: unknown) => {
      const room = rooms.get(channel)
      if (!room) return
      const frame = frames.frameOf(channel, 'event', frames.next(channel, user), d)
      for (const [follower, { held }] of room.seats)
        if (userOf(follower) !== user && held === null && follower.hasRoom()) follower.write(frame, true)
    },
    collect: states.collect,
    /**
     * Something told may have been missed, or another venue leads: states are sent anew, streams go on where their
     * followers are.
     */
    renew: () => {
      frames.begin()
      for (const [name, room] of rooms) {
        room.from = null
        room.least = null
        // What is under way is answered by whoever leads.
        for (const [follower, seat] of room.seats) if (seat.held === null) events.rejoin(name, room, follower, seat)
      }
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
