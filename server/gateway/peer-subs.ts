import type { Reason } from '#contract/refusals.ts'
import type { Up } from '#contract/up.ts'
import type { Caller } from '../handler.ts'
import type { Venue } from '../venue.ts'
import { readChannel } from './channels.ts'
import type { Listener } from './lanes.ts'
import { defaultRateMs, type Push } from './push.ts'
import type { Ring } from './ring.ts'

type Asked<M extends Up['m']> = Extract<Up, { m: M }>
type Ports = {
  venue: Venue
  push: Push
  ring: Ring
  most: number
  /** True when the socket has room for what may be thinned. */
  hasRoom: () => boolean
  write: (text: string) => void
  say: (frame: object) => void
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
}
const framesMost = 64

/** What one socket follows: its channels, its pace on each, and the frames that wait for the next turn. */
export function createSubs({ venue, push, ring, most, hasRoom, write, say, fault }: Ports) {
  const subs = new Map<string, number>()
  let queued: string[] = []
  const listener: Listener = {
    offer: (frame) => {
      if (!hasRoom()) return false
      queued.push(frame)
      return true
    },
  }
  /** Sends what the lanes have queued, as arrays. */
  const flush = () => {
    for (let at = 0; at < queued.length; at += framesMost) {
      const some = queued.slice(at, at + framesMost)
      write(some.length === 1 ? (some[0] ?? '') : `[${some.join(',')}]`)
    }
    queued = []
  }
  const { markets, tables } = venue.rooms
  const known = {
    hasMarket: (market: string) => markets.names().includes(market),
    hasRounds: (market: string, seconds: string) => tables.optionSeries.get(`${market}|${seconds}`) !== undefined,
  }
  return {
    flush,
    has: (name: string) => subs.has(name),
    sub: ({ i, p: { c, e, s } }: Asked<'sub'>, who: Caller) => {
      const channel = readChannel(c, known)
      if (!channel) return fault(i, 'channel_unknown')
      if (!subs.has(c) && subs.size >= most) return fault(i, 'sub_limit', { after: 1000 })
      const rateMs = subs.get(c) ?? defaultRateMs
      subs.set(c, rateMs)
      flush()
      const { reply, frames } = c === 'u:me' ? ring.resume(who.user, e, s) : push.follow(c, listener, { e, s }, rateMs)
      say({ i, r: reply })
      flush()
      for (let at = 0; at < frames.length; at += framesMost) write(`[${frames.slice(at, at + framesMost).join(',')}]`)
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
    },
  }
}
