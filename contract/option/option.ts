import * as z from 'zod/mini'
import { channel, replaceSame } from '#contract/wire/channels.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, time, whole } from '#contract/wire/fields.ts'
import { currency } from '#contract/market/market.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { coded } from '#contract/wire/coded.ts'
import { spec } from '#contract/wire/spec.ts'

export const optionType = coded(z.enum(['call', 'put', 'even']), { call: 1, put: 2, even: 3 })
export type OptionType = z.output<typeof optionType>
export const optionStatus = coded(z.enum(['open', 'closing', 'closed']), { open: 1, closing: 2, closed: 3 })
export type OptionStatus = z.output<typeof optionStatus>
export const profitResult = coded(z.enum(['loss', 'draw', 'win']), { loss: -1, draw: 0, win: 1 })
export type ProfitResult = z.output<typeof profitResult>
export const roundPhase = z.enum(['scheduled', 'open', 'locked', 'settling', 'settled', 'void'])
export type RoundPhase = z.output<typeof roundPhase>
/** `stale`: the last tick was too old. `gap`: too few ticks came. */
export const roundVoid = z.enum(['stale', 'gap'])
export type RoundVoid = z.output<typeof roundVoid>
/** `no_entry`: no tick came in time after the order was accepted. */
export const orderVoid = z.enum(['stale', 'gap', 'no_entry'])
export type OrderVoid = z.output<typeof orderVoid>

/** One length of rounds, with its payout ratios in percent and its stake limits. */
export const optionPeriod = z.object({
  id,
  seconds: z.int(),
  status: flag,
  profit_ratio: dec,
  even_ratio: dec,
  min_num: dec,
  /** `0` is no maximum. */
  max_num: dec,
  /** Purchases end this long before the close. */
  lock_seconds: z.int(),
  name: z.string(),
  created_at: time,
  updated_at: time,
})
export type OptionPeriod = z.output<typeof optionPeriod>

/** One numbered round of a market. Until it is settled, its phase follows from the server's clock. */
export const round = z.object({
  id: sid,
  no: z.int(),
  match_id: id,
  symbol: z.string(),
  seconds: z.int(),
  phase: roundPhase,
  open_ms: ms,
  lock_ms: ms,
  close_ms: ms,
  delivery_price: z.nullable(dec),
  delivery_tick: z.nullable(sid),
  void_reason: z.nullable(roundVoid),
  rev: z.int(),
})
export type Round = z.output<typeof round>

/** An entry price with its tick and time, or a delivery price with the last tick it is made of. */
export const fixing = z.object({ price: dec, tick_id: sid, at_ms: ms })
export type Fixing = z.output<typeof fixing>
export const optionOutcome = z.enum(['call', 'put', 'even', 'void'])
export type OptionOutcome = z.output<typeof optionOutcome>

/** The data an order was settled on, enough to recompute its result. Only a void order may lack a price. */
export const receipt = z.object({
  order_id: id,
  round_id: sid,
  round_no: z.int(),
  source: z.string(),
  scale: z.int(),
  entry: z.nullable(fixing),
  delivery: z.nullable(fixing),
  /** Percentage of the round's seconds with a tick. */
  coverage: dec,
  /** Version of the settlement rules. */
  rule: z.string(),
  outcome: optionOutcome,
  payout: dec,
  /** The one-second values whose mean is the delivery; only when a single order is requested. */
  values: z.optional(z.array(z.tuple([ms, dec, sid]))),
  /** SHA-256 of all fields above, as text by `receiptText`. */
  digest: z.string(),
  /** Ticks from entry to delivery, at most `maxPath`; only when a single order is requested. */
  path: z.optional(z.array(z.tuple([ms, dec, sid]))),
})
export type Receipt = z.output<typeof receipt>

