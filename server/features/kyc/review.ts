import { kycDecisions, kycRow, mayDecideKyc, type KycDecision } from '#contract/kyc/kyc.ts'
import { encode } from '#contract/wire/coded.ts'
import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { kycOf } from '#server/identity/people.ts'
import type { Kyc } from '#server/identity/rows.ts'
import type { KycContext } from './context.ts'
import { noteWait } from './waits.ts'
import { kycRowOf } from './view.ts'

/** Due when the demo reviews an application; the desk decides then. */
export const kycReview = deadline('kycReview')
const reviewMs = 4000

/** Stores a changed verification and sends it to its owner. */
const putKyc = (ctx: KycContext, row: Kyc) => {
  const stored = ctx.tables.kycs.put({ ...row, rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'kyc.changed', v: kycRowOf(ctx, stored) })
  return stored
}
/** Puts an application under review; in the demo also sets the deadline of its review. */
export const startReview = (ctx: KycContext, row: Kyc) => {
  if (ctx.settings.demoReview) ctx.deadlines.set(kycReview, row.id, ctx.now() + reviewMs)
  const round = row.status === 'none' ? 1 : (row.round ?? 1) + 1
  return kycRowOf(
    ctx,
    putKyc(ctx, { ...row, status: 'underReview', reason: null, submittedAt: ctx.now(), reviewedAt: null, round }),
  )
}
const reject = (ctx: KycContext, row: Kyc, reason: string) =>
  putKyc(ctx, { ...row, status: 'rejected', reason, reviewedAt: ctx.now() })

/**
 * Decides a verification; the demo's review and the desk both decide by this. Without its primary level the advanced
 * one cannot stand.
 */
export function decideKyc(ctx: KycContext, row: Kyc, decision: KycDecision, reason: string | null): Kyc {
  if (!mayDecideKyc(decision, row.status))
    throw new Refusal('step_refused', { now: encode(kycRow, kycRowOf(ctx, row)), may: [] })
  noteWait(ctx, row)
  if (decision === 'pass')
    return putKyc(ctx, { ...row, status: kycDecisions.pass.to, reason: null, reviewedAt: ctx.now() })
  if (reason === null) throw new Refusal('reason_required')
  const rejected = reject(ctx, row, reason)
  const advanced = kycOf(ctx, row.user, 2)
  if (row.level === 1 && mayDecideKyc('reject', advanced.status)) reject(ctx, advanced, reason)
  return rejected
}
/** Why the demo rejects: an ID number shorter than six characters (KYC-1). Null passes. */
export const kycFault = ({ card }: Kyc) => ((card ?? '').length >= 6 ? null : 'card_id')
