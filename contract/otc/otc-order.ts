import * as z from 'zod/mini'
import { payee, payWay } from '#contract/wallet/bank.ts'
import { adStatus, otcAction, otcRole, otcStatus, type OtcClock } from './otc-steps.ts'
import { flag, id, ms, sid, time } from '#contract/wire/fields.ts'
import { dec, sdec } from '#contract/wire/money.ts'
import { coded } from '#contract/wire/coded.ts'

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
  /** An addition: the methods behind the ways of a sell ad; 0 is the first of its way, `name` its bank. */
  methods: z.array(z.object({ id: z.int(), way: payWay, name: z.string() })),
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
/** `late`: by the buyer of an order whose time to pay was over. */
const appealKind = z.enum(['seller', 'overtime', 'reply', 'late'])
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
  /** An addition: until when its buyer may say that the money was sent, though the time to pay is over. */
  late_until_ms: z.nullable(ms),
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
/** The coins that went to the buyer, or will: after a split the agreed part. */
export const boughtIn = ({ number, split }: Pick<OtcOrder, 'number' | 'split'>) => split?.to_buyer ?? number
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
  late_until_ms,
  offers,
}: Pick<OtcOrder, 'status' | 'pay_deadline_ms' | 'confirm_deadline_ms' | 'late_until_ms' | 'offers'>): OtcClock => ({
  status,
  payDeadlineMs: pay_deadline_ms,
  confirmDeadlineMs: confirm_deadline_ms,
  lateUntilMs: late_until_ms,
  offerBy: offers.at(-1)?.by ?? null,
})

/** What an ended order booked for its reader: into the account, out of escrow to the buyer, back from escrow, fee. */
const bookedWord = z.enum(['received', 'released', 'back', 'fee'])
/** One line of the ledger; `entry_no` is the number of its entry in the journal. */
export const otcBooked = z.object({ entry_no: z.int(), word: bookedWord, value: sdec, at_ms: ms })
export type OtcBooked = z.output<typeof otcBooked>

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
