import * as z from 'zod/mini'
import { accountChanged, lockChanged } from '#contract/account.ts'
import { balanceChanged } from '#contract/assets.ts'
import { kycChanged } from '#contract/kyc.ts'
import { positionChanged, riskRose } from '#contract/lever.ts'
import { deal, level } from '#contract/market.ts'
import { dec, signedChange } from './money.ts'
import { newsPublished } from '#contract/news.ts'
import { optionChanged, optionSettled, round } from '#contract/option.ts'
import { settingsChanged } from '#contract/platform.ts'
import { reason } from './refusals.ts'
import { params } from './reply.ts'
import { spotFilled, spotOrderChanged } from '#contract/spot.ts'

/** Every event of the caller's own channel `u:me`. */
export const event = z.discriminatedUnion('ev', [
  accountChanged, lockChanged, kycChanged, balanceChanged, spotOrderChanged, spotFilled, positionChanged, riskRose,
  optionChanged, optionSettled, newsPublished, settingsChanged,
])
export type Event = z.output<typeof event>

export const tickerRow = z.object({
  m: z.string(), match_id: z.int(), last: dec, open: dec, high: dec, low: dec, volume: dec, amount: dec,
  change: signedChange, at_ms: z.int(),
})
export type TickerRow = z.output<typeof tickerRow>
/** What rounds settle on and contracts are marked on. */
export const priceRow = z.object({
  m: z.string(), match_id: z.int(), tick: z.string(), index: dec, mark: dec, sources: z.int(), at_ms: z.int(), stale: z.boolean(),
})
export type PriceRow = z.output<typeof priceRow>
export const liveCandle = z.object({
  id: z.int(), time: z.int(), open: dec, high: dec, low: dec, close: dec, amount: dec, volume: dec, closed: z.boolean(),
})
export type LiveCandle = z.output<typeof liveCandle>

/** What each family of channels carries, by the part of its name before the colon: `snap` and `delta`. */
export const payloads = {
  ticker: { snap: z.object({ rows: z.array(tickerRow) }), delta: z.object({ rows: z.array(tickerRow) }) },
  quotes: { snap: z.object({ rows: z.array(priceRow) }), delta: z.object({ rows: z.array(priceRow) }) },
  depth: {
    snap: z.object({ bids: z.array(level), asks: z.array(level), cs: z.int() }),
    delta: z.object({ bids: z.array(level), asks: z.array(level), cs: z.int() }),
  },
  deals: { snap: z.object({ deals: z.array(deal) }), delta: z.object({ deals: z.array(deal) }) },
  kline: { snap: z.object({ bars: z.array(liveCandle) }), delta: z.object({ bar: liveCandle }) },
  round: {
    snap: z.object({ rounds: z.array(round), server_now_ms: z.int() }),
    delta: z.object({ round, server_now_ms: z.int() }),
  },
} as const
export type ChannelFamily = keyof typeof payloads
/** `latest`: newest wins, no `b`; `state`: snapshot then deltas on a base; `stream`: contiguous events. */
export const channelClass = {
  ticker: 'latest', quotes: 'latest', depth: 'state', deals: 'state', kline: 'state', round: 'state', u: 'stream',
} as const

/** One push. `d` is read by its channel's own schema. */
export const push = z.object({
  c: z.string(), k: z.enum(['snap', 'delta', 'event', 'gap', 'off']), e: z.string(), s: z.int(),
  b: z.optional(z.int()), d: z.optional(z.unknown()), t: z.number(),
})
export type Push = z.output<typeof push>

/** Why a request frame was refused. */
export const fault = z.object({
  code: z.int(), reason, msg: z.string(), retry: z.boolean(), after: z.optional(z.number()), params: z.optional(params),
})
export type Fault = z.output<typeof fault>
export const reply = z.union([
  z.object({ i: z.int(), r: z.unknown() }),
  z.object({ i: z.int(), x: fault }),
])
export type SocketReply = z.output<typeof reply>

export const hello = z.object({
  k: z.literal('hello'), v: z.literal(1), sid: z.string(), now: z.number(), hb: z.int(),
  lim: z.object({ frame: z.int(), subs: z.int(), inflight: z.int(), send_per_s: z.int() }),
})
export const heartbeat = z.object({ k: z.literal('hb'), now: z.number(), h: z.object({ u: z.int() }) })
export const bye = z.object({ k: z.literal('bye'), code: z.int(), msg: z.string(), after: z.optional(z.number()) })

/** Every frame that may come down; an array carries up to 64 of them. */
export const down = z.union([hello, heartbeat, bye, push, reply])
export type Down = z.output<typeof down>
export const maxFrames = 64
