import * as z from 'zod/mini'
import { payee, payWay } from '#contract/wallet/bank.ts'
import { deskBatch } from './desk-batch.ts'
import { otcAppeal, otcRuling, agreed, offer } from '#contract/otc/otc-order.ts'
import { otcRole, otcStatus } from '#contract/otc/otc-steps.ts'
import { message } from '#contract/chat/chat.ts'
import { flag, id, ms, sid } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { dec } from '#contract/wire/money.ts'

/** What the desk may do. Each power opens its own calls; to others those calls do not exist (`not_found`). */
export const deskPowers = [
  'deskKyc',
  'deskMoney',
  'deskAppeal',
  'deskLaunch',
  'deskService',
  'deskNews',
  'deskSettings',
  'deskUser',
  'grantPower',
] as const
export const deskPower = z.enum(deskPowers)
export type DeskPower = z.output<typeof deskPower>

/**
 * The kinds of cases, and the power that decides each. A `change` (settings, products, markets) and a `grant` (powers,
 * agent levels) is an act of the desk that takes a second person. A `batch` is withdrawals that are sent together.
 */
export const caseKinds = [
  'kyc',
  'kyc_advanced',
  'deposit',
  'remittance',
  'withdraw',
  'batch',
  'launch',
  'appeal',
  'totp',
  'change',
  'grant',
] as const
export const caseKind = z.enum(caseKinds)
export type CaseKind = z.output<typeof caseKind>
export const powerOfKind = {
  kyc: 'deskKyc',
  kyc_advanced: 'deskKyc',
  deposit: 'deskMoney',
  remittance: 'deskMoney',
  withdraw: 'deskMoney',
  batch: 'deskMoney',
  launch: 'deskLaunch',
  appeal: 'deskAppeal',
  totp: 'deskUser',
  change: 'deskSettings',
  grant: 'grantPower',
} as const satisfies Record<CaseKind, DeskPower>

/**
 * An appeal is `ruled` by the desk, or `settled` by its parties: the seller released, or both agreed to a split.
 * `cancelled`: by the person of the case; of a batch: dissolved.
 */
export const caseStatus = z.enum(['open', 'passed', 'rejected', 'ruled', 'settled', 'cancelled'])
export type CaseStatus = z.output<typeof caseStatus>
/** `send`: a withdrawal is decided to be sent, and waits for a batch. */
export const caseDecision = z.enum(['pass', 'reject', 'send', 'to_buyer', 'to_seller'])
export type CaseDecision = z.output<typeof caseDecision>

/** What should make a decider look twice. */
export const caseSignal = z.enum([
  'card_elsewhere',
  'address_elsewhere',
  'sender_elsewhere',
  'credited_before',
  'tried_before',
  'new_account',
  'new_address',
  'name_differs',
  'locked',
  'needs_two',
  'first_approval',
  'no_answer',
  'waits_long',
  'no_voucher',
  'split_offered',
  'lost_before',
  'moved',
  'to_send',
  'in_batch',
  'asked',
  'answered',
])
export type CaseSignal = z.output<typeof caseSignal>

/** An account as the desk sees it: mail and phone masked. */
export const deskAccount = z.object({ id, nickname: z.string(), account: z.string() })
export type DeskAccount = z.output<typeof deskAccount>

/** One line of a queue. `amount` is what is at stake, in `coin`; `title` says whose or what it is. */
export const deskCase = z.object({
  id: sid,
  kind: caseKind,
  status: caseStatus,
  user: deskAccount,
  title: z.string(),
  amount: z.nullable(dec),
  coin: z.nullable(z.string()),
  signals: z.array(caseSignal),
  opened_ms: ms,
  decided_ms: z.nullable(ms),
  reason: z.nullable(z.string()),
  /** An addition: who of the desk has taken it; of a decided case nobody. */
  assigned: z.nullable(deskAccount),
  rev: z.int(),
})
export type DeskCase = z.output<typeof deskCase>

export const factName = z.enum([
  'name',
  'country',
  'card',
  'card_type',
  'address',
  'worth',
  'since',
  'level',
  'amount',
  'fee',
  'receipt',
  'credited',
  'sent',
  'price',
  'network',
  'paid_to',
  'sender',
  'txid',
  'bank',
  'branch',
  'account',
  'code',
  'bank_address',
  'payee_address',
  'postal',
  'nickname',
  'reference',
  'number',
  'note',
  'address_note',
  'usable',
  'earliest',
  'device',
  'place',
  'seen',
  'batch',
  'confirmations',
])
export type FactName = z.output<typeof factName>
/**
 * A thing to compare: what the person says, and what is known of it elsewhere. `unit` is a coin or currency of an
 * amount.
 */
export const caseFact = z.object({
  name: factName,
  value: z.string(),
  unit: z.nullable(z.string()),
  elsewhere: z.nullable(z.string()),
  is_odd: flag,
})
export type CaseFact = z.output<typeof caseFact>
export const caseFileName = z.enum(['front', 'reverse', 'hand', 'proof', 'collection'])
export const caseFile = z.object({ name: caseFileName, url: z.string() })
export type CaseFile = z.output<typeof caseFile>

