import * as z from 'zod/mini'
import { payWay } from './bank.ts'
import { maxReportText } from './deposit-watch.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { moneyStatus } from '#contract/wire/decision.ts'
import { files, flag, id, ms, sid, time, typed, whole } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, paginated, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'
import { fiatCode, QUOTE, quoteId } from '#contract/assets/assets-moves.ts'

/** Stands for bank money where the id of a coin is asked for. */
export const bankCurrency = 9999
export const maxProofs = 6

/** A deposit by network, or by bank (`is_bank`): credited to the spot account when it has passed. */
export const depositRow = z.object({
  id,
  uid: id,
  amount: dec,
  daozhang_num: dec,
  user_account: z.string(),
  status: moneyStatus,
  currency_id: id,
  name: z.string(),
  netType: z.nullable(z.string()),
  address: z.nullable(z.string()),
  fiat: z.nullable(z.string()),
  fiat_amount: z.nullable(dec),
  img: z.string(),
  imgs: z.array(z.string()),
  is_bank: flag,
  bank_name: z.nullable(z.string()),
  bank_account: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  /** What was sent, where a fee is kept of it: `amount` is without the fee. */
  sent: z.optional(dec),
  /** Of one that a watcher has seen: its confirmations, and how many it needs. */
  confirmations: z.optional(z.int()),
  needed: z.optional(z.int()),
  created_at: time,
  updated_at: time,
  rev: z.int(),
})
export type DepositRow = z.output<typeof depositRow>

/** An account of the venue to which a person transfers fiat; `rate` is fiat per unit of the base coin, for display. */
export const remittanceAccount = z.object({
  id: sid,
  fiat: z.string(),
  country: z.string(),
  payee_name: z.string(),
  payee_address: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_account: z.string(),
  iban: z.nullable(z.string()),
  swift_code: z.nullable(z.string()),
  routing_no: z.nullable(z.string()),
  min_amount: dec,
  max_amount: dec,
  fee_rate: dec,
  rate: dec,
  note: z.nullable(z.string()),
  /** When transfers are looked at, as the desk wrote it. */
  hours: z.nullable(z.string()),
})
export type RemittanceAccount = z.output<typeof remittanceAccount>

/**
 * A transfer of fiat to one of those accounts; `reference` is what the person writes on it, `result` what is credited
 * when it has passed.
 */
export const remittance = z.object({
  id: sid,
  remit_no: z.string(),
  account_id: sid,
  fiat: z.string(),
  amount: dec,
  price: dec,
  result: dec,
  fee: dec,
  payer_name: z.string(),
  imgs: z.array(z.string()),
  reference: z.string(),
  status: moneyStatus,
  remark: z.nullable(z.string()),
  create_time: time,
  update_time: time,
  rev: z.int(),
})
export type Remittance = z.output<typeof remittance>

/** The account of the venue for bank deposits. */
export const companyAccount = z.object({ bkname: z.string(), bkcardnumer: z.string(), cardname: z.string() })
/** The caller's addresses of one coin by network, and nothing else. */
const addressMap = z.record(z.string(), z.string())

/**
 * A network by which a coin can be deposited now. `address` is the caller's own one, or one that all share, and `memo`
 * the number by which the caller is told apart; both null until the network is named. `is_exhausted`: none is left.
 * `is_watched`: a watcher tells of transactions there, so that nobody has to report one.
 */
export const depositNetwork = z.object({
  currency: id,
  network: z.string(),
  min: dec,
  fee: dec,
  confirmations: z.int(),
  address: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  has_memo: flag,
  is_exhausted: flag,
  is_watched: flag,
})
export type DepositNetwork = z.output<typeof depositNetwork>

const imgs = files(maxProofs)

