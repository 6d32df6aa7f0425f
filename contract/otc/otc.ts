import * as z from 'zod/mini'
import { fiatCode } from '#contract/assets/assets-moves.ts'
import { payee, payWay, payWays, type PayWay } from '#contract/wallet/bank.ts'
import { adStatus, otcAction, otcFilter, otcRole, otcStatus, type OtcClock } from './otc-steps.ts'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { files, flag, id, ms, sid, time, typed, whole } from '#contract/wire/fields.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { coded } from '#contract/wire/coded.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

export const otcSide = z.enum(['buy', 'sell'])
export type OtcSide = z.output<typeof otcSide>
export const shelf = coded(z.enum(['on', 'off']), { on: 1, off: 2 })
/** How the amount of a new order is given: in coins or in fiat. */
export const otcMeans = z.enum(['number', 'money'])
export type OtcMeans = z.output<typeof otcMeans>
const bailStatus = z.enum(['none', 'held', 'returned'])
export type BailStatus = z.output<typeof bailStatus>
const merchantAction = z.enum(['bail', 'refund', 'publish'])

// Additions: ratings, blocked people, splits in an appeal, floating prices and opening hours.

/** A party's rating of the other one after a completed order, with a short word. */
export const rating = z.object({ by: otcRole, is_good: flag, word: z.string(), at_ms: ms })
export type OtcRating = z.output<typeof rating>
/** How long after its end an order may be rated. */
export const ratingDays = 30
/** Most statements, and most offers of a split, that one party may make in an appeal. */
export const appealMax = 20
/** A rating as anybody may read it: of who gave it only the first letter is shown. */
export const ratingLine = z.object({ id, by: z.string(), is_good: flag, word: z.string(), create_time: time })
export type OtcRatingLine = z.output<typeof ratingLine>

export const blockedPerson = z.object({ user_id: id, nickname: z.string(), is_blocked: flag })
export type OtcBlocked = z.output<typeof blockedPerson>
/** A split of an order's coins, offered in an appeal; what the buyer does not get returns to the seller. */
export const offer = z.object({ no: z.int(), by: otcRole, to_buyer: dec, to_seller: dec, at_ms: ms })
export type OtcOffer = z.output<typeof offer>
/** The split that both agreed to, and how the escrow was paid. */
export const agreed = z.object({ to_buyer: dec, to_seller: dec, at_ms: ms })
export type OtcSplit = z.output<typeof agreed>

/** Distance of a floating price from the index, in per cent with at most two decimals; empty for a fixed price. */
export const margin = z.string().check(z.regex(/^(|-?(0|[1-9]\d?)(\.\d{1,2})?)$/))
const clock = '([01]\\d|2[0-3]):[0-5]\\d'
/** Opening hours of an ad in UTC, `09:00-17:30`; they may pass midnight. Empty: always open. */
export const hours = z.string().check(z.regex(new RegExp(`^(|${clock}-${clock})$`)))

/** Somebody who trades here, as anybody sees them. */
const merchantPublic = {
  user_id: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  /** The deposit of a merchant is held. */
  is_merchant: flag,
  /** An account of the demo that acts by written rules. */
  is_bot: flag,
  since_time: z.nullable(time),
  done_count: z.int(),
  done_30d: z.int(),
  /** Percentage of this person's orders that they did not let fail. */
  finish_rate: dec,
  avg_pay_s: z.int(),
  avg_release_s: z.int(),
  /** Additions: how many have rated this person, and the percentage of good ratings, null before the first. */
  rating_count: z.int(),
  rating_good: z.nullable(dec),
  /** An addition: the reader has blocked this person. */
  is_blocked: flag,
  /** Made a call of OTC within the last five minutes. */
  online: flag,
}
/** The own page has the fields from `bail_status` on; another person's has them as null. */
export const merchant = z.object({
  ...merchantPublic,
  bail_status: z.nullable(bailStatus),
  bail_amount: z.nullable(dec),
  bail_required: z.nullable(dec),
  bail_currency_id: z.nullable(id),
  published: z.nullable(z.int()),
  open_ads: z.nullable(z.int()),
  open_orders: z.nullable(z.int()),
  may: z.array(merchantAction),
  rev: z.int(),
})
export type Merchant = z.output<typeof merchant>
/**
 * True if the received copy is newer than the one held. The deposit may be paid and returned repeatedly, so only `rev`
 * counts.
 */
