import type { MarketChanges } from '#server/features/market/changes.ts'
import { createRoundFeed } from '#server/features/option/channels.ts'
import type { Venue } from '#server/venue.ts'
import { mergeOf } from './channels.ts'
import { createLanes, type Change, type Lanes, type Listener } from './lanes.ts'

export const tickMs = 50
export const defaultRateMs = 100

const changesOf = ({ depth, deals, tickers, quotes, klines, seq }: MarketChanges): Change[] => [
  ...depth.map(({ market, b, s, bids, asks, cs }) => ({ c: `depth:${market}`, s, b, d: { bids, asks, cs } })),
  ...deals.map(({ market, b, s, deals: some }) => ({ c: `deals:${market}`, s, b, d: { deals: some } })),
  ...tickers.map((row) => ({ c: `ticker:${row.m}`, s: seq, b: null, d: { rows: [row] } })),
  ...(tickers.length ? [{ c: 'ticker:*', s: seq, b: null, d: { rows: tickers } }] : []),
  ...(quotes.length ? [{ c: 'quotes', s: seq, b: null, d: { rows: quotes } }] : []),
  ...klines.map(({ market, period, b, s, bar }) => ({ c: `kline:${market}:${period}`, s, b, d: { bar } })),
]

/** Brings what the markets say to whoever follows: drained once a tick, after the commit, made into text once. */
export function createPush(venue: Venue, epoch: string) {
  const channels = new Map<string, Lanes>()
  const { markets, now } = venue.ctx
  const rounds = createRoundFeed(venue.ctx)
  const lanesOf = (name: string) => {
    const known = channels.get(name)
    if (known) return known
    const made = createLanes({ name, epoch, now, merge: mergeOf(name), snap: () => rounds.snap(name) ?? markets.snap(name) })
    channels.set(name, made)
    return made
  }
  let drainedAt = Number.NEGATIVE_INFINITY
  /** Only what is durable may be told: the waiting group is written first. */
  const drain = () => {
    drainedAt = now()
    venue.flush()
    for (const lanes of channels.values()) lanes.turn()
    for (const change of [...changesOf(markets.drain()), ...rounds.drain()]) channels.get(change.c)?.take(change)
  }
  return {
    epoch,
    tick: () => {
      drain()
      const at = now()
      for (const lanes of channels.values()) lanes.tick(at)
    },
    /** Follows a channel from a snapshot, or goes on from what is held. Returns the reply and the frames behind it. */
    follow: (name: string, listener: Listener, cursor: { e?: string | undefined; s?: number | undefined }, rateMs: number) => {
      // What was drained within a turn is new enough: a crowd that comes at once is not a drain each.
      if (now() - drainedAt >= tickMs) drain()
      const lanes = lanesOf(name)
      const isWhole = cursor.e === epoch && cursor.s !== undefined && lanes.holds(listener, cursor.s)
      lanes.join(listener, rateMs)
      if (isWhole) return { reply: { mode: 'resumed' as const, n: 0 }, frames: [] }
      const whole = lanes.wholeFor(listener)
      const why: 'epoch' | 'new' = cursor.e !== undefined && cursor.e !== epoch ? 'epoch' : 'new'
      return { reply: { mode: 'fresh' as const, why, head: whole?.s ?? 0 }, frames: whole ? [whole.frame] : [] }
    },
    rate: (name: string, listener: Listener, rateMs: number) => lanesOf(name).join(listener, rateMs),
    leave: (name: string, listener: Listener) => {
      const lanes = channels.get(name)
      lanes?.leave(listener)
      if (lanes?.isEmpty()) channels.delete(name)
    },
  }
}
export type Push = ReturnType<typeof createPush>
