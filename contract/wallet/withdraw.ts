import * as z from 'zod/mini'
import { payWay } from './bank.ts'
import { change, CODE, PIN, read } from '#contract/wire/endpoint.ts'
import { moneyStatus } from '#contract/wire/decision.ts'
import { flag, id, ms, time, typed, typedCode, whole } from '#contract/wire/fields.ts'
import { dec, divUp, SCALE, typedDec } from '#contract/wire/money.ts'
import { paginated, pg } from '#contract/wire/paging.ts'
import { secret } from '#contract/wire/secret.ts'
import { TOTP, typedTotp } from '#contract/session/session-proof.ts'
import { spec } from '#contract/wire/spec.ts'
import { fiatCode, QUOTE, quoteId } from '#contract/assets/assets-moves.ts'
import { network } from '#contract/market/market.ts'

/** An address of the caller's book; it can be withdrawn to from `usable_ms`. */
export const address = z.object({
  id,
  user_id: id,
  currency: id,
  currency_name: z.string(),
  address: z.string(),
  notes: z.nullable(z.string()),
  netType: z.string(),
  usable_ms: ms,
  server_now_ms: ms,
  create_time: time,
})
export type Address = z.output<typeof address>
export const maxAddresses = 20

/** A withdrawal: `number` is held while it is processing, `rate` is the fee in it and `real_number` what arrives. */
export const withdrawRow = z.object({
  id,
  user_id: id,
  currency: id,
  name: z.string(),
  netType: z.nullable(z.string()),
  address: z.string(),
  number: dec,
  rate: dec,
  real_number: dec,
  status: moneyStatus,
  notes: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  is_bank: flag,
  fiat: z.nullable(z.string()),
  fiat_amount: z.nullable(dec),
  way: z.nullable(payWay),
  create_time: time,
  update_time: time,
  rev: z.int(),
})
export type WithdrawRow = z.output<typeof withdrawRow>

/**
 * Terms of withdrawing one coin, and how many applications are left today. All limits count by the venue's day, which
 * is that of UTC and ends at `resets_ms`. `day_limit` is what the verification level lets out in it, `day_used` what
 * was asked for, `day_left` the rest, all in the base coin. A withdrawal is worth what the index said when it was asked
 * for; one that is rejected on its day counts no more.
 */
export const withdrawInfo = z.object({
  name: z.string(),
  rate: dec,
  min_number: dec,
  max_number: dec,
  legal_balance: dec,
  change_balance: dec,
  networks: z.array(network),
  left_today: z.int(),
  per_day: z.int(),
  credited_hours: z.int(),
  day_limit: dec,
  day_used: dec,
  day_left: dec,
  resets_ms: ms,
  server_now_ms: ms,
})
export type WithdrawInfo = z.output<typeof withdrawInfo>

/**
 * The fee of a withdrawal in units of 10^-8: a rate in percent, rounded up to the coin's scale, and at least `feeMin`.
 */
export const withdrawFee = (number: bigint, terms: { ratePercent: bigint; feeMin: bigint; scale: number }): bigint => {
  const step = 10n ** BigInt(SCALE - terms.scale)
  const exact = divUp(divUp(number * terms.ratePercent, 100n * 10n ** BigInt(SCALE)), step) * step
  return exact > terms.feeMin ? exact : terms.feeMin
}

const pin = secret(z.optional(z.string().check(z.maxLength(64))))
const limits = [
  'amount_required',
  'insufficient_balance',
  'withdraw_per_day',
  'withdraw_limit',
  'feed_stale',
  ...PIN,
  ...CODE,
  ...TOTP,
  'withdraw_locked',
] as const

export const withdraw = {
  info: read({
    method: 'POST',
    path: 'wallet/get_info',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ currency: id }),
    output: withdrawInfo,
    refusals: ['not_found'],
  }),
  addresses: read({
    method: 'POST',
    path: 'wallet/get_address',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ currency: z.optional(id) }),
    output: z.array(address),
    refusals: [],
  }),
  addAddress: change({
    rate: 'guess',
    method: 'POST',
    path: 'wallet/addaddress',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      currency_id: id,
      address: typed(128),
      notes: typed(60),
      netType: typed(20),
      nettype: typed(20),
      code: typedCode,
      pay_password: pin,
    }),
    output: address,
    refusals: [
      'not_found',
      'address_required',
      'address_malformed',
      'network_unknown',
      'address_taken',
      'address_limit',
      ...CODE,
      ...PIN,
    ],
  }),
  removeAddress: change({
    method: 'POST',
    path: 'wallet/deladdress',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ address_id: id }),
    output: z.object({}),
    refusals: ['not_found'],
  }),
  submit: change({
    rate: 'guess',
    method: 'POST',
    path: 'wallet/out',
    who: 'k1',
    wrap: 'said',
    input: z.strictObject({
      currency: id,
      number: typedDec,
      address: typed(128),
      address_id: z.optional(id),
      netType: typed(20),
      nettype: typed(20),
      notes: typed(100),
      pay_password: pin,
      code: typedCode,
      totp: typedTotp,
      rate: z.optional(z.unknown()),
    }),
    output: withdrawRow,
    refusals: [
      'not_found',
      'address_unset',
      'address_required',
      'address_unknown',
      'address_held',
      'network_unknown',
      'amount_below_min',
      'amount_above_max',
      'amount_step',
      ...limits,
    ],
  }),
  submitBank: change({
    rate: 'guess',
    method: 'POST',
    path: 'wallet/out2',
    who: 'k2',
    wrap: 'said',
    input: z.strictObject({
      currency: id,
      number: typedDec,
      fiat: fiatCode,
      quote_id: quoteId,
      way: z.optional(payWay),
      notes: typed(100),
      pay_password: pin,
      code: typedCode,
      totp: typedTotp,
    }),
    output: withdrawRow,
    refusals: ['payee_missing', ...QUOTE, ...limits],
  }),
  list: read({
    method: 'GET',
    path: 'charge_mention/log3',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      currency: z.optional(id),
      status: z.optional(moneyStatus),
      /** An addition. The time of the withdrawal in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: paginated(withdrawRow),
    refusals: [],
  }),
}

/** Sent when a withdrawal is asked for or decided. */
export const withdrawChanged = z.object({
  ev: z.literal('withdraw.changed'),
  v: withdrawRow,
  why: z.optional(z.string()),
})

export const withdrawSpec = spec({ calls: withdraw, events: [withdrawChanged], channels: {} })
