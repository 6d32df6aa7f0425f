import * as z from 'zod/mini'
import { fiatCode } from '#contract/assets/assets-moves.ts'
import { payWay, payWays, type PayWay } from '#contract/wallet/bank.ts'
import { adStatus, otcFilter, otcRole, otcStatus } from './otc-steps.ts'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { files, flag, id, ms, sid, typed, whole } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'
import { merchantCalls, opinionCalls, otcMerchantChanged } from './otc-merchants.ts'
import {
  ad,
  adWhy,
  hours,
  margin,
  orderWhy,
  otcBooked,
  otcMarket,
  otcMeans,
  otcOrder,
  otcSide,
  shelf,
} from './otc-order.ts'

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
/** Ids of further methods; comma-joined in a query or a form. */
const methodIds = z.codec(z.union([z.string().check(z.maxLength(100)), z.array(z.int())]), z.array(z.int()), {
  decode: (raw, { issues }) => {
    const parts = typeof raw === 'string' ? raw.split(',').filter((part) => part !== '') : raw.map(String)
    if (parts.every((part) => /^[1-9]\d{0,14}$/.test(part))) return parts.map(Number)
    issues.push({ code: 'custom', input: raw, message: 'no ids' })
    return z.NEVER
  },
  encode: (value) => value,
})
const terms = {
  price: typedDec,
  min_amount: typedDec,
  max_amount: typedDec,
  ways: z.optional(ways),
  /** An addition: further methods of these ways that a sell ad offers; without it the first of each way. */
  methods: z.optional(methodIds),
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

export const otc = {
  market: read({
    description: 'Read what OTC offers: coins, currencies, ways to pay, times and bounds.',
    method: 'GET',
    path: 'trade/currencyList',
    who: 'in',
    scope: 'otc',
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
    scope: 'otc',
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
    scope: 'otc',
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
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(adStatus), side: z.optional(otcSide), ...pg }),
    output: listed(ad),
    refusals: [],
  }),
  ad: read({
    method: 'GET',
    path: 'trade/myTradeDetail',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: ad,
    refusals: ['not_found'],
  }),
  editAd: change({
    method: 'GET',
    path: 'trade/myTradeEdit',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ ...adTarget, ...terms }),
    output: ad,
    refusals: [...moved, ...terms997],
  }),
  shelf: change({
    method: 'GET',
    path: 'trade/updateShow',
    who: 'in',
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ ...adTarget, is_shelves: shelf }),
    output: ad,
    refusals: [...moved, 'bail_needed'],
  }),
  takeBack: change({
    method: 'GET',
    path: 'trade/cancelTrade',
    who: 'in',
    scope: 'otc',
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
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({
      id: sid,
      means: otcMeans,
      value: typedDec,
      way: payWay,
      /** An addition: one of the methods of this way; 0 or absent is the first. */
      method: z.optional(whole),
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
    scope: 'otc',
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
    scope: 'otc',
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
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ ...target, problem: typed(500), vouchers: files(6) }),
    output: otcOrder,
    refusals: [
      ...moved,
      'problem_required',
      'voucher_required',
      'file_unknown',
      'too_early',
      'too_late',
      'appeal_full',
      'coins_gone',
    ],
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
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ id: sid, is_good: flag, word: typed(60) }),
    output: otcOrder,
    refusals: ['not_found', 'too_late'],
  }),
  ...opinionCalls,
  order: read({
    method: 'GET',
    path: 'trade/orderDetail',
    who: 'in',
    scope: 'otc',
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
    scope: 'otc',
    wrap: 'plain',
    input: z.strictObject({ id: sid }),
    output: z.object({ lines: z.nullable(z.array(otcBooked)) }),
    refusals: ['not_found'],
  }),
  orders: read({
    method: 'GET',
    path: 'trade/myTradeOrderList',
    who: 'in',
    scope: 'otc',
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
  ...merchantCalls,
}

/** Sent to each party of an order, in that party's view. */
export const otcOrderChanged = z.object({ ev: z.literal('otc.orderChanged'), v: otcOrder, why: z.optional(orderWhy) })
/** Sent to the owner of an ad. */
export const otcAdChanged = z.object({ ev: z.literal('otc.adChanged'), v: ad, why: z.optional(adWhy) })
export const otcSpec = spec({ calls: otc, events: [otcOrderChanged, otcAdChanged, otcMerchantChanged], channels: {} })
