import { deadline } from '#server/core/deadlines.ts'
import type { Kyc } from '#server/identity/rows.ts'
import type { KycContext } from './context.ts'
import { kycRowOf } from './view.ts'

/** The demo's review of an application is due. */
export const kycReview = deadline('kycReview')
const reviewMs = 4000

/** Stores a changed level and sends it to its owner. */
export const putKyc = (ctx: KycContext, row: Kyc) => {
  const v = kycRowOf(ctx, ctx.tables.kycs.put({ ...row, rev: row.rev + 1 }))
  ctx.emit(row.user, { ev: 'kyc.changed', v })
  return v
}
/** Hands an application in for review. */
export const startReview = (ctx: KycContext, row: Kyc) => {
  if (ctx.settings.demo) ctx.deadlines.set(kycReview, row.id, ctx.now() + reviewMs)
  return putKyc(ctx, { ...row, status: 'underReview', reason: null, submittedAt: ctx.now(), reviewedAt: null })
}
/** The demo's rule: an ID number of six characters or more passes, a shorter one is rejected. */
export const reviewKyc = (ctx: KycContext, ref: string) => {
  const row = ctx.tables.kycs.get(ref)
  if (!row || row.status !== 'underReview') return
  const isGood = (row.card ?? '').length >= 6
  putKyc(ctx, { ...row, status: isGood ? 'passed' : 'rejected', reason: isGood ? null : 'card_id', reviewedAt: ctx.now() })
}