export const isMerchantAhead = (held: Merchant, received: Merchant) => received.rev > held.rev

/**
 * An advertisement. Sides are its owner's: a `sell` ad sells coins. Prices and limits are in fiat, quantities in coins.
 */
export const ad = z.object({
  id: sid,
  ad_no: z.string(),
  side: otcSide,
  currency_id: id,
  currency_name: z.string(),
  fiat: z.string(),
  price: dec,
  total_number: dec,
  surplus_number: dec,
  locked_number: dec,
  done_number: dec,
  min_amount: dec,
  max_amount: dec,
  ways: z.array(payWay),
  pay_minutes: z.int(),
  remark: z.string(),
  escrow: dec,
  fee_rate: dec,
  status: adStatus,
  merchant,
  mine: flag,
  create_time: time,
  rev: z.int(),
  /** Additions: the distance of a floating price from the index, opening hours, and whether it is open now. */
  margin,
  hours,
  is_open: flag,
})
export type Ad = z.output<typeof ad>
/** True if the received copy is newer than the one held. An ad goes on and off the shelf, so only `rev` counts. */
export const isAdAhead = (held: Ad, received: Ad) => received.rev > held.rev

const party = z.object({
  user_id: id,
  chat_user_id: z.string(),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  real_name: z.string(),
  is_bot: flag,
})
export type OtcParty = z.output<typeof party>
const appealKind = z.enum(['seller', 'overtime', 'reply'])
export const otcAppeal = z.object({
  by: otcRole,
  kind: appealKind,
  problem: z.string(),
  vouchers: z.array(z.string()),
  at_ms: ms,
})
export type OtcAppeal = z.output<typeof otcAppeal>
export const otcRuling = z.object({ to: otcRole, reason: z.string(), at_ms: ms })
const cancelReason = z.enum(['buyer', 'timeout', 'ruling'])
export type OtcCancelReason = z.output<typeof cancelReason>

/**
 * An order, as sent to one of its two parties. Price, quantities, names and payee are copied when it is made (OTC-R8).
 */
export const otcOrder = z.object({
  id: sid,
  order_no: z.string(),
  ad_id: sid,
  my_role: otcRole,
  /** As the reader sees it: the buyer buys, the seller sells. */
  side: otcSide,
  buyer: party,
  seller: party,
  currency_id: id,
  currency_name: z.string(),
  fiat: z.string(),
  unit_price: dec,
  number: dec,
  total_amount: dec,
  way: payWay,
  payee,
  fee: dec,
  /** The owner of the ad. */
  fee_payer: otcRole,
  escrow: dec,
  payment_vouchers: z.array(z.string()),
  appeals: z.array(otcAppeal),
  ruling: z.nullable(otcRuling),
  status: otcStatus,
  cancel_reason: z.nullable(cancelReason),
  create_time: time,
  create_ms: ms,
  paid_ms: z.nullable(ms),
  pay_deadline_ms: ms,
  confirm_deadline_ms: z.nullable(ms),
  /** By how much declared outages have moved the deadlines. */
  moved_ms: z.int(),
  ended_ms: z.nullable(ms),
  server_now_ms: ms,
  may: z.array(otcAction),
  rev: z.int(),
  /**
   * Additions: splits offered in the appeal, the last one stands; the one that both agreed to; ratings, and whether the
   * reader may rate.
   */
  offers: z.array(offer),
  split: z.nullable(agreed),
  ratings: z.array(rating),
  may_rate: flag,
})
export type OtcOrder = z.output<typeof otcOrder>
/**
 * True if the received copy is newer than the one held. An undone payment goes back in status, so only `rev` counts.
 */
export const isOtcOrderAhead = (held: OtcOrder, received: OtcOrder) => received.rev > held.rev
/** True if the order waits for this party. */
export const isMyTurn = ({ status, my_role, may }: Pick<OtcOrder, 'status' | 'my_role' | 'may'>) =>
  (status === 'to_be_paid' && my_role === 'buyer') ||
  (status === 'to_be_confirmed' && my_role === 'seller') ||
  (status === 'to_be_confirmed' && may.includes('appeal')) ||
  may.includes('agree')
