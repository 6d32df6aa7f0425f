import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { id, ms, sid, time } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'

// Pledging coins for a term, beside the machines. Pledges earn; collateral only secures machines.

export const pledgeProductStatus = z.enum(['open', 'closed'])
export const pledgeProduct = z.object({
  id: sid,
  name: z.string(),
  currency_id: id,
  currency_name: z.string(),
  logo: z.string(),
  decimal_scale: z.int(),
  min_amount: dec,
  max_amount: dec,
  days: z.int(),
  day_rate: dec,
  left: z.nullable(dec),
  status: pledgeProductStatus,
  rule_news_id: z.nullable(id),
})
export type PledgeProduct = z.output<typeof pledgeProduct>

export const pledgeStatus = z.enum(['pledged', 'released'])
export type PledgeStatus = z.output<typeof pledgeStatus>
export const pledged = z.object({
  id: sid,
  product_id: sid,
  name: z.string(),
  currency_name: z.string(),
  amount: dec,
  day_rate: dec,
  days: z.int(),
  remain_day: z.int(),
  earned: dec,
  daily: dec,
  start_ms: ms,
  end_ms: ms,
  next_ms: z.nullable(ms),
  status: pledgeStatus,
  server_now_ms: ms,
  rev: z.int(),
})
export type Pledge = z.output<typeof pledged>
/** The legal changes of a pledge: nobody can leave early, only the clock releases it. */
export const pledgeTransitions = {
  award: { from: ['pledged'], to: 'pledged' },
  release: { from: ['pledged'], to: 'released' },
} as const satisfies Record<string, { from: readonly PledgeStatus[]; to: PledgeStatus }>
export type PledgeStep = keyof typeof pledgeTransitions
export const mayPledgeStep = (step: PledgeStep, status: PledgeStatus) =>
  pledgeTransitions[step].from.some((from) => from === status)

/** What one pledge has earned on one day. */
export const award = z.object({
  id: sid,
  pledge_id: sid,
  name: z.string(),
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  amount: dec,
  currency_name: z.string(),
  create_time: time,
})
export type Award = z.output<typeof award>
export const pledgeSummary = z.object({
  pledged: dec,
  running: z.int(),
  award_today: dec,
  award_total: dec,
  next_award_ms: ms,
  rule_news_id: z.nullable(id),
  product: z.nullable(pledgeProduct),
  server_now_ms: ms,
})
export type PledgeSummary = z.output<typeof pledgeSummary>

export const miningPledge = {
  pledgeSummary: read({
    description: 'Read what the caller has pledged and what it has earned.',
    method: 'GET',
    path: 'pledge/info',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ product_id: z.optional(sid) }),
    output: pledgeSummary,
    refusals: ['not_found'],
  }),
  pledgeProducts: read({
    description: 'List the pools that take pledges.',
    method: 'GET',
    path: 'pledge/miner',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: listed(pledgeProduct),
    refusals: [],
  }),
  pledge: change({
    description: 'Pledge coins for a term.',
    method: 'GET',
    path: 'pledge/pledge',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ product_id: sid, amount: typedDec, expect: z.optional(pledgeProductStatus) }),
    output: pledged,
    refusals: [
      'not_found',
      'state_moved',
      'amount_required',
      'amount_step',
      'amount_below_min',
      'amount_above_max',
      'sold_out',
      'product_closed',
      'insufficient_balance',
      'trade_locked',
      'market_closed',
    ],
  }),
  pledges: read({
    description: "List the caller's pledges.",
    method: 'GET',
    path: 'pledge/pledgeRecord',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(pledgeStatus), ...pg }),
    output: listed(pledged),
    refusals: [],
  }),
  awards: read({
    description: 'List what pledges have earned, one line per pledge and day.',
    method: 'GET',
    path: 'pledge/award',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ pledge_id: z.optional(sid), ...pg }),
    output: z.extend(listed(award), { total: dec }),
    refusals: [],
  }),
}

export const pledgeWhy = z.enum(['placed', 'award', 'released'])
/** Sent when coins are pledged, earn, and are released. */
export const pledgeChanged = z.object({ ev: z.literal('mining.pledgeChanged'), v: pledged, why: z.optional(pledgeWhy) })
