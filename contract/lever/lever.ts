import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, time, whole } from '#contract/wire/fields.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { coded } from '#contract/wire/coded.ts'
import { endedWhy, leg, maxLegs, tif } from '#contract/wire/orders.ts'
import { spec } from '#contract/wire/spec.ts'

export const leverSide = coded(z.enum(['long', 'short']), { long: 1, short: 2 })
export type LeverSide = z.output<typeof leverSide>
export const leverEntry = coded(z.enum(['market', 'limit']), { market: 1, limit: 0 })
export type LeverEntry = z.output<typeof leverEntry>

const statusCodes = { pending: 0, trading: 1, closing: 2, closed: 3, cancelled: 4 } as const
export const positionStatus = coded(z.enum(['pending', 'trading', 'closing', 'closed', 'cancelled']), statusCodes)
export type PositionStatus = z.output<typeof positionStatus>
export const closeReason = z.enum(['user', 'take_profit', 'stop_loss', 'liquidated'])
export type CloseReason = z.output<typeof closeReason>
export const leverAct = z.enum(['open', 'close'])
export type LeverAct = z.output<typeof leverAct>
export const leverRole = z.enum(['maker', 'taker'])
export type LeverRole = z.output<typeof leverRole>

/** A leveraged position, as sent to its owner. Money in the quote coin; unrealised profit is as of `update_price`. */
export const position = z.object({
  id,
  show_lever_id: id,
  type: leverSide,
  type_name: z.string(),
  user_id: id,
  /** Base and quote coin. */
  currency: id,
  legal: id,
  symbol: z.string(),
  /** Mark price when it was opened; the limit price of a pending entry. */
  origin_price: dec,
  /** Opening price, with the spread against the owner; the limit price of a pending entry. */
  price: dec,
  /** Current mark price; the closing price of a closed position. */
  update_price: dec,
  close_price: z.nullable(dec),
  /** Stop prices; `0` is none. */
  target_profit_price: dec,
  stop_loss_price: dec,
  liquidation_price: z.nullable(dec),
  /** Lots, and their base amount. */
  share: z.int(),
  number: dec,
  multiple: z.int(),
  /** Margin when opened, and what is left of it. */
  origin_caution_money: dec,
  caution_money: dec,
  /** `profits` is unrealised while trading and realised afterwards; `fact_profits` is realised. */
  profits: sdec,
  fact_profits: sdec,
  trade_fee: dec,
  /** Overnight charge in percent per platform day, and the amount charged so far. */
  overnight: dec,
  overnight_money: dec,
  /** What a shared loss has taken from the profit; `0` is nothing. */
  haircut: dec,
  /** True if a receipt of a stop or liquidation can be asked for. */
  has_receipt: flag,
  /** Hazard rate of the whole account in this quote coin, in percent. */
  hazard_rate: dec,
  close_reason: z.nullable(closeReason),
  status: positionStatus,
  status_name: z.string(),
  create_time: time,
  transaction_time: z.nullable(time),
  update_time: time,
  handle_time: z.nullable(time),
  complete_time: z.nullable(time),
  rev: z.int(),
  /** An addition. The position that this one was split from when a part of it was closed; `null` for all others. */
  part_of: z.optional(z.nullable(id)),
  /**
   * An addition. What the mark ran ahead in the first seconds after the opening and after the closing, which has moved
   * `price` and `close_price`; left out if nothing.
   */
  lead: z.optional(dec),
  /**
   * An addition. Until when, in epoch milliseconds, the closing price and the result may still follow the mark; left out
   * once they are final.
   */
  settles_ms: z.optional(ms),
  /** Additions. How many triggers close it beside the pair of stops above, until when an entry waits, what ended it. */
  triggers: z.optional(z.int()),
  expires_ms: z.optional(ms),
  ended_why: z.optional(endedWhy),
})
export type Position = z.output<typeof position>

