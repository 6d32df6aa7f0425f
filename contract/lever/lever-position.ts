import * as z from 'zod/mini'
import { flag, id, ms, time } from '#contract/wire/fields.ts'
import { dec, sdec } from '#contract/wire/money.ts'
import { coded } from '#contract/wire/coded.ts'
import { endedWhy } from '#contract/wire/orders.ts'

export const leverSide = coded(z.enum(['long', 'short']), { long: 1, short: 2 })
export type LeverSide = z.output<typeof leverSide>
export const leverEntry = coded(z.enum(['market', 'limit']), { market: 1, limit: 0 })
export type LeverEntry = z.output<typeof leverEntry>

export const positionCodes = { pending: 0, trading: 1, closing: 2, closed: 3, cancelled: 4 } as const
export const positionStatus = coded(z.enum(['pending', 'trading', 'closing', 'closed', 'cancelled']), positionCodes)
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
   * An addition. Until when, in epoch milliseconds, the closing price and the result may still follow the mark; left
   * out once they are final.
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
