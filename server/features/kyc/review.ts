import { deadline } from '#server/core/deadlines.ts'
import type { Kyc } from '#server/identity/rows.ts'
import type { KycContext } from './context.ts'
import { kycRowOf } from './view.ts'

/** Due when the demo reviews an application. */
export const kycReview = deadline('kycReview')
const reviewMs = 4000

/** Stores a changed verification and sends it to its owner. */
export const putKyc = (ctx: KycContext, row: Kyc) => {
  const v = kycRowOf(ctx, ctx.tables.kycs.put({ ...row, rev: row.rev + 1 }))
  ctx.emit(row.user, { ev: 'kyc.changed', v })
  return v
}
/** Puts an application under review; in the demo also sets the deadline of its review. */
export const startReview = (ctx: KycContext, row: Kyc) => {
  if (ctx.settings.demo) ctx.deadlines.set(kycReview, row.id, ctx.now() + reviewMs)
  return putKyc(ctx, { ...row, status: 'underReview', reason: null, submittedAt: ctx.now(), reviewedAt: null })
}
/** The demo's review: an ID number of six or more characters passes, a shorter one is rejected (KYC-1). */
export const reviewKyc = (ctx: KycContext, ref: string) => {
  const row = ctx.tables.kycs.get(ref)
  if (!row || row.status !== 'underReview') return
  const hasPassed = (row.card ?? '').length >= 6
  putKyc(ctx, { ...row, status: hasPassed ? 'passed' : 'rejected', reason: hasPassed ? null : 'card_id', reviewedAt: ctx.now() })
}
