import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Caller, Signal } from '#server/core/context.ts'
import type { MemberFamily, MissedEvent } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import type { Store } from '#server/core/store-port.ts'
import type { Cursor, JoinedChannel, MembersBus, StateSnap } from './port.ts'

type Ports = {
  /** The family of a members' channel; null for another channel or none. */
  familyOf: (name: string) => { family: MemberFamily; parts: readonly string[] } | null
  /** Calls `read` at a group boundary, and `then` with its value once the group before that boundary is durable. */
  cut: <T>(read: () => T, then: (value: T) => void) => void
  store: Pick<Store, 'span' | 'row'>
  streamEpoch: string
  /** Tells all gateways. */
  tell: (signal: Signal) => void
  /** The channels whose posts the gateway is told; filled here. */
  followed: Set<string>
}

/** What `read` gives at a group boundary, once the group before it is durable. */
const boundaryOf =
  (cut: Ports['cut']) =>
  <T>(read: () => T): Maybe<T> => {
    const held: { value?: { it: T }; done?: (value: T) => void } = {}
    cut(read, (it) => {
      held.value = { it }
      held.done?.(it)
    })
    return held.value ? held.value.it : new Promise((done) => (held.done = done))
  }

const snapOf = (family: Extract<MemberFamily, { class: 'state' }>, user: number): StateSnap => ({
  d: family.snap(user),
  at: family.head(),
})
type Fresh = Extract<SubReply, { mode: 'fresh' }>
const fresh = (why: Fresh['why'], head: number): JoinedChannel => ({
  kind: 'events',
  reply: { mode: 'fresh', why, head },
  events: [],
  head,
})
const resumed = (events: readonly MissedEvent[], head: number): JoinedChannel => ({
  kind: 'events',
  reply: { mode: 'resumed', n: events.length },
  events,
  head,
})

/** Members' channels of one gateway. Nothing is told of them that is not durable. */
export function createMembersBus({ familyOf, cut, store, streamEpoch, tell, followed }: Ports): MembersBus {
  const atBoundary = boundaryOf(cut)
  const allowed = (caller: Caller, name: string): { family: MemberFamily; parts: readonly string[] } | Reason => {
    const found = familyOf(name)
    if (!found) return 'channel_unknown'
    if (caller.user === 0) return 'not_logged_in'
    // What people say to each other a program hears only where its owner wants that.
    if (caller.apiKey !== undefined && caller.apiKey.areas?.includes('chat') !== true) return 'key_scope'
    return found.family.check(caller.user, found.parts) ?? found
  }

  const join: MembersBus['join'] = (caller, name, { e, s }: Cursor) => {
    const first = allowed(caller, name)
    if (typeof first === 'string') return first
    const { family, parts } = first
    const { user } = caller
    followed.add(name)
    if (family.class === 'latest') return { kind: 'state', snap: { d: {}, at: 0 } }
    if (family.class === 'state')
      return whenReady(
        atBoundary(() => snapOf(family, user)),
        (snap): JoinedChannel => ({ kind: 'state', snap }),
      )
    // The boundary may be a while away: whether the user may follow is asked again there.
    return whenReady(
      atBoundary(() => family.check(user, parts) ?? family.head(parts)),
      (head): Maybe<JoinedChannel | Reason> => {
        if (typeof head === 'string') return head
        if (e === undefined || s === undefined) return fresh('new', head)
        if (e !== streamEpoch) return fresh('epoch', head)
        if (s > head) return fresh('ahead', head)
        if (s === head) return resumed([], head)
        return whenReady(family.missed(store, user, parts, { after: s, head }), (events) =>
          events === null ? fresh('trimmed', head) : resumed(events, head),
        )
      },
    )
  }
  const stateOf = (name: string) => {
    const { family } = familyOf(name) ?? {}
    if (family?.class !== 'state') throw new Error(`${name} has no state`)
    return family
  }
  return {
    join,
    leave: (name) => void followed.delete(name),
    say: (caller, name) => {
      const found = allowed(caller, name)
      if (typeof found === 'string' || found.family.class !== 'latest') return
      tell({ kind: 'said', channel: name, user: caller.user, d: found.family.say(caller.user, found.parts) })
    },
    snap: (name, user) => {
      const family = stateOf(name)
      return atBoundary(() => snapOf(family, user))
    },
    collect: (name, users, from) => {
      const family = stateOf(name)
      return atBoundary(() => {
        const changes = family.collect(new Set(users), from)
        return { at: family.head(), changes: changes && [...changes] }
      })
    },
  }
}
