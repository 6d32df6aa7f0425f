import * as z from 'zod/mini'
import { apiKey } from '#contract/account/account-keys.ts'
import { level } from '#contract/market/market.ts'
import { spot, spotClientId, spotKind, spotOrder } from '#contract/spot/spot.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, ms } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'

// For agents: an order is planned, looked at, and then placed by its ticket, which places it once.

/** So long a plan may be carried out. */
export const planLifeMs = 60_000

/** What an order would do now, with amounts and prices as the market takes them. */
export const orderPlan = z.object({
  ticket: z.uuid(),
  expires_ms: ms,
  m: z.string(),
  side: z.enum(['buy', 'sell']),
  kind: spotKind,
  /** Null where there is none: the price at the market, and the amount of a buy by its cost. */
  price: z.nullable(dec),
  amount: z.nullable(dec),
  /** Which of them were rounded to the steps of the market. */
  rounded: z.array(z.enum(['price', 'amount'])),
  /** The most that is given, in the coin that is given, and the fee of what it takes now, in the coin received. */
  gives: dec,
  gives_coin: z.string(),
  fee: dec,
  fee_coin: z.string(),
  /** What it meets in the book now, best first; what it takes of that, at which mean price; and what would rest. */
  meets: z.array(level),
  takes: dec,
  mean_price: z.nullable(dec),
  rests: dec,
})
export type OrderPlan = z.output<typeof orderPlan>

export const plans = {
  plan: change({
    description:
      'Work out what an order would do now: steps, cost, fee and what it meets. The answer has a ticket, good for ' +
      'a minute, by which it is placed once.',
    method: 'POST',
    path: 'order/plan',
    who: 'in',
    scope: 'read',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({
      symbol: z.string().check(z.maxLength(20)),
      side: z.enum(['buy', 'sell']),
      amount: z.optional(dec),
      total: z.optional(dec),
      price: z.optional(dec),
      kind: z.optional(spotKind),
      slippage: z.optional(dec),
      client_id: z.optional(spotClientId),
    }),
    output: orderPlan,
    refusals: [...spot.submit.refusals, 'symbol_unknown'],
  }),
  carryOut: change({
    description: 'Place the order of a ticket. However often and by whomever of the account, it is placed once.',
    method: 'POST',
    path: 'order/do',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ ticket: z.uuid() }),
    output: z.object({ order: spotOrder, is_repeat: flag }),
    refusals: [...spot.submit.refusals, 'quote_expired'],
  }),
  key: read({
    description: 'Read the API key of the caller: its scope, its caps, and what it has ordered today.',
    method: 'GET',
    path: 'key/self',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.extend(apiKey, { ordered: dec }),
    refusals: ['not_found'],
  }),
}