/** One mark that was decided on, with what it was made of; `premium` is missing if the book had no part in it. */
const markTaken = z.object({
  m: z.string(),
  scale: z.int(),
  tick: z.string(),
  at_ms: ms,
  index: dec,
  premium: z.nullable(sdec),
  mark: dec,
  sources: z.int(),
})
/** One position of the account, as it stood before; `why` is null if it stayed open. */
const legTaken = z.object({
  id,
  m: z.string(),
  side: leverSide,
  price: dec,
  number: dec,
  margin: dec,
  take_profit: dec,
  stop_loss: dec,
  stops_ms: ms,
  opened_ms: ms,
  why: z.nullable(closeReason),
  /** Price in the book, charge for skew and spread that the closing price came from. */
  book: z.nullable(dec),
  shift: dec,
  spread: dec,
  close_price: z.nullable(dec),
  profit: z.nullable(sdec),
  /** An addition. The trigger whose receipt tells why it was due, where the mark of this moment does not. */
  trigger: z.optional(id),
})
/** Everything a liquidation or a stop was decided on, enough to work it out again. */
export const leverReceipt = z.object({
  id,
  legal: id,
  reason: closeReason,
  rule: z.string(),
  at_ms: ms,
  /** Free balance before, and what cancelled entries returned, which by the rule `lever-2` counts in `equity`. */
  free: dec,
  lapsed: dec,
  /** Liquidation rate in percent. */
  burst: dec,
  marks: z.array(markTaken),
  legs: z.array(legTaken),
  equity: sdec,
  margin: dec,
  /** The loss nobody in the account could pay, and who paid it: the fund, the house, the winners by a haircut. */
  missing: dec,
  fund: dec,
  house: dec,
  haircut: dec,
  /** SHA-256 of all fields above, as text by `leverReceiptText`. */
  digest: z.string(),
})
export type LeverReceipt = z.output<typeof leverReceipt>
/**
 * The legal status transitions of a position, used by the server and by the client's machine; a test compares the two.
 */
export const leverTransitions = {
  activate: { from: ['pending'], to: 'trading', by: 'market' },
  cancel: { from: ['pending'], to: 'cancelled', by: 'owner' },
  lapse: { from: ['pending'], to: 'cancelled', by: 'market' },
  amend: { from: ['pending'], to: 'pending', by: 'owner' },
  stopPending: { from: ['pending'], to: 'pending', by: 'owner' },
  setStop: { from: ['trading'], to: 'trading', by: 'owner' },
  haircut: { from: ['trading'], to: 'trading', by: 'market' },
  /** What the mark ran ahead in the first seconds moves the opening price. */
  lead: { from: ['trading'], to: 'trading', by: 'market' },
  /** What the mark ran away in the first seconds after its owner closed it moves the closing price. */
  tail: { from: ['closed'], to: 'closed', by: 'market' },
  overnight: { from: ['trading'], to: 'trading', by: 'market' },
  /** Lots are split off as a position of their own, which is closed. */
  reduce: { from: ['trading'], to: 'trading', by: 'owner' },
  close: { from: ['trading'], to: 'closing', by: 'owner' },
  end: { from: ['trading'], to: 'closing', by: 'market' },
  settle: { from: ['closing'], to: 'closed', by: 'market' },
} as const satisfies Record<string, { from: readonly PositionStatus[]; to: PositionStatus; by: 'owner' | 'market' }>
export type LeverTransition = keyof typeof leverTransitions

/** True if the transition is legal from this status; both sides check it before a step. */
export const mayLeverTransition = (step: LeverTransition, status: PositionStatus) =>
  leverTransitions[step].from.some((from) => from === status)
/** Order of the statuses: transitions never lead to a lower rank, so a copy with a higher rank is newer. */
export const positionRank = { pending: 0, trading: 1, closing: 2, closed: 3, cancelled: 3 } as const satisfies Record<
  PositionStatus,
  number
>

/**
 * True if the received copy is newer than the current one: by rank, then by `rev`, whether it came by call or by
 * socket.
 */
export const isPositionAhead = (held: Position, received: Position) => {
  const ahead = positionRank[received.status] - positionRank[held.status]
  return ahead === 0 ? received.rev > held.rev : ahead > 0
}
/** True if the position is closed or cancelled, so that no transition is possible. */
export const isPositionOver = ({ status }: Pick<Position, 'status'>) => positionRank[status] === positionRank.closed

/**
 * One fill of an own contract: it was opened or closed. A limit entry that waited is a maker, all else a taker; only an
 * opening pays a fee.
 */
export const leverFill = z.object({
  id,
  position_id: id,
  currency: id,
  legal: id,
  symbol: z.string(),
  type: leverSide,
  act: leverAct,
  role: leverRole,
  share: z.int(),
  number: dec,
  price: dec,
  fee: dec,
  profit: sdec,
  reason: z.nullable(closeReason),
  at: time,
})
export type LeverFill = z.output<typeof leverFill>

