import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { id, ms, time, whole } from '#contract/wire/fields.ts'
import { deal } from '#contract/market/market.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { coded } from '#contract/wire/coded.ts'
import { endedWhy, selfTrade, sizing, stops, tif } from '#contract/wire/orders.ts'
import { spec } from '#contract/wire/spec.ts'

export const spotSide = coded(z.enum(['buy', 'sell']), { buy: 1, sell: 2 })
export type SpotSide = z.output<typeof spotSide>
export const spotStatus = coded(z.enum(['waiting', 'completed', 'cancelled']), {
  waiting: 1,
  completed: 2,
  cancelled: 3,
})
export type SpotStatus = z.output<typeof spotStatus>
export const spotKind = z.enum(['limit', 'market', 'ioc', 'post_only'])
export type SpotKind = z.output<typeof spotKind>
/** What an order is called by its owner: a name to find it by, which keeps no second one from being placed. */
export const spotClientId = z.string().check(z.regex(/^[\w.:-]{1,36}$/))
/** A spot order, as sent to its owner. A `waiting` order may be partly filled; the filled amount never decreases. */
export const spotOrder = z.object({
  id,
  u_id: id,
  currency_id: id,
  legal_id: id,
  symbol: z.string(),
  type: spotSide,
  /** Limit price; `0` for a market order. */
  target_price: dec,
  /** Base amount of the order; `0` for a market buy by total. */
  trade_amount: dec,
  filled_amount: dec,
  filled_total: dec,
  /** Mean price of the fills. */
  trade_price: z.nullable(dec),
  kind: spotKind,
  /** Fee as a fraction, fixed when the order was submitted. */
  charge_fee: dec,
  /** Fee paid so far, in the asset received. */
  fee: dec,
  /** Amount still held: quote for a buy, base for a sell. */
  frozen: dec,
  status: spotStatus,
  cancel_reason: z.nullable(z.enum(['user', 'market', 'unfilled'])),
  created_at: time,
  updated_at: time,
  rev: z.int(),
  /** Additions, each left out where it says nothing. `group_id`: it is a leg of this group, or the entry of one. */
  trigger_id: z.optional(id),
  group_id: z.optional(id),
  tif: z.optional(tif),
  expires_ms: z.optional(ms),
  /** The order that an amend with an amount has replaced by this one. */
  amended_from: z.optional(id),
  ended_why: z.optional(endedWhy),
  client_id: z.optional(spotClientId),
  created_ms: z.optional(ms),
  updated_ms: z.optional(ms),
})
export type SpotOrder = z.output<typeof spotOrder>

/**
 * The legal status transitions of an order, used by the server and by the client's machine; a test compares the two.
 */
export const spotTransitions = {
  fill: { from: ['waiting'], to: 'waiting', by: 'market' },
  complete: { from: ['waiting'], to: 'completed', by: 'market' },
  cancel: { from: ['waiting'], to: 'cancelled', by: 'owner' },
  expire: { from: ['waiting'], to: 'cancelled', by: 'market' },
} as const satisfies Record<string, { from: readonly SpotStatus[]; to: SpotStatus; by: 'owner' | 'market' }>

/** True if the transition is legal from this status; both sides check it before a step. */
export const maySpotTransition = (step: keyof typeof spotTransitions, status: SpotStatus) =>
  spotTransitions[step].from.some((from) => from === status)
/** Order of the statuses: transitions never lead to a lower rank. */
export const spotRank = { waiting: 0, completed: 1, cancelled: 1 } as const satisfies Record<SpotStatus, number>

/**
 * True if the received copy is newer than the one held: by rank, then by `rev`, whether it came by call or by socket.
 */
export const isSpotOrderAhead = (held: SpotOrder, received: SpotOrder) => {
  const ahead = spotRank[received.status] - spotRank[held.status]
  return ahead === 0 ? received.rev > held.rev : ahead > 0
}
/** True if the order is completed or cancelled, so that no transition is possible. */
export const isSpotOrderOver = ({ status }: Pick<SpotOrder, 'status'>) => status !== 'waiting'

/**
 * An own order that rests in the book: its place in the queue of its price, from 1, and the base amount before it
 * there.
 */
export const spotQueued = z.object({ id, place: z.int().check(z.minimum(1)), ahead: dec })
export type SpotQueued = z.output<typeof spotQueued>

/** Whether an order rested in the book when it traded, or came to trade with one that did. */
export const fillRole = z.enum(['maker', 'taker'])
export type FillRole = z.output<typeof fillRole>
/** One trade of an own order. The fee is in the coin received, `fee_name`. */
export const spotFill = z.object({
  id,
  order_id: id,
  currency_id: id,
  legal_id: id,
  symbol: z.string(),
  type: spotSide,
  role: fillRole,
  price: dec,
  amount: dec,
  total: dec,
  fee: dec,
  fee_name: z.string(),
  at: time,
  at_ms: z.optional(ms),
})
export type SpotFill = z.output<typeof spotFill>

