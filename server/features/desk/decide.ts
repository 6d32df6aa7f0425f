import { deskCase, type CaseDecision, type CaseKind } from '#contract/desk/desk-cases.ts'
import type { desk } from '#contract/desk/desk.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { Refusal } from '#server/core/refusal.ts'
import { closeAsks } from '#server/identity/asks.ts'
import { isApproved } from './approvals.ts'
import type { DeskContext } from './context.ts'
import { logAct, readText } from './log.ts'
import type { ApprovalRow } from './rows.ts'
import { isConsent, isOwnCase, type Decided, type OpenedCase } from './queue.ts'

/** Whom a decision benefits, and who has approved it before. */
export const withWhom = (found: OpenedCase, decision: CaseDecision, first: ApprovalRow | undefined) =>
  decision === 'reject'
    ? []
    : [...(found.change?.with ?? found.benefits(decision)), ...(first === undefined ? [] : [first.by])]

type Typed = Pick<Decided, 'credited' | 'txid'>
/** What was typed, as the log tells it. */
const toldOf = ({ credited, txid }: Typed) => ({
  ...(credited !== null && { credited }),
  ...(txid !== null && { txid }),
})

/** Decides a case and writes the line of the log, in one transaction. `by` is null where the demo's review decides. */
export function settleCase(
  ctx: DeskContext,
  by: number | null,
  found: OpenedCase,
  { id, kind, ...decided }: Omit<Decided, 'by'> & { id: string; kind: CaseKind },
) {
  const { decision, reason } = decided
  const after = found.decide(ctx, { ...decided, by })
  const first = ctx.tables.deskApprovals.get(id)
  if (first) ctx.tables.deskApprovals.remove(id)
  if (ctx.tables.deskAssigned.get(id)) ctx.tables.deskAssigned.remove(id)
  closeAsks(ctx, id)
  const change = decision === 'pass' ? found.change : null
  logAct(ctx, {
    by,
    kind,
    caseId: id,
    reason,
    action: decision,
    about: change?.about ?? null,
    before: change ? readText(change.before) : { status: found.state.status },
    after: change
      ? readText(change.after)
      : { status: after.state.status, ...(decision === 'pass' && toldOf(decided)) },
    with: withWhom(found, decision, first),
  })
  return after.view(ctx)
}

const isTypedAmiss = ({ asks }: OpenedCase, decision: CaseDecision, { credited, txid }: Typed) =>
  isConsent(decision) &&
  ((credited !== null && !asks.includes('credited')) ||
    (txid !== null && (decision === 'send' || !asks.includes('txid'))))

/**
 * The decision of a person: never on a case of their own, with a reason unless it passes, by two people where that is
 * needed.
 */
export function decideAs(
  ctx: DeskContext,
  user: number,
  found: OpenedCase,
  kind: CaseKind,
  input: InputOf<typeof desk.decide>,
) {
  const { id, decision, expect } = input
  const typed = { credited: input.credited || null, txid: input.txid || null }
  const decided = { by: user, decision, reason: input.reason || null, ...typed }
  if (isOwnCase(found.state, user)) throw new Refusal('own_case')
  const before = found.view(ctx)
  if (id !== before.id || (expect !== undefined && expect !== before.rev))
    throw new Refusal('state_moved', { now: encode(deskCase, before) })
  if (!found.may.includes(decision))
    throw new Refusal('step_refused', { now: encode(deskCase, before), may: [...found.may] })
  if (!isConsent(decision) && decided.reason === null) throw new Refusal('reason_required')
  if (isTypedAmiss(found, decision, typed)) throw new Refusal('malformed')
  if (isConsent(decision)) {
    if (found.isMoved(ctx)) throw new Refusal('state_moved', { now: encode(deskCase, before) })
    found.check(ctx, decided)
    if (!isApproved(ctx, user, { id, kind, stake: found.stake(ctx), rev: found.state.rev, ...typed })) {
      const { status } = before
      logAct(ctx, {
        by: user,
        kind,
        caseId: id,
        reason: decided.reason,
        action: 'approve',
        before: { status },
        after: { status, ...toldOf(typed) },
        with: withWhom(found, decision, undefined),
      })
      return found.view(ctx)
    }
  }
  return settleCase(ctx, user, found, { id, kind, ...decided })
}