/** Status filter; `all` is `-1` on the wire. */
const statusFilter = coded(z.enum(['all', 'pending', 'trading', 'closing', 'closed', 'cancelled']), {
  all: -1,
  ...statusCodes,
})
const coins = { legal_id: id, currency_id: id }
const target = { id, expect: z.optional(positionStatus) }
const levels = z.array(z.object({ price: dec, number: dec }))
const typedWhole = z.optional(z.union([z.literal(''), whole]))
const moved = ['not_found', 'state_moved', 'step_refused'] as const

export const lever = {
  market: read({
    description: 'Read a contract market: sizes, leverage, fees, own positions and margin.',
    method: 'POST',
    path: 'lever/deal',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject(coins),
    output: z.object({
      /** `in` buys, `out` sells, best first. */
      lever_transaction: z.object({ in: levels, out: levels }),
      /** The caller's open positions and pending entries in this market, newest first. */
      my_transaction: z.array(position),
      lever_share_limit: z.object({ min: z.int(), max: z.int() }),
      multiple: z.object({ muit: z.array(z.object({ value: z.int() })), share: z.array(z.object({ value: z.int() })) }),
      last_price: dec,
      mark: dec,
      /** Free balance, and equity (with margins and unrealised profit). */
      user_lever: dec,
      all_levers: sdec,
      ustd_price: dec,
      ExRAte: dec,
      hazard_rate: dec,
      spread: dec,
      lever_trade_fee: dec,
      overnight: dec,
      /**
       * Largest number of lots of one position by leverage, lots that may still be opened on each side, and highest
       * leverage there.
       */
      size_limits: z.array(z.object({ multiple: z.int(), lots: z.int() })),
      /** Additions. Net value (long less short) of all contracts in the market, and its cap, in whole quote coins. */
      net: z.optional(sdec),
      net_cap: z.optional(dec),
      /**
       * An addition. Base amount that was bought (negative: sold) net in the last seconds and counts as taken from the
       * book.
       */
      flow: z.optional(sdec),
      room: z.object({ long: z.int(), short: z.int() }),
      multiple_now: z.object({ long: z.int(), short: z.int() }),
      stop_allowed: flag,
      limit_allowed: flag,
      at_ms: ms,
      server_now_ms: ms,
    }),
    refusals: ['not_found'],
  }),
  submit: change({
    description: 'Open a position at the market, or place an order to open one.',
    method: 'POST',
    path: 'lever/submit',
    who: 'k1',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({
      ...coins,
      type: leverSide,
      status: leverEntry,
      share: typedWhole,
      multiple: typedWhole,
      target_price: typedDec,
      target_profit_price: typedDec,
      stop_loss_price: typedDec,
      /**
       * An addition. With it a limit that the house would fill now opens at the house's price; without it, it is
       * refused with `mark` and `price`. `ioc` and `fok` open now or are refused (`price_moved`).
       */
      tif: z.optional(tif),
      /** Additions. Until when an entry waits, and further triggers that close the position. */
      expires_ms: z.optional(ms),
      legs: z.optional(z.array(leg).check(z.maxLength(maxLegs))),
      /** The price including spread that was shown, and by how many percent the opening price may be worse. */
      seen_price: typedDec,
      slippage: typedDec,
    }),
    output: position,
    refusals: [
      'lots_required',
      'lots_out_of_range',
      'multiple_unknown',
      'price_required',
      'price_step',
      'limit_wrong_side',
      'limit_disabled',
      'stop_wrong_side',
      'stop_disabled',
      'price_moved',
      'insufficient_balance',
      'position_closing',
      'feed_stale',
      'market_closed',
      'market_fast',
      'market_arming',
      'size_over_limit',
      'net_full',
      'multiple_over',
      'trade_locked',
      'not_found',
      'expiry_bad',
      'legs_over',
      'leg_wrong_side',
      'trigger_required',
      'trigger_beyond',
      'distance_range',
      'source_unknown',
    ],
  }),
  list: read({
    description: 'List the own positions and pending orders with the margin rate.',
    method: 'POST',
    path: 'lever/my_trade',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      legal_id: z.optional(id),
      currency_id: z.optional(id),
      status: z.optional(statusFilter),
      /**
       * An addition. The time at which a position ended, or as long as it lives was opened or given, in epoch
       * milliseconds, both ends included.
       */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: z.object({
      rate_profits_total: z.object({ hazard_rate: dec, profits_total: sdec }),
      message: paginated(position),
      server_now_ms: ms,
    }),
    refusals: [],
  }),
  /** An addition. The caller's own fills, newest first. */
  fills: read({
    method: 'POST',
    path: 'lever/fills',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      legal_id: z.optional(id),
      currency_id: z.optional(id),
      type: z.optional(leverSide),
      act: z.optional(leverAct),
      role: z.optional(leverRole),
      /** An addition. The time of the fill in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: paginated(leverFill),
    refusals: [],
  }),
  receipt: read({
    method: 'POST',
    path: 'lever/receipt',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id }),
    output: leverReceipt,
    refusals: ['not_found'],
  }),
  close: change({
    description: 'Close a position at the mark price.',
    method: 'POST',
    path: 'lever/close',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({
      ...target,
      /**
       * An addition. Lots to close; without it all. The closed part becomes a position of its own, the answer is what
       * stays open.
       */
      share: z.optional(whole),
    }),
    output: position,
    refusals: [...moved, 'feed_stale', 'lots_out_of_range'],
  }),
  /** An addition. Closes a position and opens as many lots of the other side at the market: both happen, or neither. */
  reverse: change({
    method: 'POST',
    path: 'lever/reverse',
    who: 'k1',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({ ...target, seen_price: typedDec, slippage: typedDec }),
    output: z.object({ closed: position, opened: position }),
    refusals: [
      ...moved,
      'feed_stale',
      'lots_out_of_range',
      'multiple_unknown',
      'price_moved',
      'insufficient_balance',
      'position_closing',
      'market_closed',
      'market_fast',
      'market_arming',
      'size_over_limit',
      'net_full',
      'multiple_over',
      'trade_locked',
    ],
  }),
  cancel: change({
    description: 'Cancel a pending order to open a position.',
    method: 'POST',
    path: 'lever/cancel',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject(target),
    output: position,
    refusals: moved,
  }),
  /** An addition. What is left out stays as it is. */
  amend: change({
    description: 'Change the limit price or the lots of a pending order to open a position; it keeps its id.',
    method: 'POST',
    path: 'lever/amend',
    who: 'k1',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({ ...target, target_price: typedDec, share: typedWhole }),
    output: position,
    refusals: [
      ...moved,
      'lots_required',
      'lots_out_of_range',
      'price_step',
      'limit_wrong_side',
      'limit_disabled',
      'stop_wrong_side',
      'insufficient_balance',
      'position_closing',
      'feed_stale',
      'market_closed',
      'market_fast',
      'market_arming',
      'size_over_limit',
      'net_full',
      'multiple_over',
      'trade_locked',
    ],
  }),
  setStop: change({
    description: 'Set, change or remove the take-profit and stop-loss prices of a position.',
    method: 'POST',
    path: 'lever/setstop',
    who: 'in',
    scope: 'trade',
    wrap: 'said',
    input: z.strictObject({ ...target, target_profit_price: typedDec, stop_loss_price: typedDec }),
    output: position,
    refusals: [...moved, 'stop_wrong_side', 'stop_disabled', 'price_step'],
  }),
}

