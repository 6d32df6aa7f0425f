import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Bus, Collected, Cursor, StateSnap } from '#server/bus/port.ts'
import type { Caller, Post } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'

/** How often what changed on channels of class `state` is collected. */
export const collectMs = 250

/** A socket that follows members' channels. */
export type Follower = {
  readonly user: number
  /** `isShared`: other sockets are sent the same text. */
  readonly write: (text: string, isShared: boolean) => void
  /** True while the socket's buffer has room for deltas. */
  readonly hasRoom: () => boolean
  /** The user may not follow this channel any more. */
  readonly shut: (channel: string) => void
}
type Room = {
  readonly followers: Set<Follower>
  /**
   * Of a channel of class `state`: the number up to which all followers have been told; null until the first of them
   * has a snapshot.
   */
  from: number | null
  /** The least number of the snapshots that came while changes were asked for; null while nothing is asked. */
  least: number | null
}
type Joined = { reply: SubReply; frames: readonly string[] }

/**
 * The followers of members' channels. Events of streams go to all of them as they come; states are collected for each
 * user.
 */
export function createRooms(bus: Bus) {
  const rooms = new Map<string, Room>()
  /** Sequence per channel of class `state` and user; it begins anew with each start, as its epoch does. */
  const sequences = new Map<string, number>()
  /** Followers of a state that had no room for a delta, and are sent a snapshot as soon as they have. */
  const behind = new Map<Follower, string>()
  const { members, now, streamEpoch, publicEpoch } = bus

  const frameOf = (c: string, k: 'snap' | 'delta' | 'event' | 'gap' | 'off', s: number, d: unknown, b?: number) =>
    JSON.stringify({ c, k, e: publicEpoch, s, ...(b !== undefined && { b }), d, t: now() })
  const eventFrame = (c: string, s: number, at: number, body: string) =>
    `{"c":${JSON.stringify(c)},"k":"event","e":"${streamEpoch}","s":${s},"b":${s - 1},"d":${body},"t":${at}}`
  /** What is said on a channel of class `latest` is counted for all, a state for each user. */
  const placeOf = (name: string, user: number) =>
    members.classOf(name) === 'latest' ? `${name}|all` : `${name}|${user}`
  const sequenceOf = (name: string, user: number) => sequences.get(placeOf(name, user)) ?? 0

  const leave = (name: string, follower: Follower) => {
    const room = rooms.get(name)
    room?.followers.delete(follower)
    if (room?.followers.size === 0) rooms.delete(name)
    behind.delete(follower)
  }
  const add = (name: string, follower: Follower) => {
    const room = rooms.get(name) ?? { followers: new Set(), from: null, least: null }
    room.followers.add(follower)
    rooms.set(name, room)
  }
  /**
   * From a snapshot on, its follower is told what has changed since it was taken, whatever the others have been told
   * already.
   */
  const goOnFrom = (room: Room | undefined, at: number) => {
    if (room === undefined) return
    room.from = Math.min(room.from ?? at, at)
    if (room.least !== null) room.least = Math.min(room.least, at)
  }
  const snapshot = (name: string, { user }: Follower, { d }: StateSnap) =>
    frameOf(name, 'snap', sequenceOf(name, user), d)
  /** Sends a follower that had no room, or was told too little, everything again. */
  const catchUp = (name: string, room: Room, follower: Follower) => {
    behind.delete(follower)
    members.snap(name, follower.user, (snap) => {
      if (!room.followers.has(follower)) return
      goOnFrom(room, snap.at)
      follower.write(frameOf(name, 'gap', sequenceOf(name, follower.user), { why: 'slow' }), false)
      follower.write(snapshot(name, follower, snap), false)
    })
  }
  const takeChanges = (name: string, room: Room, { at, changes }: Collected) => {
    room.from = Math.min(at, room.least ?? at)
    room.least = null
    if (changes === null) for (const follower of room.followers) behind.set(follower, name)
    const byUser = new Map(changes)
    for (const user of byUser.keys()) sequences.set(placeOf(name, user), sequenceOf(name, user) + 1)
    for (const follower of room.followers) {
      const d = byUser.get(follower.user)
      if (d === undefined || behind.has(follower)) continue
      const s = sequenceOf(name, follower.user)
      if (follower.hasRoom()) follower.write(frameOf(name, 'delta', s, d, s - 1), false)
      else behind.set(follower, name)
    }
  }

  return {
    /** Subscribes; the reason if the caller may not. From then on nothing that is posted is missed. */
    join: (name: string, follower: Follower, caller: Caller, cursor: Cursor): Maybe<Joined | Reason> => {
      if (
        members.classOf(name) === 'state' &&
        rooms.get(name)?.followers.has(follower) === true &&
        !behind.has(follower)
      ) {
        const isCurrent = cursor.e === publicEpoch && cursor.s === sequenceOf(name, follower.user)
        if (isCurrent) return { reply: { mode: 'resumed', n: 0 }, frames: [] }
      }
      return whenReady(
        members.join(caller, name, cursor, () => add(name, follower)),
        (joined): Joined | Reason => {
          if (typeof joined === 'string') return joined
          if (joined.kind === 'state') {
            behind.delete(follower)
            goOnFrom(rooms.get(name), joined.snap.at)
            return {
              reply: { mode: 'fresh', why: 'new', head: sequenceOf(name, follower.user) },
              frames: [snapshot(name, follower, joined.snap)],
            }
          }
          return { reply: joined.reply, frames: joined.events.map(({ s, at, body }) => eventFrame(name, s, at, body)) }
        },
      )
    },
    leave,
    post: ({ channel, s, at, body, own }: Post) => {
      const room = rooms.get(channel)?.followers
      if (!room) return
      let shared: string | null = null
      for (const follower of room) {
        if (own !== null && own.user === follower.user) follower.write(eventFrame(channel, s, at, own.body()), false)
        else follower.write((shared ??= eventFrame(channel, s, at, body())), true)
      }
    },
    /** Ends a user's subscription: what they were shown of the channel is to be dropped. */
    shut: (channel: string, user: number, reason: Reason) => {
      for (const follower of rooms.get(channel)?.followers ?? []) {
        if (follower.user !== user) continue
        leave(channel, follower)
        follower.write(frameOf(channel, 'off', 0, { reason }), false)
        follower.shut(channel)
      }
    },
    /** Passes on what a user says on a channel of class `latest`; it goes to the others and is not kept. */
    said: (channel: string, user: number, d: unknown) => {
      const room = rooms.get(channel)?.followers
      if (!room) return
      const s = sequenceOf(channel, user) + 1
      sequences.set(placeOf(channel, user), s)
      const frame = frameOf(channel, 'event', s, d)
      for (const follower of room) if (follower.user !== user && follower.hasRoom()) follower.write(frame, true)
    },
    /** Sends what has changed on channels of class `state` since the last time. */
    collect: () => {
      for (const [name, room] of rooms) {
        if (members.classOf(name) !== 'state') continue
        for (const follower of room.followers)
          if (behind.get(follower) === name && follower.hasRoom()) catchUp(name, room, follower)
        if (room.from === null || room.least !== null) continue
        room.least = Infinity
        members.collect(
          name,
          [...room.followers].map(({ user }) => user),
          room.from,
          (found) => takeChanges(name, room, found),
        )
      }
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