export const deposit = {
  addresses: read({
    method: 'POST',
    path: 'wallet/get_in_address',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ currency: id }),
    output: z.union([companyAccount, addressMap]),
    refusals: ['not_found', 'network_unknown', 'bank_closed', 'pool_empty'],
  }),
  networks: read({
    description:
      'Addition. List the ways in that work now: networks of all coins or of one, and whether money can come by ' +
      'bank. With a coin and a network the address on it is given; it stays the same.',
    method: 'GET',
    path: 'wallet/deposit_networks',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ currency: z.optional(id), network: typed(20) }),
    /** `has_company`: fiat to the company's account; `has_remittance`: transfers to an account by currency. */
    output: z.object({ list: z.array(depositNetwork), has_company: flag, has_remittance: flag }),
    refusals: ['not_found', 'network_unknown'],
  }),
  watch: change({
    description:
      'Addition. Report transactions that pay deposit addresses, for a watcher of the chains: signed with the secret ' +
      'that it shares with the venue (HMAC-SHA256 of `body`, in hex).',
    method: 'POST',
    path: 'watch/deposits',
    who: 'any',
    wrap: 'plain',
    isHidden: true,
    input: z.strictObject({
      /** JSON: `at_ms`, and `list` of what was seen. */
      body: z.string().check(z.maxLength(maxReportText)),
      signature: z.string().check(z.maxLength(64)),
    }),
    output: z.object({ taken: z.int() }),
    refusals: ['not_found', 'line_wrong', 'too_late'],
  }),
  charge: change({
    method: 'POST',
    path: 'wallet/charge_req',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      currency: id,
      amount: typedDec,
      account: typed(128),
      netType: typed(20),
      nettype: typed(20),
      imgs,
    }),
    output: depositRow,
    refusals: [
      'not_found',
      'amount_required',
      'amount_below_min',
      'amount_step',
      'proof_required',
      'file_unknown',
      'network_unknown',
    ],
  }),
  chargeBank: change({
    method: 'POST',
    path: 'wallet/charge_req2',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      currency: id,
      fiat: fiatCode,
      amount: typedDec,
      quote_id: quoteId,
      way: z.optional(payWay),
      bank_name: typed(100),
      bank_account: typed(100),
      real_name: typed(60),
      imgs,
    }),
    output: depositRow,
    refusals: ['payee_missing', 'amount_required', ...QUOTE, 'proof_required', 'file_unknown', 'bank_closed'],
  }),
  list: read({
    method: 'GET',
    path: 'charge_mention/log2',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      currency: z.optional(id),
      status: z.optional(moneyStatus),
      /** An addition. The time of the deposit in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: paginated(depositRow),
    refusals: [],
  }),
  remittanceAccounts: read({
    method: 'GET',
    path: 'remittance/remittanceList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ fiat: z.optional(fiatCode) }),
    output: z.object({ list: z.array(remittanceAccount), reference: z.string(), server_now_ms: ms }),
    refusals: [],
  }),
  remit: change({
    method: 'POST',
    path: 'remittance/remittance',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      account_id: sid,
      amount: typedDec,
      quote_id: quoteId,
      payer_name: typed(60),
      imgs,
      remark: typed(100),
    }),
    output: remittance,
    refusals: [
      'not_found',
      'bank_closed',
      'amount_required',
      ...QUOTE,
      'proof_required',
      'file_unknown',
      'real_name_required',
    ],
  }),
  remittances: read({
    method: 'GET',
    path: 'remittance/remittanceRecord',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      status: z.optional(moneyStatus),
      /** An addition. The time of the remittance in epoch milliseconds, both ends included. */
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: listed(remittance),
    refusals: [],
  }),
}

/** Sent when a deposit or a remittance is made or decided. */
export const depositChanged = z.object({ ev: z.literal('deposit.changed'), v: depositRow, why: z.optional(z.string()) })
export const remittanceChanged = z.object({
  ev: z.literal('deposit.remittanceChanged'),
  v: remittance,
  why: z.optional(z.string()),
})

export const depositSpec = spec({ calls: deposit, events: [depositChanged, remittanceChanged], channels: {} })