/**
 * Sent when a position has changed; without `why` if a part of it was closed. Unrealised profit is not pushed, because
 * it follows from the mark prices.
 */
export const positionChanged = z.object({
  ev: z.literal('lever.positionChanged'),
  v: position,
  why: z.optional(
    z.enum(['opened', 'pending', 'activated', 'stop_set', 'overnight', 'haircut', 'closed', 'liquidated', 'cancelled']),
  ),
})
/**
 * Sent when an account approaches liquidation: at the warning rate and at each further tenth, at most once in five
 * seconds.
 */
export const riskRose = z.object({
  ev: z.literal('lever.riskRose'),
  v: z.object({
    legal_id: id,
    legal_name: z.string(),
    hazard_rate: dec,
    warn: dec,
    burst: dec,
    positions: z.array(z.object({ id, liquidation_price: z.nullable(dec) })),
    at_ms: ms,
  }),
  why: z.optional(z.string()),
})

/**
 * An addition. Sent when waiting entries were cancelled so that an account keeps its positions; `released` is what came
 * back.
 */
export const entriesCancelled = z.object({
  ev: z.literal('lever.entriesCancelled'),
  v: z.object({ legal_id: id, legal_name: z.string(), ids: z.array(id), released: dec, at_ms: ms }),
  why: z.optional(z.string()),
})

/** A mark price older than this opens, closes and liquidates nothing. */
export const markLifeMs = 2000
/** Default slippage: by how many percent the price may be worse than the one seen. */
export const leverSlippage = '0.5'

export const leverSpec = spec({
  about: 'Leveraged contracts.',
  calls: lever,
  events: [positionChanged, riskRose, entriesCancelled],
  channels: {},
})
