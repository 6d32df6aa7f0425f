import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, time, whole } from '#contract/wire/fields.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { leg, maxLegs, sizing, tif, trailBy, triggerRole, triggerSource } from '#contract/wire/orders.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'
import { orderDeadMan, orders } from './trigger-orders.ts'

export const triggerProduct = z.enum(['spot', 'lever'])
export type TriggerProduct = z.output<typeof triggerProduct>
export const triggerAct = z.enum(['buy', 'sell', 'open_long', 'open_short', 'close'])
export type TriggerAct = z.output<typeof triggerAct>
const statuses = ['dormant', 'armed', 'triggered', 'placed', 'done', 'refused', 'cancelled', 'expired'] as const
/** `dormant`: its parent has not filled. `triggered`: reached. `placed`: its order works. The last four are ends. */
export const triggerStatus = z.enum(statuses)
export type TriggerStatus = z.output<typeof triggerStatus>
/** Which way its price has to be reached. */
export const triggerWhen = z.enum(['above', 'below'])
export type TriggerWhen = z.output<typeof triggerWhen>
/** Why it ended, or what cut it: by hand, by a linked leg, by what it belonged to, by a gap in the price, ... */
export const triggerWhy = z.enum([
  'user',
  'linked',
  'parent',
  'position',
  'liquidated',
  'deadman',
  'gap',
  'too_small',
  'slid',
])
export type TriggerWhy = z.output<typeof triggerWhy>
const parent = z.object({ kind: z.enum(['order', 'position']), id })

/** A trigger, as sent to its owner. Prices and money in the quote coin. */
export const trigger = z.object({
  id,
  product: triggerProduct,
  currency_id: id,
  legal_id: id,
  symbol: z.string(),
  act: triggerAct,
  role: triggerRole,
  status: triggerStatus,
  group_id: z.nullable(id),
  /** The order or position whose fill arms it, or which it closes. */
  parent: z.nullable(parent),
  source: triggerSource,
  /** Null for a trailing trigger, and for a leg that rests as a limit order from the beginning. */
  when: z.nullable(triggerWhen),
  trigger_price: z.nullable(dec),
  /** `extreme` and `trigger_now` as of this copy; they follow from the prices and are not pushed. */
  trail: z.nullable(
    z.object({
      by: trailBy,
      distance: dec,
      activate_price: z.nullable(dec),
      extreme: z.nullable(dec),
      trigger_now: z.nullable(dec),
    }),
  ),
  /** `left` is what it would act on now: base amount, quote amount (`total`) or lots. */
  size: z.object({ by: z.enum(['amount', 'total', 'lots', 'all', 'parent']), wanted: dec, left: dec }),
  /** What it makes when its price is reached. */
  makes: z.object({
    kind: z.enum(['market', 'limit']),
    price: z.nullable(dec),
    tif: z.nullable(tif),
    post_only: flag,
    slippage: z.nullable(dec),
  }),
  multiple: z.nullable(z.int()),
  expires_ms: z.nullable(ms),
  armed_ms: z.nullable(ms),
  fired: z.nullable(z.object({ tick: z.string(), at_ms: ms, price: dec })),
  /**
   * What it has made so far: the newest order, the position, the mean price and the base amount or lots; `net` is what
   * its sales have come to in USDT, after fees and after what the coins had cost on average.
   */
  made: z.nullable(
    z.object({
      order_id: z.nullable(id),
      position_id: z.nullable(id),
      fill_price: z.nullable(dec),
      amount: dec,
      net: z.optional(sdec),
    }),
  ),
  /** What it holds itself; legs of a group share the hold of the group. */
  held: dec,
  held_coin: z.nullable(z.string()),
  why: z.nullable(triggerWhy),
  /** A reason, as text: one that is added later must not make a copy unreadable. */
  refused_for: z.nullable(z.string()),
  has_receipt: flag,
  created_at: time,
  updated_at: time,
  rev: z.int(),
})
export type Trigger = z.output<typeof trigger>

type Step = { from: readonly TriggerStatus[]; to: TriggerStatus | null; by: 'owner' | 'market' }
/**
 * The legal status transitions of a trigger, used by the server and by the client's machine; a test compares the two.
 * Without `to` the status stays.
 */
