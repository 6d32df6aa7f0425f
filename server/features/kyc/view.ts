import { timeOf } from '#contract/wire/fields.ts'
import type { KycRow } from '#contract/kyc/kyc.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import { linkOf } from '#server/identity/links.ts'
import type { Kyc } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'

/** One verification level in wire form, for its owner. */
export const kycRowOf = (ctx: IdentityContext, row: Kyc): KycRow => {
  const picture = (path: string | null) => (path === null ? null : linkOf(ctx, path, row.user))
  return {
    level: row.level === 1 ? 'primary' : 'advanced',
    review_status: row.status,
    reject_reason: row.reason,
    name: row.name,
    country: row.country,
    card_id: maskOf.card(row.card),
    card_type: row.cardType ?? null,
    address: row.address,
    front_pic: picture(row.front),
    reverse_pic: picture(row.reverse),
    hand_pic: picture(row.hand),
    submitted_time: row.submittedAt === null ? null : timeOf(row.submittedAt),
    reviewed_time: row.reviewedAt === null ? null : timeOf(row.reviewedAt),
    rev: row.rev,
  }
}
