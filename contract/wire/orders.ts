import * as z from 'zod/mini'
import { flag, ms, whole } from './fields.ts'
import { typedDec } from './money.ts'

// Words that the products share where an order waits for something.

/** How long an order lives: until it is cancelled, not at all (what fills at once, or all of it), until an instant. */
export const tif = z.enum(['gtc', 'ioc', 'fok', 'gtd'])
export type Tif = z.output<typeof tif>
/** A good-till-date order lives at least and at most so long. */
export const leastLifeMs = 10_000
export const mostLifeMs = 400 * 86_400_000

/** Where an order meets one of its owner: the new one ends, the resting one gives way, or both end. */
export const selfTrade = z.enum(['taker', 'maker', 'both'])
export type SelfTrade = z.output<typeof selfTrade>

/** What ended an order, a position or a trigger, where an older word for it is too coarse. */
export const endedWhy = z.enum(['expired', 'linked', 'deadman', 'gap', 'trail', 'self', 'too_small'])
export type EndedWhy = z.output<typeof endedWhy>

/** Whose price moves a trigger: the mark, the last trade (held within 0.5 % of the mark), or the index. */
export const triggerSource = z.enum(['mark', 'last', 'index'])
export type TriggerSource = z.output<typeof triggerSource>
/** What a leg is for: it opens, or it closes at a loss or at a profit. */
export const triggerRole = z.enum(['entry', 'stop', 'profit'])
export type TriggerRole = z.output<typeof triggerRole>
/** How the distance of a trailing trigger is counted: in the price, or in percent of the extreme (two decimals). */
export const trailBy = z.enum(['amount', 'percent'])
export type TrailBy = z.output<typeof trailBy>

/** Why the price or the size of an order of the spot market is refused. */
export const sizing = [
  'price_required',
  'amount_step',
  'price_step',
  'amount_below_min',
  'amount_above_max',
  'price_out_of_band',
  'insufficient_balance',
  'insufficient_sellable',
] as const

const terms = {
  source: z.optional(triggerSource),
  trigger_price: typedDec,
  /** A trailing trigger in place of a trigger price; it begins at once, or at the activation price. */
  trail: z.optional(z.strictObject({ by: trailBy, distance: typedDec, activate_price: typedDec })),
  /** Size in base coins, in quote coins (a buy at the market), or in lots; left out for all that there is. */
  amount: typedDec,
  total: typedDec,
  share: z.optional(z.union([z.literal(''), whole])),
  /** With a limit price a limit order is made, else one at the market. */
  price: typedDec,
  tif: z.optional(tif),
  post_only: z.optional(flag),
  /** Percent that an order at the market may go beyond the best price there is when it fires. */
  slippage: typedDec,
  expires_ms: z.optional(ms),
}
/** One leg as it is asked for. A profit leg on spot without a trigger is a limit order that rests at once. */
export const leg = z.strictObject({ role: triggerRole, ...terms })
export type LegInput = z.output<typeof leg>
/** Legs of one position or one group. */
export const maxLegs = 10
const closing = z.strictObject(terms)
/** What protects an order once it fills: one stop and up to five targets. */
export const stops = z.strictObject({
  stop: z.optional(closing),
  profits: z.optional(z.array(closing).check(z.maxLength(5))),
})
export type StopsInput = z.output<typeof stops>