export const triggerTransitions = {
  arm: { from: ['dormant'], to: 'armed', by: 'market' },
  /** What it protects has become more or less. */
  resize: { from: ['dormant', 'armed', 'triggered', 'placed'], to: null, by: 'market' },
  /** A trailing trigger has reached its activation price. */
  activate: { from: ['armed'], to: 'armed', by: 'market' },
  amend: { from: ['dormant', 'armed'], to: null, by: 'owner' },
  trigger: { from: ['armed'], to: 'triggered', by: 'market' },
  /** A leg without a trigger becomes a resting order. */
  rest: { from: ['armed'], to: 'placed', by: 'market' },
  put: { from: ['triggered'], to: 'placed', by: 'market' },
  /** Its order has traded, or is worked on at the next tick. */
  fill: { from: ['placed'], to: 'placed', by: 'market' },
  finish: { from: ['triggered', 'placed'], to: 'done', by: 'market' },
  refuse: { from: ['triggered'], to: 'refused', by: 'market' },
  cancel: { from: ['dormant', 'armed', 'triggered', 'placed'], to: 'cancelled', by: 'owner' },
  /** What it belonged to is over. */
  drop: { from: ['dormant', 'armed', 'triggered', 'placed'], to: 'cancelled', by: 'market' },
  expire: { from: ['dormant', 'armed', 'triggered', 'placed'], to: 'expired', by: 'market' },
} as const satisfies Record<string, Step>
export type TriggerTransition = keyof typeof triggerTransitions

/** True if the transition is legal from this status; both sides check it before a step. */
export const mayTriggerTransition = (step: TriggerTransition, status: TriggerStatus) =>
  triggerTransitions[step].from.some((from) => from === status)
/** Order of the statuses: transitions never lead to a lower rank. */
export const triggerRank = {
  dormant: 0,
  armed: 1,
  triggered: 2,
  placed: 3,
  done: 4,
  refused: 4,
  cancelled: 4,
  expired: 4,
} as const satisfies Record<TriggerStatus, number>
/**
 * True if the received copy is newer than the one held: by rank, then by `rev`, whether it came by call or by socket.
 */
export const isTriggerAhead = (held: Trigger, received: Trigger) => {
  const ahead = triggerRank[received.status] - triggerRank[held.status]
  return ahead === 0 ? received.rev > held.rev : ahead > 0
}
/** True if the trigger has ended, so that no transition is possible. */
export const isTriggerOver = ({ status }: Pick<Trigger, 'status'>) => triggerRank[status] === triggerRank.done
/** True if it takes risk away: such triggers act before liquidations, all others after them. */
export const isProtective = ({ act }: Pick<Trigger, 'act'>) => act === 'sell' || act === 'close'

/** How many live triggers an account may have in a market, in all, and on one position. */
export const maxTriggers = { market: 100, account: 500, position: 20 } as const

const level = z.tuple([dec, dec])
/** Everything a firing was decided on, enough to work it out again; a part that does not apply is null. */
export const triggerReceipt = z.object({
  id,
  rule: z.string(),
  product: triggerProduct,
  m: z.string(),
  scale: z.int(),
  act: triggerAct,
  role: triggerRole,
  source: triggerSource,
  when: triggerWhen,
  tick: z.string(),
  at_ms: ms,
  /** From when on ticks counted. */
  armed_ms: ms,
  index: dec,
  premium: z.nullable(sdec),
  mark: dec,
  /** Lowest and highest trade since the tick before, and the last one; of `last` alone. */
  low: z.nullable(dec),
  high: z.nullable(dec),
  last: z.nullable(dec),
  trail: z.nullable(z.object({ by: trailBy, distance: dec, extreme: dec })),
  trigger: dec,
  /** The price that reached it, and how far beyond it that was. */
  price: dec,
  gap: dec,
  /** What was wanted, what there was when it acted, and what it acted on. */
  wanted: dec,
  left: dec,
  acted: dec,
  /** When it acted, the levels of the book that were needed, its bound there, and what came of it. */
  put_ms: ms,
  book: z.array(level),
  worst: z.nullable(dec),
  filled: dec,
  fill_price: z.nullable(dec),
  /** Linked legs, with what they would have acted on before and after. */
  siblings: z.array(z.object({ id, before: dec, after: dec })),
  /** SHA-256 of all fields above, as text by `triggerReceiptText`. */
  digest: z.string(),
})
export type TriggerReceipt = z.output<typeof triggerReceipt>

