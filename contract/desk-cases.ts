import * as z from 'zod/mini'
import { appealFile } from './desk-appeals.ts'
import { deskAccount } from './desk-accounts.ts'
import { flag, id, ms, sid } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'

/** What the desk may do. Each power opens its own calls; to others those calls do not exist (`not_found`). */
export const deskPowers = ['deskKyc', 'deskMoney', 'deskAppeal', 'deskLaunch', 'deskNews', 'deskSettings', 'deskUser', 'grantPower'] as const
export const deskPower = z.enum(deskPowers)
export type DeskPower = z.output<typeof deskPower>

/** The kinds of cases, and the power that decides each. */
export const caseKinds = ['kyc', 'kyc_advanced', 'appeal'] as const
export const caseKind = z.enum(caseKinds)
export type CaseKind = z.output<typeof caseKind>
export const powerOfKind = { kyc: 'deskKyc', kyc_advanced: 'deskKyc', appeal: 'deskAppeal' } as const satisfies Record<CaseKind, DeskPower>

/** An appeal is `ruled` by the desk, or `settled` by its parties: the seller released, or both agreed to a split. */
export const caseStatus = z.enum(['open', 'passed', 'rejected', 'ruled', 'settled'])
export type CaseStatus = z.output<typeof caseStatus>
export const caseDecision = z.enum(['pass', 'reject', 'to_buyer', 'to_seller'])
export type CaseDecision = z.output<typeof caseDecision>

/** What should make a decider look twice. */
export const caseSignal = z.enum(['card_elsewhere', 'address_elsewhere', 'tried_before', 'new_account', 'name_differs', 'first_approval', 'no_answer', 'waits_long', 'no_voucher', 'split_offered', 'lost_before'])
export type CaseSignal = z.output<typeof caseSignal>

/** One line of a queue. `amount` is what is at stake, in `coin`; `title` says whose or what it is. */
export const deskCase = z.object({
  id: sid, kind: caseKind, status: caseStatus, user: deskAccount, title: z.string(), amount: z.nullable(dec), coin: z.nullable(z.string()),
  signals: z.array(caseSignal), opened_ms: ms, decided_ms: z.nullable(ms), reason: z.nullable(z.string()), rev: z.int(),
})
export type DeskCase = z.output<typeof deskCase>

export const factName = z.enum(['name', 'country', 'card', 'address', 'worth', 'since', 'level'])
export type FactName = z.output<typeof factName>
/** A thing to compare: what the person says, and what is known of it elsewhere. `unit` is a coin or currency of an amount. */
export const caseFact = z.object({ name: factName, value: z.string(), unit: z.nullable(z.string()), elsewhere: z.nullable(z.string()), is_odd: flag })
export type CaseFact = z.output<typeof caseFact>
export const caseFileName = z.enum(['front', 'reverse', 'hand', 'proof'])
export const caseFile = z.object({ name: caseFileName, url: z.string() })
export type CaseFile = z.output<typeof caseFile>

/** Another account that shares something with the one of the case. */
export const relative = z.extend(deskAccount, { shares: z.enum(['card', 'address']), kyc: z.int() })
export type Relative = z.output<typeof relative>

/** One act of the desk. Lines are only added. */
export const deskLog = z.object({
  id, at_ms: ms, by: deskAccount, action: z.string(), kind: z.nullable(caseKind), case_id: z.nullable(z.string()), about: z.nullable(z.string()),
  before: z.nullable(z.string()), after: z.nullable(z.string()), reason: z.nullable(z.string()),
})
export type DeskLog = z.output<typeof deskLog>

/** Everything a decider needs of one case. `approved` is the first of two approvals; `is_own` cases are for somebody else. */
export const deskCaseFull = z.extend(deskCase, {
  facts: z.array(caseFact), files: z.array(caseFile), relatives: z.array(relative), history: z.array(deskLog), may: z.array(caseDecision),
  is_own: flag, approved: z.nullable(z.object({ by: deskAccount, at_ms: ms })), server_now_ms: ms,
  /** The disputed order; null for other kinds. */
  appeal: z.nullable(appealFile),
})
export type DeskCaseFull = z.output<typeof deskCaseFull>