/** A stake on one round, as sent to its owner. */
export const optionOrder = z.object({
  id,
  show_micro_id: id,
  user_id: id,
  match_id: id,
  symbol_name: z.string(),
  /** The coin of the stake. */
  currency_id: id,
  currency_name: z.string(),
  type: optionType,
  type_name: z.string(),
  seconds: z.int(),
  number: dec,
  fee: dec,
  profit_ratio: dec,
  open_price: z.nullable(dec),
  end_price: z.nullable(dec),
  round_id: sid,
  round_no: z.int(),
  close_ms: ms,
  handled_at: time,
  remain_milli_seconds: z.int(),
  status: optionStatus,
  status_name: z.string(),
  profit_result: z.nullable(profitResult),
  profit_result_name: z.string(),
  /** Profit or loss, without the fee. */
  fact_profits: sdec,
  void_reason: z.nullable(orderVoid),
  receipt: z.nullable(receipt),
  created_at: time,
  updated_at: time,
  complete_at: z.nullable(time),
  rev: z.int(),
})
export type OptionOrder = z.output<typeof optionOrder>

/** The legal phase transitions of a round. They are caused by the clock and by settlement, never by a user. */
export const roundTransitions = {
  open: { from: ['scheduled'], to: 'open' },
  lock: { from: ['open'], to: 'locked' },
  close: { from: ['locked'], to: 'settling' },
  settle: { from: ['settling'], to: 'settled' },
  void: { from: ['settling'], to: 'void' },
} as const satisfies Record<string, { from: readonly RoundPhase[]; to: RoundPhase }>
/** The legal status transitions of an order; `fix` sets its entry price. */
export const optionTransitions = {
  fix: { from: ['open'], to: 'open' },
  close: { from: ['open'], to: 'closing' },
  settle: { from: ['open', 'closing'], to: 'closed' },
  void: { from: ['open', 'closing'], to: 'closed' },
} as const satisfies Record<string, { from: readonly OptionStatus[]; to: OptionStatus }>
export type OptionTransition = keyof typeof optionTransitions
export const mayOptionTransition = (step: OptionTransition, status: OptionStatus) =>
  optionTransitions[step].from.some((from) => from === status)
/** Order of the statuses: transitions never lead to a lower rank. */
export const optionRank = { open: 1, closing: 2, closed: 3 } as const satisfies Record<OptionStatus, number>
/** True if the order is closed, so that no transition is possible. */
export const isOptionOrderOver = ({ status }: Pick<OptionOrder, 'status'>) => status === 'closed'
/**
 * True if the received copy is newer than the one held: by rank, then by `rev`, whether it came by call or by socket.
 * An order becomes `closing` by the clock alone, without a new `rev`. A closed order never changes, so an equally
 * closed copy is not newer.
 */
export const isOptionOrderAhead = (held: OptionOrder, received: OptionOrder) => {
  const ahead = optionRank[received.status] - optionRank[held.status]
  return ahead === 0 ? !isOptionOrderOver(held) && received.rev > held.rev : ahead > 0
}
/** Order of the phases: transitions never lead to a lower rank. It is also the `rev` of a round. */
export const roundRank = {
  scheduled: 1,
  open: 2,
  locked: 3,
  settling: 4,
  settled: 5,
  void: 5,
} as const satisfies Record<RoundPhase, number>
/** True if the received copy of a round is newer than the one held: by rank, then by `rev`. */
export const isRoundAhead = (held: Round, received: Round) => {
  const ahead = roundRank[received.phase] - roundRank[held.phase]
  return ahead === 0 ? received.rev > held.rev : ahead > 0
}

const coins = z.extend(currency, {
  /** Stakes to choose from. */
  micro_numbers: z.array(z.object({ id, currency_id: id, number: dec, currency_name: z.string() })),
  insurance_types: z.array(z.unknown()),
  user_wallet: z.object({ micro_balance: dec, micro_with_insurance: dec, lock_micro_balance: dec, seq: whole }),
  user_insurance: z.null(),
})
export type StakeCoin = z.output<typeof coins>
const seconds = z.optional(whole)

