import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { ms, sid, time } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

export const planStatus = z.enum(['open', 'full', 'closed'])
export type PlanStatus = z.output<typeof planStatus>
/** A plan that can be joined; amounts in its coin, `surplus_number` is what may still be put in. */
export const plan = z.object({
  id: sid,
  name: z.string(),
  cover: z.string(),
  intro: z.string(),
  leader_name: z.string(),
  leader_avatar: z.nullable(z.string()),
  currency_id: z.int(),
  currency_name: z.string(),
  decimal_scale: z.int(),
  day_rate: dec,
  days: z.int(),
  min_amount: dec,
  max_amount: dec,
  total_number: dec,
  surplus_number: dec,
  joined_count: z.int(),
  status: planStatus,
  start_ms: z.nullable(ms),
  end_ms: z.nullable(ms),
  server_now_ms: ms,
})
export type Plan = z.output<typeof plan>

export const joinedStatus = z.enum(['in_progress', 'ended'])
export type JoinedStatus = z.output<typeof joinedStatus>
/** Money in a plan. It cannot be taken out before the end. */
export const joinedPlan = z.object({
  id: sid,
  plan_id: sid,
  name: z.string(),
  cover: z.string(),
  currency_name: z.string(),
  amount: dec,
  day_rate: dec,
  days: z.int(),
  remain_day: z.int(),
  today_profit: dec,
  sum_profit: dec,
  daily: dec,
  start_time: time,
  end_time: time,
  end_ms: ms,
  next_ms: z.nullable(ms),
  status: joinedStatus,
  server_now_ms: ms,
  rev: z.int(),
})
export type JoinedPlan = z.output<typeof joinedPlan>

/** The legal transitions of a joined plan: nobody can leave it, only the clock ends it. */
export const joinedTransitions = {
  accrue: { from: ['in_progress'], to: 'in_progress', by: 'clock' },
  end: { from: ['in_progress'], to: 'ended', by: 'clock' },
} as const satisfies Record<string, { from: readonly JoinedStatus[]; to: JoinedStatus; by: 'clock' }>
export type JoinedStep = keyof typeof joinedTransitions
export const mayJoinedStep = (step: JoinedStep, status: JoinedStatus) =>
  joinedTransitions[step].from.some((from) => from === status)
type Held = Pick<JoinedPlan, 'status' | 'rev'>
/** True if the received copy is newer than the one held: what has ended stays ended; otherwise by `rev`. */
export const isJoinedAhead = (held: Held, received: Held) =>
  held.status === received.status ? received.rev > held.rev : received.status === 'ended'
export const isJoinedOver = ({ status }: Pick<JoinedPlan, 'status'>) => status === 'ended'

export const follow = {
  plans: read({
    method: 'GET',
    path: 'project/projectList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(planStatus), ...pg }),
    output: listed(plan),
    refusals: [],
  }),
  plan: read({
    method: 'GET',
    path: 'project/projectDetail',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: z.extend(plan, { rules: z.string(), joined: z.nullable(joinedPlan) }),
    refusals: ['not_found'],
  }),
  join: change({
    method: 'GET',
    path: 'project/project',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid, amount: typedDec, expect: z.optional(planStatus) }),
    output: joinedPlan,
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
  joined: read({
    method: 'GET',
    path: 'project/record',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(joinedStatus), ...pg }),
    output: listed(joinedPlan),
    refusals: [],
  }),
}
export type PlanDetail = z.output<(typeof follow)['plan']['output']>

export const joinedWhy = z.enum(['joined', 'accrued', 'ended'])
/** Sent when money was put into a plan, when it earns, and when it is back. */
export const joinedChanged = z.object({ ev: z.literal('follow.changed'), v: joinedPlan, why: z.optional(joinedWhy) })

export const followSpec = spec({ calls: follow, events: [joinedChanged], channels: {} })
