import type { CaseKind } from '#contract/desk/desk-cases.ts'
import { asksOf } from '#server/identity/asks.ts'
import { on } from '#server/core/deadlines.ts'
import {
  depositFault,
  depositReview,
  remittanceFault,
  remittanceReview,
} from '#server/features/wallet/deposit/review.ts'
import { kycFault, kycReview } from '#server/features/kyc/review.ts'
import { launchReview } from '#server/features/launch/settle.ts'
import { isAboutHeld, totpReview } from '#server/features/session/recovery/settle.ts'
import { withdrawFault, withdrawReview } from '#server/features/wallet/withdraw/review.ts'
import type { DeskContext } from './context.ts'
import { actReview } from './acts.ts'
import { settleCase } from './decide.ts'
import { caseId } from './queue.ts'
import { actFault } from './queues/acts.ts'
import { queueOfKind } from './queues/list.ts'

/** The case that a due review is about, and why the demo rejects it; a null fault passes. */
type Reviewed = { kind: CaseKind; ref: string; fault: string | null }

/**
 * A review of the demo decides by the same step as the desk and writes the same line of the log. A case that somebody
 * has decided meanwhile is
 * left alone. Two people are not asked for: nobody but the demo is there.
 */
const reviewing =
  (reviewedOf: (ctx: DeskContext, ref: string) => Reviewed | null) => (ctx: DeskContext, deadlineRef: string) => {
    const reviewed = ctx.settings.demoReview ? reviewedOf(ctx, deadlineRef) : null
    if (reviewed === null) return
    const { kind, ref, fault } = reviewed
    const found = queueOfKind(kind).find(ctx, ref)
    if (found?.state.status !== 'open') return
    // Somebody has asked for more: people go on with it.
    if (asksOf(ctx, caseId(kind, found.state.ref)).length > 0) return
    const isPassed = fault === null
    // The demo pays nothing out: its transaction is made up.
    const txid = isPassed && found.asks.includes('txid') ? ctx.random.bytes(32).toString('hex') : null
    settleCase(ctx, null, found, {
      id: caseId(kind, found.state.ref),
      kind,
      decision: isPassed ? 'pass' : 'reject',
      reason: fault,
      txid,
      credited: null,
    })
  }

export const demoReviews = [
  on(
    kycReview,
    reviewing(({ tables }, id) => {
      const row = tables.kycs.get(id)
      return row
        ? { kind: row.level === 1 ? 'kyc' : 'kyc_advanced', ref: String(row.user), fault: kycFault(row) }
        : null
    }),
  ),
  on(
    depositReview,
    reviewing((ctx, ref) => {
      const row = ctx.tables.deposits.get(Number(ref))
      return row ? { kind: 'deposit', ref, fault: depositFault(ctx, row) } : null
    }),
  ),
  on(
    remittanceReview,
    reviewing((ctx, ref) => {
      const row = ctx.tables.remittances.get(Number(ref))
      return row ? { kind: 'remittance', ref, fault: remittanceFault(ctx, row) } : null
    }),
  ),
  on(
    withdrawReview,
    reviewing((ctx, ref) => {
      const row = ctx.tables.withdrawals.get(Number(ref))
      return row ? { kind: 'withdraw', ref, fault: withdrawFault(ctx, row) } : null
    }),
  ),
  on(
    totpReview,
    reviewing((ctx, ref) => {
      const row = ctx.tables.totpRemovals.get(Number(ref))
      return row && isAboutHeld(ctx, row) ? { kind: 'totp', ref, fault: null } : null
    }),
  ),
  on(
    actReview,
    reviewing((ctx, ref) => {
      const row = ctx.tables.deskActs.get(Number(ref))
      return row ? { kind: row.kind, ref, fault: actFault(ctx, row) } : null
    }),
  ),
  on(
    launchReview,
    reviewing((_, ref) => ({ kind: 'launch', ref, fault: null })),
  ),
]