export const option = {
  stakeCoins: read({
    description: 'List the coins in which a round can be staked, with the free balance.',
    method: 'GET',
    path: 'microtrade/payable_currencies',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(coins),
    refusals: [],
  }),
  periods: read({
    description: 'List the lengths of rounds, with their payout and bounds.',
    method: 'GET',
    path: 'microtrade/seconds',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ match_id: z.optional(id) }),
    output: z.array(optionPeriod),
    refusals: ['not_found'],
  }),
  submit: change({
    description: 'Stake an amount on a round.',
    method: 'POST',
    path: 'microtrade/submit',
    who: 'k1',
    scope: 'trade',
    wrap: 'plain',
    input: z.strictObject({
      match_id: id,
      currency_id: id,
      type: optionType,
      seconds: z.optional(z.union([z.literal(''), whole])),
      number: typedDec,
      /** The round and the ratio that were shown; refused if they have changed. */
      round_no: z.optional(whole),
      profit_ratio: z.optional(dec),
      lang: z.optional(z.string().check(z.maxLength(20))),
    }),
    output: optionOrder,
    refusals: [
      'not_found',
      'period_required',
      'amount_required',
      'amount_below_min',
      'amount_above_max',
      'round_closed',
      'ratio_moved',
      'too_many_open',
      'exposure_full',
      'insufficient_balance',
      'feed_stale',
      'market_closed',
      'trade_locked',
      'market_fast',
      'market_arming',
      'market_still',
    ],
  }),
  list: read({
    description: 'List the own option orders and the rounds of a market.',
    method: 'GET',
    path: 'microtrade/lists',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      match_id: z.optional(id),
      currency_id: z.optional(id),
      seconds,
      status: z.optional(optionStatus),
      round_no: z.optional(whole),
      id: z.optional(id),
      /** An addition. The time of the stake in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: z.extend(paginated(optionOrder), {
      /**
       * With a market and a length: the past, current and next rounds (`roundsShown`). With a market only: the current
       * round of each length.
       */
      rounds: z.array(round),
      server_now_ms: ms,
    }),
    refusals: ['not_found'],
  }),
  /**
   * An addition: the index ticks that are still kept, oldest first, so that who comes in mid-round need not guess what
   * was before.
   */
  ticks: read({
    description: 'Read the latest index prices of a market, which rounds begin and end on.',
    method: 'GET',
    path: 'microtrade/ticks',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ match_id: id }),
    output: z.object({ ticks: z.array(z.tuple([ms, dec])), server_now_ms: ms }),
    refusals: ['not_found'],
  }),
}

/** Sent when an order was accepted, got its entry price, or was voided and refunded. */
export const optionChanged = z.object({
  ev: z.literal('option.orderChanged'),
  v: optionOrder,
  why: z.optional(z.enum(['accepted', 'entry', 'void'])),
})
/** Sent when an order was settled; it includes the receipt. */
export const optionSettled = z.object({ ev: z.literal('option.settled'), v: optionOrder, why: z.optional(z.string()) })

/**
 * Channels `round:<market>:<seconds>`: the shown rounds of one market and length, with a delta for every change of
 * phase.
 */
export const rounds = channel({
  parts: ['market', 'seconds'],
  class: 'state',
  snap: z.object({ rounds: z.array(round), server_now_ms: z.int() }),
  delta: z.object({ round, server_now_ms: z.int() }),
  merge: replaceSame('round', 'id'),
})
export const optionSpec = spec({
  about: 'Stakes on numbered rounds.',
  calls: option,
  events: [optionChanged, optionSettled],
  channels: { round: rounds },
})

/** With a last tick older than this, no order is accepted and no round is settled. */
export const tickLifeMs = 2000
/** An order without an entry price is voided this long after the entry delay. */
export const entryMs = 2000
/** Minimum percentage of a round's seconds with a tick. */
export const minCoverage = 95
export const maxPath = 200
/** Largest number of ticks in one answer; a longer list is thinned evenly. */
export const maxTicks = 600
/** With more time than this between two ticks, the index in between is unknown. */
export const tickGapMs = 3000
/** How many past and how many future rounds are shown. */
export const roundsShown = { past: 10, next: 2 } as const
