import type { kyc, KycStatus } from '#contract/kyc.ts'
import type { Handlers, CommandContext } from '#server/core/context.ts'
import { fileOf } from '#server/identity/links.ts'
import { kycOf, kycRowOf } from '#server/identity/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { kycId, type Kyc } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'

/** How long the demo's desk takes to look. */
const reviewMs = 4000

const mayApply = (ctx: CommandContext, row: Kyc, expect: KycStatus | undefined) => {
  if (expect !== undefined && expect !== row.status) throw new Refusal('state_moved', { now: kycRowOf(ctx, row) })
  if (row.status === 'underReview') throw new Refusal('kyc_under_review')
  if (row.status === 'passed') throw new Refusal('kyc_passed')
}
const put = (ctx: CommandContext, row: Kyc) => {
  const kept = ctx.tables.kycs.put({ ...row, rev: row.rev + 1 })
  const told = kycRowOf(ctx, kept)
  ctx.emit(row.user, { ev: 'kyc.changed', v: told })
  return told
}
const apply = (ctx: CommandContext, row: Kyc) => {
  if (ctx.settings.demo) ctx.deadlines.set('kycReview', row.id, ctx.now() + reviewMs)
  return put(ctx, { ...row, status: 'underReview', reason: null, submittedAt: ctx.now(), reviewedAt: null })
}

/** The demo's desk: an ID number of six characters or more passes, a shorter one is sent back. */
export const reviewKyc = (ctx: CommandContext, ref: string) => {
  const row = ctx.tables.kycs.get(ref)
  if (!row || row.status !== 'underReview') return
  const isGood = (row.card ?? '').length >= 6
  put(ctx, { ...row, status: isGood ? 'passed' : 'rejected', reason: isGood ? null : 'card_id', reviewedAt: ctx.now() })
}

export const kycHandlers: Handlers<typeof kyc> = {
  primary: (ctx, { user }, input) => {
    const row = kycOf(ctx, user, 1)
    mayApply(ctx, row, input.expect)
    if (!input.name) throw new Refusal('name_required')
    if (!input.country) throw new Refusal('country_required')
    if (!input.card_id) throw new Refusal('card_id_required')
    const holder = ctx.tables.kycs.one('card', input.card_id.toUpperCase())
    if (holder && holder.user !== user) throw new Refusal('card_id_taken')
    const path = (text: string | undefined) => (text ? fileOf(ctx, user, text).id : null)
    return apply(ctx, {
      ...row, name: input.name, country: input.country, card: input.card_id, address: input.address ?? null,
      front: path(input.front_pic), reverse: path(input.reverse_pic), hand: path(input.hand_pic),
    })
  },
  advanced: (ctx, { user }, input) => {
    const first = kycOf(ctx, user, 1)
    if (first.status !== 'passed') throw new Refusal('kyc_primary_first')
    const row = kycOf(ctx, user, 2)
    mayApply(ctx, row, input.expect)
    if (!input.card_id) throw new Refusal('card_id_required')
    if (input.card_id.toUpperCase() !== first.card?.toUpperCase()) throw new Refusal('card_id_differs')
    if (!input.address) throw new Refusal('address_required')
    const { front_pic, reverse_pic, hand_pic } = input
    if (!front_pic || !reverse_pic || !hand_pic) throw new Refusal('photo_required')
    const path = (text: string) => fileOf(ctx, user, text).id
    return apply(ctx, {
      ...row, name: first.name, country: first.country, card: input.card_id, address: input.address,
      front: path(front_pic), reverse: path(reverse_pic), hand: path(hand_pic),
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
    }
  },
}
