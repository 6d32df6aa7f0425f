import * as z from 'zod/mini'
import { penaltyRule } from './finance-penalty.ts'
import { coded } from '#contract/wire/coded.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, time } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

export const productStatus = z.enum(['open', 'closed', 'sold_out'])
/**
 * What can be hosted: `interest_rate` is percent over the whole term, `day_rate` a fraction of each day; `left` is null
 * without a bound.
 */
export const hostingProduct = z.object({
  id,
  currency_id: id,
  currency_name: z.string(),
  currency_logo: z.string(),
  decimal_scale: z.int(),
  interest_rate: dec,
  day_rate: dec,
  save_min: dec,
  save_max: dec,
  day: z.int(),
  cycle: z.string(),
  penalty_rule: penaltyRule,
  penalty_ratio: dec,
  left: z.nullable(dec),
  total: z.nullable(dec),
  status: productStatus,
  rule_news_id: z.nullable(id),
  created_at: time,
  server_now_ms: ms,
})
export type HostingProduct = z.output<typeof hostingProduct>

export const hostingStatus = coded(z.enum(['hosting', 'ended']), { hosting: 1, ended: 2 })
export type HostingStatus = z.output<typeof hostingStatus>
/**
 * Locked money that earns each day. `cancel_fee` is what was charged for leaving early, or what leaving now would cost.
 */
export const hostingOrder = z.object({
  id,
  config_id: id,
  currency_id: id,
  currency_name: z.string(),
  logo: z.string(),
  decimal_scale: z.int(),
  day: z.int(),
  amount: dec,
  day_rate: dec,
  total_interest: dec,
  earned: dec,
  daily: dec,
  start_at: time,
  end_at: time,
  end_ms: ms,
  next_ms: z.nullable(ms),
  remain_day: z.int(),
  status: hostingStatus,
  is_cancel: flag,
  cancel_fee: dec,
  penalty_rule: penaltyRule,
  penalty_ratio: dec,
  finish_at: z.nullable(time),
  created_at: time,
  updated_at: time,
  server_now_ms: ms,
  rev: z.int(),
})
export type HostingOrder = z.output<typeof hostingOrder>

/** The legal transitions of an order, used by the server and by the client's machine; a test compares them. */
export const hostingTransitions = {
  accrue: { from: ['hosting'], to: 'hosting', by: 'clock' },
  complete: { from: ['hosting'], to: 'ended', by: 'clock' },
  redeem: { from: ['hosting'], to: 'ended', by: 'owner' },
} as const satisfies Record<string, { from: readonly HostingStatus[]; to: HostingStatus; by: 'clock' | 'owner' }>
export type HostingStep = keyof typeof hostingTransitions
export const mayHostingStep = (step: HostingStep, status: HostingStatus) =>
  hostingTransitions[step].from.some((from) => from === status)
type Held = Pick<HostingOrder, 'status' | 'rev'>
/** True if the received copy is newer than the one held: what has ended stays ended; otherwise by `rev`. */
export const isHostingAhead = (held: Held, received: Held) =>
  held.status === received.status ? received.rev > held.rev : received.status === 'ended'
/** Where an order is: it runs, its term is over, or it was left early. */
export const hostingEndOf = (order: Pick<HostingOrder, 'status' | 'is_cancel'>) =>
  !isHostingOver(order) ? 'hosting' : order.is_cancel ? 'redeemed' : 'completed'
export const isHostingOver = ({ status }: Pick<HostingOrder, 'status'>) => status === 'ended'

export const productsPerPage = 10
export const finance = {
  products: read({
    method: 'GET',
    path: 'lh/deposit/config',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ page: pg.page }),
    output: z.array(hostingProduct),
    refusals: [],
  }),
  product: read({
    method: 'GET',
    path: 'lh/deposit/product_info',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ id }),
    output: hostingProduct,
    refusals: ['not_found'],
  }),
  report: read({
    method: 'GET',
    path: 'lh/deposit/report',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ total_profit: dec, today_profit: dec, total_deposit: dec, total_order: z.int() }),
    refusals: [],
  }),
  host: change({
    method: 'POST',
    path: 'lh/deposit',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ config_id: id, amount: typedDec }),
    output: hostingOrder,
    refusals: [
      'not_found',
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
  orders: read({
    method: 'GET',
    path: 'lh/deposit/order',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(hostingStatus), is_cancel: z.optional(flag), ...pg }),
    output: z.object({ order_list: z.array(hostingOrder), total: z.int() }),
    refusals: [],
  }),
  redeem: change({
    method: 'POST',
    path: 'lh/deposit/order/cancel',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id, seen_fee: z.optional(dec), expect: z.optional(hostingStatus) }),
    output: hostingOrder,
    refusals: ['not_found', 'state_moved', 'step_refused', 'price_moved'],
  }),
}
export type HostingReport = z.output<(typeof finance)['report']['output']>

export const hostingWhy = z.enum(['placed', 'accrued', 'completed', 'redeemed'])
export type HostingWhy = z.output<typeof hostingWhy>
/** Sent when an order begins, earns, or ends. */
export const hostingChanged = z.object({
  ev: z.literal('finance.changed'),
  v: hostingOrder,
  why: z.optional(hostingWhy),
})

export const financeSpec = spec({ calls: finance, events: [hostingChanged], channels: {} })
