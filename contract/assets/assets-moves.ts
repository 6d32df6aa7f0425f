import * as z from 'zod/mini'
import { coded } from '#contract/wire/coded.ts'
import { change, PIN, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, time, typed } from '#contract/wire/fields.ts'
import { currency } from '#contract/market/market.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { secret } from '#contract/wire/secret.ts'

/** What a quote is for: a flash exchange, money by bank in or out, or a conversion of mining rewards. */
export const quoteKind = z.enum(['flash', 'remittance', 'bank_in', 'bank_out', 'mining'])
export type QuoteKind = z.output<typeof quoteKind>
/** A fiat currency, by its code of three letters. */
export const fiatCode = z.string().check(z.regex(/^[A-Z]{3}$/))
/** A coin by its id, or a fiat currency by its code. */
const coinOrFiat = z.union([id, fiatCode])
export type CoinOrFiat = z.output<typeof coinOrFiat>

/**
 * A price for one amount, for its owner, once, until `expires_ms`: `num` is given, `result` is received with the fee
 * taken off. `price` is the coin or fiat received per coin given, for bank money the fiat per coin.
 */
export const quote = z.object({
  quote_id: sid,
  kind: quoteKind,
  from_currency: coinOrFiat,
  to_currency: coinOrFiat,
  price: dec,
  num: dec,
  result: dec,
  fee: dec,
  expires_ms: ms,
  server_now_ms: ms,
  used: flag,
})
export type Quote = z.output<typeof quote>

const flashStatus = coded(z.enum(['review', 'done', 'rejected']), { review: 0, done: 1, rejected: 2 })
/** One exchange of coins at a quoted price; done at once, so its status is always `done`. */
export const flash = z.object({
  id,
  user_id: id,
  left_currency_id: id,
  right_currency_id: id,
  num: dec,
  absolute_quantity: dec,
  fee: dec,
  market_price: dec,
  price: dec,
  status: flashStatus,
  create_time: time,
  review_time: z.nullable(time),
})
export type Flash = z.output<typeof flash>
/** Limits of an exchange from one coin to another, in the coin given; `rate` is the market's, for display. */
export const flashPair = z.object({ left_id: id, right_id: id, rate: dec, min: dec, max: dec, fee_rate: dec })
const flashCoin = z.extend(currency, { balance: dec })
export const flashCoins = z.object({ left: z.array(flashCoin), right: z.array(flashCoin), pairs: z.array(flashPair) })
export type FlashCoins = z.output<typeof flashCoins>

const giftDirection = z.enum(['in', 'out'])
/** Coins sent to another user, as one of the two sees it. */
export const giftTransfer = z.object({
  id: sid,
  gift_no: z.string(),
  direction: giftDirection,
  peer: z.string(),
  currency_id: id,
  currency_name: z.string(),
  number: dec,
  fee: dec,
  remark: z.nullable(z.string()),
  status: z.literal('done'),
  create_time: time,
})
export type GiftTransfer = z.output<typeof giftTransfer>

/** Refusals of every call that spends a quote. */
export const QUOTE = ['quote_required', 'quote_expired', 'quote_used', 'quote_unfit'] as const
export const quoteId = z.optional(z.union([z.literal(''), sid]))

export const assetsMoves = {
  flashCoins: read({
    method: 'GET',
    path: 'wallet/flashAgainstList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: flashCoins,
    refusals: [],
  }),
  quote: change({
    method: 'POST',
    path: 'wallet/quote',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      kind: quoteKind,
      from: coinOrFiat,
      to: coinOrFiat,
      num: typedDec,
      account_id: z.optional(sid),
    }),
    output: quote,
    refusals: ['amount_required', 'amount_below_min', 'amount_above_max', 'amount_step', 'pair_unknown', 'feed_stale'],
  }),
  flash: change({
    method: 'POST',
    path: 'wallet/flashAgainst',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      l_currency_id: id,
      r_currency_id: id,
      num: typedDec,
      quote_id: quoteId,
      price: z.optional(z.unknown()),
      type: z.optional(z.unknown()),
    }),
    output: flash,
    refusals: [...QUOTE, 'amount_required', 'insufficient_balance', 'trade_locked', 'market_closed'],
  }),
  gift: change({
    rate: 'guess',
    method: 'GET',
    path: 'trade/transfer',
    who: 'k1',
    wrap: 'plain',
    input: z.strictObject({
      email: typed(100),
      currency_id: id,
      number: typedDec,
      pay_password: secret(z.optional(z.string().check(z.maxLength(64)))),
      remark: typed(100),
    }),
    output: giftTransfer,
    refusals: [
      'account_required',
      'account_malformed',
      'recipient_unknown',
      'recipient_self',
      'amount_required',
      'amount_below_min',
      'amount_above_max',
      'amount_step',
      'insufficient_balance',
      'not_found',
      ...PIN,
      'withdraw_locked',
    ],
  }),
  recipient: read({
    description: 'Addition. Tell whom a transfer would reach: the name, and the mail or phone masked.',
    rate: 'guess',
    method: 'POST',
    path: 'trade/recipient',
    who: 'k1',
    wrap: 'plain',
    input: z.strictObject({ email: typed(100) }),
    output: z.object({ name: z.string(), account: z.nullable(z.string()) }),
    refusals: ['account_required', 'account_malformed', 'recipient_unknown', 'recipient_self'],
  }),
  gifts: read({
    method: 'GET',
    path: 'trade/transferRecord',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ direction: z.optional(giftDirection), currency_id: z.optional(id), ...pg }),
    output: listed(giftTransfer),
    refusals: [],
  }),
}

/** Sent to the recipient of coins from another user. */
export const giftReceived = z.object({
  ev: z.literal('assets.giftReceived'),
  v: giftTransfer,
  why: z.optional(z.string()),
})
