import { kycRow, type kyc } from '#contract/kyc/kyc.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Handlers } from '#server/core/context.ts'
import { fileOf } from '#server/identity/links.ts'
import { kycOf } from '#server/identity/people.ts'
import { startReview } from './review.ts'
import { kycRowOf } from './view.ts'
import { usualWait } from './waits.ts'
import { Refusal } from '#server/core/refusal.ts'
import { kycId, type Kyc } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'
import type { KycContext } from './context.ts'

const checkMayApply = (ctx: KycContext, row: Kyc, expect: KycStatus | undefined) => {
  if (expect !== undefined && expect !== row.status)
    throw new Refusal('state_moved', { now: encode(kycRow, kycRowOf(ctx, row)) })
  if (row.status === 'underReview') throw new Refusal('kyc_under_review')
  if (row.status === 'passed') throw new Refusal('kyc_passed')
}
export const kycHandlers: Handlers<typeof kyc, KycContext> = {
  primary: (ctx, { user }, input) => {
    const row = kycOf(ctx, user, 1)
    checkMayApply(ctx, row, input.expect)
    if (!input.name) throw new Refusal('name_required')
    if (!input.country) throw new Refusal('country_required')
    if (!input.card_id) throw new Refusal('card_id_required')
    const holder = ctx.tables.kycs.one('card', input.card_id.toUpperCase())
    if (holder && holder.user !== user) throw new Refusal('card_id_taken')
    const path = (text: string | undefined) => (text ? fileOf(ctx, user, text).id : null)
    return startReview(ctx, {
      ...row,
      name: input.name,
      country: input.country,
      card: input.card_id,
      cardType: input.card_type ?? null,
      address: input.address ?? null,
      front: path(input.front_pic),
      reverse: path(input.reverse_pic),
      hand: path(input.hand_pic),
    })
  },
  advanced: (ctx, { user }, input) => {
    const first = kycOf(ctx, user, 1)
    if (first.status !== 'passed') throw new Refusal('kyc_primary_first')
    const row = kycOf(ctx, user, 2)
    checkMayApply(ctx, row, input.expect)
    if (!input.card_id) throw new Refusal('card_id_required')
    if (input.card_id.toUpperCase() !== first.card?.toUpperCase()) throw new Refusal('card_id_differs')
    // Clients that ask for the address only once leave it blank here.
    const address = input.address || first.address
    if (!address) throw new Refusal('address_required')
    const { front_pic, reverse_pic, hand_pic } = input
    if (!front_pic || !reverse_pic || !hand_pic) throw new Refusal('photo_required')
    const path = (text: string) => fileOf(ctx, user, text).id
    return startReview(ctx, {
      ...row,
      name: first.name,
      country: first.country,
      card: input.card_id,
      cardType: first.cardType ?? null,
      address,
      front: path(front_pic),
      reverse: path(reverse_pic),
      hand: path(hand_pic),
    })
  },
  state: (ctx, { user }) => {
    const person = ctx.tables.users.need(user)
    const first = ctx.tables.kycs.get(kycId(user, 1))
    return {
      ...kycRowOf(ctx, kycOf(ctx, user, 2)),
      id: user,
      phone: maskOf.mobile(person.mobile),
      email: maskOf.email(person.email),
      primary: first ? kycRowOf(ctx, first) : null,
      usual_wait_ms: { primary: usualWait(ctx, 1), advanced: usualWait(ctx, 2) },
    }
  },
}
