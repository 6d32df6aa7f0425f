import type { Reason } from '#contract/wire/refusals.ts'
import type { Up } from '#contract/wire/up.ts'
import type { Caller } from '#server/core/context.ts'
import type { Venue } from '#server/venue.ts'
import { readChannel } from './channels.ts'
import type { Listener } from './lanes.ts'
import { createPace } from './pace.ts'
import { defaultRateMs, type Push } from './push.ts'
import type { Ring } from './ring.ts'
import { texts, type Turn } from './turn.ts'

type Asked<M extends Up['m']> = Extract<Up, { m: M }>
type Ports = {
  venue: Venue
  push: Push
  ring: Ring
  turn: Turn
  most: number
  /** True when the socket has room for what may be thinned. */
  hasRoom: () => boolean
  /** True when it reads well enough to be told anything whole. */
  mayAsk: () => boolean
  /** `isShared`: others are told the very same. */
  write: (text: string, isShared?: boolean) => void
  say: (frame: object) => void
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
}

/** Events of its own stream one socket may have brought again, a second and at once. */
const replaysPerSecond = 100
const replaysAtOnce = 2000

/** What one socket follows: its channels, its pace on each, and the frames that wait for the next turn. */
export function createSubs({ venue, push, ring, turn, most, hasRoom, mayAsk, write, say, fault }: Ports) {
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
  const { markets, tables, now } = venue.ctx
  const replays = createPace(replaysPerSecond, replaysAtOnce, now)
  const known = {
    hasMarket: (market: string) => markets.names().includes(market),
    hasRounds: (market: string, seconds: string) => tables.optionSeries.get(`${market}|${seconds}`) !== undefined,
  }
  return {
    has: (name: string) => subs.has(name),
    sub: ({ i, p: { c, e, s } }: Asked<'sub'>, who: Caller) => {
      const channel = readChannel(c, known)
      if (!channel) return fault(i, 'channel_unknown')
      if (!subs.has(c) && subs.size >= most) return fault(i, 'sub_limit', { after: 1000 })
      // Who asks and does not read is not told more: a replay may be long, and what is answered is never thinned.
      if (!mayAsk()) return fault(i, 'too_many', { after: 1000 })
      const isMine = c === 'u:me'
      const waitMs = isMine ? replays.take() : 0
      if (waitMs > 0) return fault(i, 'too_many', { after: waitMs })
      const rateMs = subs.get(c) ?? defaultRateMs
      subs.set(c, rateMs)
      flush()
      const { reply, frames } = isMine ? ring.resume(who.user, e, s) : push.follow(c, listener, { e, s }, rateMs)
      replays.spend(isMine ? frames.length : 0)
      say({ i, r: reply })
      flush()
      for (const text of isMine ? texts(frames) : turn.texts(frames)) write(text, !isMine)
    },
    unsub: ({ i, p: { c } }: Asked<'unsub'>) => {
      subs.delete(c)
      push.leave(c, listener)
      say({ i, r: {} })
    },
    rate: ({ i, p: { c, ms } }: Asked<'rate'>) => {
      if (!subs.has(c) || c === 'u:me') return fault(i, 'channel_unknown')
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