const target = { id, expect: z.optional(spotStatus) }
const placeRefusals = [
  'would_take',
  'no_liquidity',
  'quantity_required',
  ...sizing,
  'market_closed',
  'trade_locked',
  'not_found',
  'too_many_open',
  'expiry_bad',
] as const
const cancelCall = {
  who: 'in',
  scope: 'trade',
  isCapped: true,
  wrap: 'said',
  input: z.strictObject(target),
  output: spotOrder,
  refusals: ['not_found', 'state_moved', 'step_refused'],
} as const

export const spot = {
  submit: change({
    description: 'Place a spot order: limit, market, immediate-or-cancel or post-only.',
    method: 'POST',
    path: 'coin/trade',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({
      legal_id: id,
      currency_id: id,
      type: spotSide,
      amount: typedDec,
      target_price: typedDec,
      kind: z.optional(spotKind),
      total: typedDec,
      slippage: typedDec,
      /** Additions. `fok` is an `ioc` that fills whole or not at all; an instant makes a limit good till then. */
      tif: z.optional(tif),
      expires_ms: z.optional(ms),
      stp: z.optional(selfTrade),
      /** An addition. What protects a buy once it fills: a stop and targets on one quantity, as a bracket. */
      stops: z.optional(stops),
      client_id: z.optional(spotClientId),
    }),
    output: spotOrder,
    refusals: [
      ...placeRefusals,
      'key_cap',
      'legs_over',
      'leg_wrong_side',
      'stop_wrong_side',
      'trigger_required',
      'distance_range',
      'source_unknown',
    ],
  }),
  cancel: change({
    description: 'Cancel what is left of a spot order.',
    ...cancelCall,
    method: 'POST',
    path: 'coin/cancel',
  }),
  cancelByPut: change({
    description: 'Cancel a spot order; the older form of the same call.',
    ...cancelCall,
    method: 'PUT',
    path: 'coin/trade',
  }),
  /**
   * An addition. Moves a resting order to another price: it is cancelled, and what is left of it is placed there as a
   * new order of the same kind, both or neither. At the price that it has it stays as it is. With an amount, which
   * counts what is filled, it becomes larger in the same way, and smaller at its price without losing its place.
   */
  amend: change({
    description:
      'Move a resting spot order to another price: what is left of it becomes a new order at the end ' +
      'of the queue there, or nothing happens at all. Made smaller at its price it keeps its place.',
    method: 'POST',
    path: 'coin/amend',
    who: 'in',
    scope: 'trade',
    isCapped: true,
    wrap: 'said',
    input: z.strictObject({ ...target, target_price: typedDec, amount: typedDec }),
    output: spotOrder,
    refusals: ['state_moved', 'step_refused', 'legs_over', 'key_cap', ...placeRefusals],
  }),
  list: read({
    description: 'List the own spot orders, newest first.',
    method: 'GET',
    path: 'coin/list',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      currency_id: z.optional(id),
      legal_id: z.optional(id),
      status: z.optional(spotStatus),
      page: z.optional(whole.check(z.minimum(1))),
      limit: z.optional(whole.check(z.minimum(1), z.maximum(50))),
      /** An addition. The time of the order in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
    }),
    output: z.array(spotOrder),
    refusals: [],
  }),
  /** An addition. The caller's own trades, newest first. */
  fills: read({
    description: 'List the own trades, newest first.',
    method: 'GET',
    path: 'coin/fills',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      currency_id: z.optional(id),
      legal_id: z.optional(id),
      type: z.optional(spotSide),
      role: z.optional(fillRole),
      /** An addition. The time of the trade in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: paginated(spotFill),
    refusals: [],
  }),
  /** An addition. Where each of the caller's resting orders of one pair stands in its queue. */
  queue: read({
    description: 'Read where each own resting order of a pair stands in its queue.',
    method: 'GET',
    path: 'coin/queue',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ currency_id: id, legal_id: id }),
    output: z.array(spotQueued),
    refusals: ['not_found'],
  }),
}
export const spotListLimit = 20

export const spotOrderChanged = z.object({
  ev: z.literal('spot.orderChanged'),
  v: spotOrder,
  why: z.optional(z.enum(['placed', 'filled', 'cancelled'])),
})
export const spotFilled = z.object({
  ev: z.literal('spot.filled'),
  v: z.object({ order_id: id, deal, fee: dec }),
  why: z.optional(z.string()),
})

export const spotSpec = spec({
  about: 'Spot orders.',
  calls: spot,
  events: [spotOrderChanged, spotFilled],
  channels: {},
})