/** The part of an order that the table of steps reads. */
export const otcClockOf = ({
  status,
  pay_deadline_ms,
  confirm_deadline_ms,
  offers,
}: Pick<OtcOrder, 'status' | 'pay_deadline_ms' | 'confirm_deadline_ms' | 'offers'>): OtcClock => ({
  status,
  payDeadlineMs: pay_deadline_ms,
  confirmDeadlineMs: confirm_deadline_ms,
  offerBy: offers.at(-1)?.by ?? null,
})

/** What an ended order booked for its reader: into the account, out of escrow to the buyer, back from escrow, fee. */
const bookedWord = z.enum(['received', 'released', 'back', 'fee'])
/** One line of the ledger; `entry_no` is the number of its entry in the journal. */
export const otcBooked = z.object({ entry_no: z.int(), word: bookedWord, value: sdec, at_ms: ms })
export type OtcBooked = z.output<typeof otcBooked>

const pin = secret(z.optional(z.string().check(z.maxLength(64))))

const isWay = (text: string): text is PayWay => payWays.some((way) => way === text)
/** Ways to pay; comma-joined in a query or a form. */
const ways = z.codec(z.union([z.string().check(z.maxLength(100)), z.array(payWay)]), z.array(payWay), {
  decode: (raw, { issues }) => {
    const parts = typeof raw === 'string' ? raw.split(',').filter((part) => part !== '') : raw
    const known = parts.filter(isWay)
    if (known.length === parts.length) return known
    issues.push({ code: 'custom', input: raw, message: 'unknown way' })
    return z.NEVER
  },
  encode: (value) => value,
})
const terms = {
  price: typedDec,
  min_amount: typedDec,
  max_amount: typedDec,
  ways: z.optional(ways),
  pay_minutes: z.optional(whole),
  remark: typed(300),
  margin: z.optional(margin),
  hours: z.optional(hours),
}
const target = { id: sid, expect: z.optional(otcStatus) }
const adTarget = { id: sid, expect: z.optional(adStatus) }
const moved = ['not_found', 'state_moved', 'step_refused'] as const
const terms997 = [
  'price_required',
  'amount_required',
  'amount_range',
  'amount_below_min',
  'amount_above_max',
  'price_out_of_band',
  'way_unknown',
  'period_required',
  'payee_missing',
] as const

/** What the market of OTC offers: coins, currencies, ways to pay, and the venue's rules. */
export const otcMarket = z.object({
  coins: z.array(
    z.object({
      currency_id: id,
      currency_name: z.string(),
      logo: z.string(),
      decimal_scale: z.int(),
      min_number: dec,
      index_price: dec,
    }),
  ),
  fiats: z.array(
    z.object({
      code: z.string(),
      symbol: z.string(),
      scale: z.int(),
      min_amount: dec,
      max_amount: dec,
      /** Fiat per unit of the base coin, for the price band and the preview. */
      rate: dec,
    }),
  ),
  ways: z.array(z.object({ way: payWay, name_key: z.string() })),
  pay_minutes: z.array(z.int()),
  confirm_minutes: z.int(),
  fee_rate: dec,
  /** How far a price may lie from the index price, as a fraction. */
  price_band: dec,
  bail: z.object({ amount: dec, currency_id: id }),
  unfinished_max: z.int(),
})
export type OtcMarket = z.output<typeof otcMarket>

