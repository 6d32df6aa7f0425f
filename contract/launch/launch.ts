import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { coded } from '#contract/wire/coded.ts'
import { flag, id, ms, time, whole } from '#contract/wire/fields.ts'
import { dec, divDown, divUp, SCALE, typedDec } from '#contract/wire/money.ts'
import { pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

export const launchPhase = z.enum(['upcoming', 'subscribing', 'sold_out', 'ended', 'launched'])
/** `ended`: the time to subscribe is over and the coin is not launched yet. */
export type LaunchPhase = z.output<typeof launchPhase>
export const launchStatus = coded(z.enum(['subscribing', 'redemption', 'completed']), {
  subscribing: 1,
  redemption: 2,
  completed: 3,
})
export const launchExam = coded(z.enum(['passed', 'rejected', 'underReview']), {
  passed: 1,
  rejected: 2,
  underReview: 3,
})
export type LaunchExam = z.output<typeof launchExam>

const payCurrency = z.object({ currency_id: id, currency_name: z.string(), change_rate: dec })
/** A new coin that can be subscribed to: prices in the pay coins, quantities in new coins. */
export const launchProduct = z.object({
  id,
  new_currency_name: z.string(),
  logo: z.string(),
  introduction: z.string(),
  currency_id: id,
  currency_name: z.string(),
  change_rate: dec,
  pay_currencies: z.array(payCurrency),
  num: dec,
  last_num: dec,
  buy_num: dec,
  buy_max: dec,
  send_start: time,
  send_end: time,
  online_time: time,
  start_ms: ms,
  end_ms: ms,
  online_ms: ms,
  day: z.int(),
  interest_rate: dec,
  predict_rate: dec,
  phase: launchPhase,
  is_recommend: flag,
  recommend_title: z.string(),
  recommend_content: z.string(),
  created_at: time,
  server_now_ms: ms,
})
export type LaunchProduct = z.output<typeof launchProduct>
/** A subscription: the money is held until the review; the coins come when the lock-up is over. */
export const launchOrder = z.object({
  id,
  user_id: id,
  config_id: id,
  new_currency_name: z.string(),
  currency_id: id,
  currency_name: z.string(),
  amount: dec,
  new_currency_num: dec,
  change_rate: dec,
  interest: dec,
  original_interest: dec,
  interest_rate: dec,
  day: z.int(),
  status: launchStatus,
  exam_status: launchExam,
  reject_reason: z.nullable(z.string()),
  online_time: time,
  unlock_ms: z.nullable(ms),
  created_at: time,
  updated_at: time,
  rev: z.int(),
})
export type LaunchOrder = z.output<typeof launchOrder>

/** Where a subscription stands, from both of its statuses. */
export type LaunchStage = 'underReview' | 'rejected' | 'subscribing' | 'redemption' | 'completed'
export const launchStageOf = ({ status, exam_status }: Pick<LaunchOrder, 'status' | 'exam_status'>): LaunchStage =>
  exam_status === 'rejected'
    ? 'rejected'
    : status !== 'subscribing'
      ? status
      : exam_status === 'underReview'
        ? 'underReview'
        : 'subscribing'
/** The legal changes of a subscription: all by the server. */
export const launchTransitions = {
  pass: { from: ['underReview'], to: 'subscribing' },
  reject: { from: ['underReview'], to: 'rejected' },
  launch: { from: ['subscribing'], to: 'redemption' },
  unlock: { from: ['redemption'], to: 'completed' },
} as const satisfies Record<string, { from: readonly LaunchStage[]; to: LaunchStage }>
export type LaunchTransition = keyof typeof launchTransitions
export const mayLaunchTransition = (step: LaunchTransition, stage: LaunchStage) =>
  launchTransitions[step].from.some((from) => from === stage)

/** Decimals of a quantity of new coins. */
export const launchScale = 4
const one = 10n ** BigInt(SCALE)
const coinStep = 10n ** BigInt(SCALE - launchScale)
/** What an amount buys at a price, cut to four decimals; units of 10^-8. */
export const coinsFor = (amount: bigint, price: bigint) => divDown(amount * one, price * coinStep) * coinStep
/** The least amount that buys so many coins, as fine as the pay coin. */
export const costOf = (coins: bigint, price: bigint, payScale: number) => {
  const step = 10n ** BigInt(SCALE - payScale)
  return divUp(coins * price, one * step) * step
}
/** Where a product stands at an instant; a product with nothing left is sold out until it is launched. */
export const launchPhaseAt = (
  { start_ms, end_ms, online_ms }: Pick<LaunchProduct, 'start_ms' | 'end_ms' | 'online_ms'>,
  isSoldOut: boolean,
  now: number,
): LaunchPhase =>
  now >= online_ms
    ? 'launched'
    : now < start_ms
      ? 'upcoming'
      : isSoldOut
        ? 'sold_out'
        : now < end_ms
          ? 'subscribing'
          : 'ended'

export const launch = {
  products: read({
    description: 'List the new coins, of one phase or of all.',
    method: 'GET',
    path: 'lh/send/config',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ page: z.optional(whole.check(z.minimum(1))), phase: z.optional(launchPhase) }),
    output: z.array(launchProduct),
    refusals: [],
  }),
  product: read({
    description: 'Read one new coin with its terms and dates.',
    method: 'GET',
    path: 'lh/send/product_info',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ id }),
    output: launchProduct,
    refusals: ['not_found'],
  }),
  recommended: read({
    description: 'Read the recommended new coin; an empty object when there is none.',
    method: 'GET',
    path: 'lh/send/get_recommend',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.union([launchProduct, z.strictObject({})]),
    refusals: [],
  }),
  subscribe: change({
    description: 'Subscribe to a new coin; the payment is held until the review.',
    method: 'POST',
    path: 'lh/send/order',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ config_id: id, amount: typedDec, currency_id: z.optional(id) }),
    output: launchOrder,
    refusals: [
      'not_found',
      'amount_required',
      'amount_step',
      'amount_below_min',
      'amount_above_max',
      'launch_not_started',
      'launch_ended',
      'sold_out',
      'way_unknown',
      'insufficient_balance',
      'trade_locked',
      'market_closed',
    ],
  }),
  orders: read({
    description: "List the caller's subscriptions.",
    method: 'GET',
    path: 'lh/send/order_list',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(launchStatus), ...pg }),
    output: z.object({ order_list: z.array(launchOrder), total: z.int(), total_interest: dec }),
    refusals: [],
  }),
}

/** Sent when a subscription is placed, reviewed, launched or completed. */
export const launchWhy = z.enum(['placed', 'passed', 'rejected', 'launched', 'completed'])
export type LaunchWhy = z.output<typeof launchWhy>
export const launchChanged = z.object({ ev: z.literal('launch.changed'), v: launchOrder, why: z.optional(launchWhy) })

export const launchSpec = spec({
  about: 'Subscriptions to new coins.',
  calls: launch,
  events: [launchChanged],
  channels: {},
})
