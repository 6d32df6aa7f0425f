import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { id, ms, time, typed } from '#contract/wire/fields.ts'
import { coded } from '#contract/wire/coded.ts'
import { spec } from '#contract/wire/spec.ts'
import { kycStatus, type KycStatus } from './kyc-status.ts'

export const kycLevel = coded(z.enum(['primary', 'advanced']), { primary: 1, advanced: 2 })

/** What kind of document a number is of. */
export const documentKind = z.enum(['id_card', 'passport', 'licence'])
export type DocumentKind = z.output<typeof documentKind>

/** One level of a user's verification; primary and advanced are two rows. */
export const kycRow = z.object({
  level: kycLevel,
  review_status: kycStatus,
  reject_reason: z.nullable(z.string()),
  name: z.nullable(z.string()),
  country: z.nullable(z.string()),
  card_id: z.nullable(z.string()),
  card_type: z.optional(z.nullable(documentKind)),
  address: z.nullable(z.string()),
  front_pic: z.nullable(z.string()),
  reverse_pic: z.nullable(z.string()),
  hand_pic: z.nullable(z.string()),
  submitted_time: z.nullable(time),
  reviewed_time: z.nullable(time),
  rev: z.int(),
})
export type KycRow = z.output<typeof kycRow>
/** What the desk decides, and in which status it may. A passed level may be rejected again, with a reason. */
export const kycDecisions = {
  pass: { from: ['underReview'], to: 'passed' },
  reject: { from: ['underReview', 'passed'], to: 'rejected' },
} as const satisfies Record<string, { from: readonly KycStatus[]; to: KycStatus }>
export type KycDecision = keyof typeof kycDecisions
export const mayDecideKyc = (decision: KycDecision, status: KycStatus) =>
  kycDecisions[decision].from.some((from) => from === status)

/**
 * True if the received copy of a level is newer than the one held. The status may go back, because the desk may reject
 * or revoke a level, so only `rev` counts.
 */
export const isKycAhead = (held: KycRow, received: KycRow) => received.rev > held.rev

const picture = z.optional(z.string().check(z.maxLength(500)))
const expect = z.optional(kycStatus)

export const kyc = {
  primary: change({
    description: 'Apply for primary verification with a name, a country and a document number.',
    method: 'POST',
    path: 'user/real_name',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      name: typed(60),
      country: typed(60),
      card_id: typed(32),
      card_type: z.optional(documentKind),
      address: typed(200),
      front_pic: picture,
      reverse_pic: picture,
      hand_pic: picture,
      expect,
    }),
    output: kycRow,
    refusals: [
      'name_required',
      'country_required',
      'card_id_required',
      'card_id_taken',
      'file_unknown',
      'state_moved',
      'kyc_under_review',
      'kyc_passed',
    ],
  }),
  advanced: change({
    description: 'Apply for advanced verification with an address and photographs.',
    method: 'POST',
    path: 'user/real_name2',
    who: 'in',
    wrap: 'said',
    body: 'form',
    input: z.strictObject({
      card_id: typed(32),
      address: typed(200),
      front_pic: picture,
      reverse_pic: picture,
      hand_pic: picture,
      expect,
    }),
    output: kycRow,
    refusals: [
      'kyc_primary_first',
      'card_id_required',
      'card_id_differs',
      'address_required',
      'photo_required',
      'file_unknown',
      'state_moved',
      'kyc_under_review',
      'kyc_passed',
    ],
  }),
  state: read({
    description: 'Read where the verification stands.',
    method: 'GET',
    path: 'user/center2',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.extend(kycRow, {
      id,
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      primary: z.nullable(kycRow),
      /** Within which time most of the last applications of a level were decided; null while there were too few. */
      usual_wait_ms: z.optional(z.object({ primary: z.nullable(ms), advanced: z.nullable(ms) })),
    }),
    refusals: [],
  }),
}

/** Sent when a verification level changes. */
export const kycChanged = z.object({ ev: z.literal('kyc.changed'), v: kycRow })

export const kycSpec = spec({
  about: 'Identity verification.',
  calls: kyc,
  events: [kycChanged],
  channels: {},
})