const coins = { legal_id: id, currency_id: id }
const target = { id, expect: z.optional(triggerStatus) }
const moved = ['not_found', 'state_moved', 'step_refused'] as const
const terms = [
  'quantity_required',
  'lots_required',
  'lots_out_of_range',
  ...sizing,
  'stop_wrong_side',
  'expiry_bad',
  'legs_over',
  'trigger_required',
  'trigger_beyond',
  'distance_range',
  'source_unknown',
  'would_take',
] as const

export const triggers = {
  /** An addition. All legs are placed, or none. */
  place: change({
    description:
      'Addition. Place triggers: one alone, several of which one cancels another (OCO), or an entry with what ' +
      'protects it (bracket). Protective ones of a contract name it as their parent.',
    method: 'POST',
    path: 'trigger/place',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({
      product: triggerProduct,
      ...coins,
      act: triggerAct,
      legs: z.array(leg).check(z.minLength(1), z.maxLength(maxLegs)),
      parent: z.optional(z.strictObject({ kind: z.enum(['order', 'position']), id })),
      multiple: z.optional(z.union([z.literal(''), whole])),
    }),
    output: z.object({ group_id: z.nullable(id), triggers: z.array(trigger) }),
    refusals: [
      'not_found',
      'leg_wrong_side',
      'too_many_open',
      'market_closed',
      'trade_locked',
      'multiple_unknown',
      'stop_disabled',
      'limit_disabled',
      ...terms,
    ],
  }),
  /** An addition. What is left out stays as it is; the trigger is there at every moment. */
  amend: change({
    description: 'Addition. Change prices, size, distance, slippage or end of a trigger that has not fired.',
    method: 'POST',
    path: 'trigger/amend',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({
      ...target,
      trigger_price: typedDec,
      price: typedDec,
      amount: typedDec,
      total: typedDec,
      share: z.optional(z.union([z.literal(''), whole])),
      distance: typedDec,
      slippage: typedDec,
      expires_ms: z.optional(ms),
    }),
    output: trigger,
    refusals: ['state_moved', 'step_refused', 'not_found', 'market_closed', ...terms],
  }),
  /** An addition. */
  cancel: change({
    description: 'Addition. Cancel a trigger; with `whole` also all that are linked with it.',
    method: 'POST',
    path: 'trigger/cancel',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({ ...target, whole: z.optional(flag) }),
    output: trigger,
    refusals: moved,
  }),
  /** An addition. The caller's triggers, newest first. */
  list: read({
    description: 'Addition. List the own triggers, newest first.',
    method: 'GET',
    path: 'trigger/list',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      product: z.optional(triggerProduct),
      currency_id: z.optional(id),
      legal_id: z.optional(id),
      status: z.optional(z.enum(['live', ...statuses])),
      group_id: z.optional(id),
      /** The time of placing in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: paginated(trigger),
    refusals: [],
  }),
  /** An addition. */
  receipt: read({
    description: 'Addition. Read what a trigger was fired on, enough to work it out again.',
    method: 'GET',
    path: 'trigger/receipt',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ id }),
    output: triggerReceipt,
    refusals: ['not_found'],
  }),
}

/** An addition. Sent when a trigger has changed; ratchets of trailing triggers are not, they follow from the prices. */
export const triggerChanged = z.object({
  ev: z.literal('trigger.changed'),
  v: trigger,
  why: z.optional(
    z.enum([
      'placed',
      'armed',
      'activated',
      'amended',
      'resized',
      'triggered',
      'made',
      'waiting',
      'done',
      'refused',
      'cancelled',
      'expired',
    ]),
  ),
})

export const triggerSpec = spec({
  about: 'Orders that wait for a price: stops, targets, trailing stops, and what links them.',
  calls: { ...triggers, ...orders },
  events: [triggerChanged, orderDeadMan],
  channels: {},
})