export const otc = {
  market: read({
    description: 'Read what OTC offers: coins, currencies, ways to pay, times and bounds.',
    method: 'GET',
    path: 'trade/currencyList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: otcMarket,
    refusals: [],
  }),
  ads: read({
    description: 'List the ads that are open now and fit, the best price first.',
    method: 'GET',
    path: 'trade/tradeList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      /** What the reader wants to do: `buy` lists ads that sell. */
      side: otcSide,
      currency_id: id,
      fiat: fiatCode,
      way: z.optional(payWay),
      amount: typedDec,
      sort: z.optional(z.enum(['price', 'rate'])),
      ...pg,
    }),
    output: listed(ad),
    refusals: [],
  }),
  publish: change({
    description: "Post an ad; a seller's coins and fee are held from this moment.",
    rate: 'guess',
    method: 'GET',
    path: 'trade/publish',
    who: 'k2',
    wrap: 'plain',
    input: z.strictObject({
      side: otcSide,
      currency_id: id,
      fiat: fiatCode,
      total_number: typedDec,
      ...terms,
      pay_password: pin,
    }),
    output: ad,
    refusals: [
      ...terms997,
      'bail_needed',
      'quantity_required',
      'amount_step',
      'insufficient_balance',
      ...PIN,
      'trade_locked',
      'market_closed',
      'not_found',
    ],
  }),
  myAds: read({
    method: 'GET',
    path: 'trade/myTradeList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(adStatus), side: z.optional(otcSide), ...pg }),
    output: listed(ad),
    refusals: [],
  }),
  ad: read({
    method: 'GET',
    path: 'trade/myTradeDetail',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: ad,
    refusals: ['not_found'],
  }),
  editAd: change({
    method: 'GET',
    path: 'trade/myTradeEdit',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...adTarget, ...terms }),
    output: ad,
    refusals: [...moved, ...terms997],
  }),
  shelf: change({
    method: 'GET',
    path: 'trade/updateShow',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...adTarget, is_shelves: shelf }),
    output: ad,
    refusals: [...moved, 'bail_needed'],
  }),
  takeBack: change({
    method: 'GET',
    path: 'trade/cancelTrade',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject(adTarget),
    output: ad,
    refusals: moved,
  }),
  take: change({
    description: 'Take an ad: price, names and payee are copied into an order, and the coins are held.',
    rate: 'guess',
    method: 'GET',
    path: 'trade/trade',
    who: 'k1',
    wrap: 'plain',
    input: z.strictObject({
      id: sid,
      means: otcMeans,
      value: typedDec,
      way: payWay,
      /** The unit price that was shown; refused if it has changed. */
      price: z.optional(dec),
      pay_password: pin,
    }),
    output: otcOrder,
    refusals: [
      'not_found',
      'payee_missing',
      'own_ad',
      'ad_gone',
      'ad_short',
      'amount_required',
      'amount_below_min',
      'amount_above_max',
      'way_unknown',
      'price_moved',
      'ad_closed',
      'orders_unfinished',
      'insufficient_balance',
      ...PIN,
      'trade_locked',
      'market_closed',
    ],
  }),
  pay: change({
    description: 'Tell that the money was sent, with proof; replace the proof; or take it back with `undo`.',
    method: 'GET',
    path: 'trade/pay',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...target, vouchers: files(6), undo: z.optional(flag) }),
    output: otcOrder,
    refusals: [...moved, 'voucher_required', 'file_unknown', 'too_late'],
  }),
  confirm: change({
    description: 'Release the coins to the buyer.',
    rate: 'guess',
    method: 'GET',
    path: 'trade/confirm',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...target, pay_password: pin }),
    output: otcOrder,
    refusals: [...moved, ...PIN],
  }),
  cancelOrder: change({
    method: 'GET',
    path: 'trade/cancelTradeOrder',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject(target),
    output: otcOrder,
    refusals: moved,
  }),
  appeal: change({
    description: 'Open an appeal, or add a statement to one.',
    method: 'GET',
    path: 'trade/appeal',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...target, problem: typed(500), vouchers: files(6) }),
    output: otcOrder,
    refusals: [...moved, 'problem_required', 'voucher_required', 'file_unknown', 'too_early', 'appeal_full'],
  }),
  /**
   * An addition: offers the other party a split of the coins in an appeal; the offer is its maker's consent, a later
   * one replaces it.
   */
  offer: change({
    description: 'Addition. Offer the other party a split of the coins in an appeal; a later offer replaces it.',
    rate: 'guess',
    method: 'POST',
    path: 'trade/offerSplit',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...target, to_buyer: typedDec, pay_password: pin }),
    output: otcOrder,
    refusals: [...moved, 'amount_required', 'amount_step', 'amount_above_max', 'appeal_full', ...PIN],
  }),
  /**
   * An addition: agrees to the split with this number, which the other party offers; the escrow is paid in the same
   * step.
   */
  agree: change({
    description: 'Addition. Agree to the split with this number; the escrow is paid in the same step.',
    rate: 'guess',
    method: 'POST',
    path: 'trade/agreeSplit',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...target, no: whole, pay_password: pin }),
    output: otcOrder,
    refusals: [...moved, ...PIN],
  }),
  /** An addition: rates the other party of a completed order, once; a later rating replaces it. */
  rate: change({
    description: 'Addition. Rate the other party of a completed order, with a short word.',
    method: 'POST',
    path: 'trade/rate',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid, is_good: flag, word: typed(60) }),
    output: otcOrder,
    refusals: ['not_found', 'too_late'],
  }),
  /** An addition: what others have said of a merchant, newest first. */
  ratings: read({
    description: 'Addition. List what others have said of a merchant.',
    method: 'GET',
    path: 'trade/ratings',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ user_id: id, ...pg }),
    output: listed(ratingLine),
    refusals: ['not_found'],
  }),
  /** An addition: blocks a merchant, or the other party of an order: neither sees or takes ads of the other. */
  block: change({
    description: 'Addition. Block or unblock a merchant or the other party of an order.',
    method: 'POST',
    path: 'trade/block',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ user_id: z.optional(id), order_id: z.optional(sid), is_blocked: flag }),
    output: blockedPerson,
    refusals: ['not_found'],
  }),
  /** An addition: whom the caller has blocked. */
  blocked: read({
    description: 'Addition. List the people whom the caller has blocked.',
    method: 'GET',
    path: 'trade/blocked',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject(pg),
    output: listed(blockedPerson),
    refusals: [],
  }),
  order: read({
    method: 'GET',
    path: 'trade/orderDetail',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: otcOrder,
    refusals: ['not_found'],
  }),
  /**
   * An addition: the lines of the journal that the end of an order booked for the caller; null while it is open, and
   * when they are archived.
   */
  receipt: read({
    method: 'GET',
    path: 'trade/orderReceipt',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: z.object({ lines: z.nullable(z.array(otcBooked)) }),
    refusals: ['not_found'],
  }),
  orders: read({
    method: 'GET',
    path: 'trade/myTradeOrderList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      filter: z.optional(otcFilter),
      role: z.optional(otcRole),
      currency_id: z.optional(id),
      /** An addition: only orders of this ad; its owner gets all of them, others their own. */
      ad_id: z.optional(sid),
      ...pg,
    }),
    output: z.extend(listed(otcOrder), { server_now_ms: ms }),
    refusals: [],
  }),
  bail: change({
    rate: 'guess',
    method: 'GET',
    path: 'trade/bail',
    who: 'k2',
    wrap: 'plain',
    input: z.strictObject({ pay_password: pin, expect: z.optional(z.enum(['none', 'returned'])) }),
    output: merchant,
    refusals: ['bail_held', 'state_moved', 'insufficient_balance', ...PIN, 'trade_locked', 'market_closed'],
  }),
  refund: change({
    method: 'GET',
    path: 'trade/refund',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ expect: z.optional(z.literal('held')) }),
    output: merchant,
    refusals: ['bail_none', 'bail_in_use', 'state_moved'],
  }),
  agent: read({
    method: 'GET',
    path: 'trade/agent',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ user_id: z.optional(id) }),
    output: merchant,
    refusals: ['not_found'],
  }),
}

export const orderWhy = z.enum([
  'taken',
  'paid',
  'vouchers',
  'undone',
  'confirmed',
  'cancelled',
  'timeout',
  'appealed',
  'statement',
  'deadline',
  'ruled',
  'outage',
  'offered',
  'agreed',
  'rated',
])
export type OtcOrderWhy = z.output<typeof orderWhy>
export const adWhy = z.enum([
  'published',
  'edited',
  'shelf',
  'locked',
  'returned',
  'sold_out',
  'taken_back',
  'repriced',
])
export type AdWhy = z.output<typeof adWhy>
/** Sent to each party of an order, in that party's view. */
export const otcOrderChanged = z.object({ ev: z.literal('otc.orderChanged'), v: otcOrder, why: z.optional(orderWhy) })
/** Sent to the owner of an ad. */
export const otcAdChanged = z.object({ ev: z.literal('otc.adChanged'), v: ad, why: z.optional(adWhy) })
export const otcMerchantChanged = z.object({
  ev: z.literal('otc.merchantChanged'),
  v: merchant,
  why: z.optional(z.string()),
})

export const otcSpec = spec({ calls: otc, events: [otcOrderChanged, otcAdChanged, otcMerchantChanged], channels: {} })
