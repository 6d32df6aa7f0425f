import * as z from 'zod/mini'
import { period } from '#contract/market/market.ts'
import { spot, spotClientId, spotFill, spotKind, spotOrder, spotStatus } from '#contract/spot/spot.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, whole } from '#contract/wire/fields.ts'
import { dec, signedChange } from '#contract/wire/money.ts'
import { selfTrade, tif } from '#contract/wire/orders.ts'
import { spec } from '#contract/wire/spec.ts'
import { plans } from './program-plan.ts'

// What programs need and no page asks for, with plain names: instants in milliseconds, decimals, one way of paging.

/** A market by its name, with either separator: `BTC/USDT` or `BTC-USDT`. */
const symbol = z.string().check(z.maxLength(20))
const most = (limit: number) => z.optional(whole.check(z.minimum(1), z.maximum(limit)))

/** How orders of a market must look, and what they cost. A maximum of 0 is none. */
export const marketRules = z.object({
  m: z.string(),
  symbol: z.string(),
  currency_id: id,
  legal_id: id,
  is_open: flag,
  price_step: dec,
  amount_step: dec,
  min_amount: dec,
  max_amount: dec,
  min_total: dec,
  price_band: dec,
  maker_fee: dec,
  taker_fee: dec,
  kinds: z.array(spotKind),
  tifs: z.array(tif),
  stps: z.array(selfTrade),
  most_open: z.int(),
})
export type MarketRules = z.output<typeof marketRules>
const pace = z.object({ per_second: z.int(), at_once: z.int() })

/** The last 24 hours of a market, with the best prices of its book. */
export const marketDay = z.object({
  m: z.string(),
  symbol: z.string(),
  last: dec,
  open: dec,
  high: dec,
  low: dec,
  base_volume: dec,
  quote_volume: dec,
  change: signedChange,
  bid: z.nullable(dec),
  ask: z.nullable(dec),
  at_ms: ms,
})
export type MarketDay = z.output<typeof marketDay>
/** A candle in decimals; the last one may still run. */
export const marketCandle = z.object({
  start_ms: ms,
  open: dec,
  high: dec,
  low: dec,
  close: dec,
  base_volume: dec,
  quote_volume: dec,
  is_closed: flag,
})
export type MarketCandle = z.output<typeof marketCandle>
/** A public trade; `side` is the taker's. */
export const marketTrade = z.object({ id: sid, at_ms: ms, side: z.enum(['buy', 'sell']), price: dec, amount: dec })

/** Of a list by ids: those below `before`, newest first, or those above `after`, oldest first. */
const cursor = { before: z.optional(id), after: z.optional(id), limit: most(50) }
/** Orders in one batch. */
export const mostInBatch = 20
/** What became of one order of a batch. */
export const batchLine = z.object({
  done: flag,
  order: z.nullable(spotOrder),
  reason: z.nullable(z.string()),
  params: z.record(z.string(), z.unknown()),
})
export type BatchLine = z.output<typeof batchLine>

export const program = {
  ...plans,
  time: read({
    description: 'Read the clock of the venue.',
    method: 'GET',
    path: 'time',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ now_ms: ms }),
    refusals: [],
  }),
  rules: read({
    description: 'Read how orders of each market must look, what they cost, and how often a key may call.',
    method: 'GET',
    path: 'market/rules',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ markets: z.array(marketRules), reads: pace, changes: pace, server_now_ms: ms }),
    refusals: [],
  }),
  days: read({
    description: 'Read the last 24 hours of every market, with the best bid and ask.',
    method: 'GET',
    path: 'market/tickers',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ markets: z.array(marketDay), server_now_ms: ms }),
    refusals: [],
  }),
  candles: read({
    description: 'Read candles of a market in decimals, oldest first; without a range the newest ones.',
    method: 'GET',
    path: 'market/candles',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({
      symbol,
      period,
      from_ms: z.optional(whole),
      to_ms: z.optional(whole),
      count: most(1000),
    }),
    output: z.object({ symbol: z.string(), period, candles: z.array(marketCandle) }),
    refusals: ['symbol_unknown'],
  }),
  trades: read({
    description: 'Read the trades of a market, newest first; `before` is the id of one, for those before it.',
    method: 'GET',
    path: 'market/trades',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ symbol, before: z.optional(sid), count: most(500) }),
    output: z.object({ symbol: z.string(), trades: z.array(marketTrade), next: z.nullable(sid) }),
    refusals: ['symbol_unknown', 'not_found'],
  }),
  order: read({
    description: 'Read one own spot order by its id, or the newest one with an own id.',
    method: 'GET',
    path: 'coin/order',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ id: z.optional(id), client_id: z.optional(spotClientId) }),
    output: spotOrder,
    refusals: ['not_found'],
  }),
  orders: read({
    description: 'Read the own spot orders in pages that do not shift: `next` goes where `before` or `after` was.',
    method: 'GET',
    path: 'coin/orders',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ symbol: z.optional(symbol), status: z.optional(spotStatus), ...cursor }),
    output: z.object({ orders: z.array(spotOrder), next: z.nullable(id) }),
    refusals: ['symbol_unknown'],
  }),
  fills: read({
    description: 'Read the own trades in pages that do not shift: `next` goes where `before` or `after` was.',
    method: 'GET',
    path: 'coin/trades',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ symbol: z.optional(symbol), order_id: z.optional(id), ...cursor }),
    output: z.object({ fills: z.array(spotFill), next: z.nullable(id) }),
    refusals: ['symbol_unknown'],
  }),
  batch: change({
    description:
      'Place up to 20 spot orders under one key, in their order. Each is placed or refused by itself, and told so.',
    method: 'POST',
    path: 'coin/batch',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({
      orders: z.array(z.omit(spot.submit.input, { stops: true })).check(z.minLength(1), z.maxLength(mostInBatch)),
    }),
    output: z.object({ results: z.array(batchLine) }),
    refusals: [],
  }),
}

export const programSpec = spec({
  about: 'Reads and batches for programs: rules, decimals, instants, pages that do not shift.',
  calls: program,
  events: [],
  channels: {},
})