/** Another account that shares something with the one of the case. */
export const relative = z.extend(deskAccount, {
  shares: z.enum(['card', 'address', 'sender', 'account']),
  kyc: z.int(),
})
export type Relative = z.output<typeof relative>

/** What ties two accounts: a device, an address, or that one was invited by the other or by whom the other invited. */
export const tieKinds = ['device', 'address', 'invitation'] as const
const tie = z.extend(deskAccount, { by: z.array(z.enum(tieKinds)) })
export type Tie = z.output<typeof tie>

/**
 * One act of the desk. Lines are only added. `by` is null where the demo's review decided. `ties`: those whom the act
 * benefits, or who approved it first, and what ties them to who did it.
 */
/** The reason in the log of what nobody of the desk did, but who operates the machine. */
export const machineReason = 'machine'
export const deskLog = z.object({
  id,
  at_ms: ms,
  by: z.nullable(deskAccount),
  action: z.string(),
  kind: z.nullable(caseKind),
  case_id: z.nullable(z.string()),
  about: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ties: z.array(tie),
})
export type DeskLog = z.output<typeof deskLog>

/** What a decider types when passing: the transaction that paid a withdrawal; how much of a deposit has arrived. */
export const caseAsk = z.enum(['txid', 'credited'])
export type CaseAsk = z.output<typeof caseAsk>

/**
 * One party of a disputed order: the verified name to compare with the vouchers, and how this person has traded so far.
 */
const appealParty = z.extend(deskAccount, {
  real_name: z.string(),
  is_bot: flag,
  done_count: z.int(),
  finish_rate: dec,
  /** Appeals that the desk has ruled for and against this person. */
  won: z.int(),
  lost: z.int(),
})
export type AppealParty = z.output<typeof appealParty>

/** A ruled case that resembles this one: opened by the same role; the same way of payment first. */
const likeCase = z.object({
  case_id: sid,
  order_no: z.string(),
  way: payWay,
  fiat: z.string(),
  total_amount: dec,
  ruling: otcRuling,
})
export type LikeCase = z.output<typeof likeCase>

/** A disputed order as the desk sees it: both sides in full. */
export const appealFile = z.object({
  order_no: z.string(),
  currency_name: z.string(),
  fiat: z.string(),
  unit_price: dec,
  number: dec,
  total_amount: dec,
  way: payWay,
  payee,
  fee: dec,
  fee_payer: otcRole,
  buyer: appealParty,
  seller: appealParty,
  payment_vouchers: z.array(z.string()),
  appeals: z.array(otcAppeal),
  offers: z.array(offer),
  split: z.nullable(agreed),
  ruling: z.nullable(otcRuling),
  status: otcStatus,
  create_ms: ms,
  paid_ms: z.nullable(ms),
  ended_ms: z.nullable(ms),
  moved_ms: z.int(),
  like: z.array(likeCase),
  /** What the two wrote to each other while the order was open, oldest first; the newest of it when there is more. */
  talk: z.array(message),
  has_more_talk: flag,
})
export type AppealFile = z.output<typeof appealFile>

/** What a person of a case was asked for, and the answer; `is_open` while it is waited for. */
const deskAsked = z.object({
  id,
  user: deskAccount,
  by: deskAccount,
  text: z.string(),
  at_ms: ms,
  until_ms: ms,
  is_open: flag,
  answer: z.nullable(z.string()),
  files: z.array(z.string()),
  answered_ms: z.nullable(ms),
})
export type DeskAsked = z.output<typeof deskAsked>

/**
 * Everything a decider needs of one case. `past`: the person's other cases that the same power decides, newest first.
 * `needs_two`: two people
 * have to pass it, and `approved` is the first of them. `is_own` cases are for somebody else. `ties`: whom the reader
 * is
 * tied to among those it benefits and who has approved it. `change`: what an act of the desk would change, as JSON.
 */
export const deskCaseFull = z.extend(deskCase, {
  facts: z.array(caseFact),
  files: z.array(caseFile),
  relatives: z.array(relative),
  past: z.array(deskCase),
  history: z.array(deskLog),
  may: z.array(caseDecision),
  asks: z.array(caseAsk),
  is_own: flag,
  needs_two: flag,
  approved: z.nullable(
    z.object({ by: deskAccount, at_ms: ms, credited: z.nullable(dec), txid: z.nullable(z.string()) }),
  ),
  ties: z.array(tie),
  change: z.nullable(z.object({ about: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  server_now_ms: ms,
  /** Additions: what its people were asked for, newest first; who may be asked, and who else may decide it. */
  asked: z.array(deskAsked),
  may_ask: z.array(z.extend(deskAccount, { lang })),
  colleagues: z.array(deskAccount),
  /** In what its person reads the reason. */
  lang,
  /** The disputed order; null for other kinds. */
  appeal: z.nullable(appealFile),
  /** Withdrawals that are sent together; no other kind has it. */
  batch: z.optional(deskBatch),
})
export type DeskCaseFull = z.output<typeof deskCaseFull>
