import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, whole } from '#contract/wire/fields.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { coded } from '#contract/wire/coded.ts'
import { leg, maxLegs, tif } from '#contract/wire/orders.ts'
import { spec } from '#contract/wire/spec.ts'
import {
  leverAct,
  leverEntry,
  leverFill,
  leverReceipt,
  leverRole,
  leverSide,
  position,
  positionStatus,
  positionCodes,
} from './lever-position.ts'

/** Status filter; `all` is `-1` on the wire. */
const statusFilter = coded(z.enum(['all', 'pending', 'trading', 'closing', 'closed', 'cancelled']), {
  all: -1,
  ...positionCodes,
})
const coins = { legal_id: id, currency_id: id }
const target = { id, expect: z.optional(positionStatus) }
const levels = z.array(z.object({ price: dec, number: dec }))
const typedWhole = z.optional(z.union([z.literal(''), whole]))
const moved = ['not_found', 'state_moved', 'step_refused'] as const
/** Why nothing more may be opened, by the account, the market or the limits. */
const exposure = [
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
] as const

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
      ...exposure,
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
    description: 'List the own fills of contracts, newest first.',
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
    description: 'Close a position and open the same size the other way, both or neither.',
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
      ...exposure,
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
