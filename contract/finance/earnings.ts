import * as z from 'zod/mini'
import { read } from '#contract/wire/endpoint.ts'
import { flag, ms, sid } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'
import { spec } from '#contract/wire/spec.ts'

/** The products in which money is at work. */
export const earningSource = z.enum(['hosting', 'plan', 'launch', 'mining', 'pledge'])
export type EarningSource = z.output<typeof earningSource>

/**
 * What one product has earned for the caller. Amounts without a coin are worth in the base coin at the prices of now.
 */
const sourceSum = z.object({ source: earningSource, working: dec, today: dec, total: dec, orders: z.int() })
export type SourceSum = z.output<typeof sourceSum>
/** What the caller has earned on one platform day. */
const earnedDay = z.object({ day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), profit: dec })
export type EarnedDay = z.output<typeof earnedDay>
/** A payment to come: `amount` is earned, `back` is returned at the same time. */
const nextPayment = z.object({
  source: earningSource,
  ref: sid,
  name: z.string(),
  currency_id: z.int(),
  currency_name: z.string(),
  logo: z.string(),
  amount: dec,
  back: dec,
  at_ms: ms,
  is_last: flag,
})
export const curveDays = 30
export const maxPayments = 10

export const earnings = {
  summary: read({
    method: 'GET',
    path: 'earnings/summary',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({
      working: dec,
      today: dec,
      total: dec,
      orders: z.int(),
      sources: z.array(sourceSum),
      curve: z.array(earnedDay),
      next: z.array(nextPayment),
      server_now_ms: ms,
    }),
    refusals: [],
  }),
}
export type EarningsSummary = z.output<(typeof earnings)['summary']['output']>

export const earningsSpec = spec({ calls: earnings, events: [], channels: {} })
