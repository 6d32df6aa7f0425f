import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { logAct, textOf } from './log.ts'
import type { Act, ActRow } from './rows.ts'
import type { DeskContext } from './context.ts'

/** Due when the demo is the second person of a change. */
export const actReview = deadline('actReview')

/** An act of the desk, checked and not done yet: what it changes, and whether it takes two people. */
export type Plan = {
  kind: ActRow['kind']
  /** What it changes; a later act about the same replaces one that waits. */
  subject: string
  action: string
  about: string
  before?: unknown
  after: unknown
  takesTwo: boolean
  /** The account that it is about, if it is about one. */
  user?: number
  apply: () => void
}
export const actCaseId = ({ kind, id }: Pick<ActRow, 'kind' | 'id'>) => `${kind}-${id}`
/** The case in which an act about this waits for a second person. */
export function waitsOf({ tables }: DeskContext, subject: string): string | null {
  const row = tables.deskActs.group('open', subject)[0]
  return row ? actCaseId(row) : null
}
/** A file of addresses is kept only while it waits: what was taken of it has its own table, its hash is in the log. */
const withoutFile = (act: Act): Act => (act.call === 'addPool' ? { ...act, input: { ...act.input, csv: '' } } : act)
export const closeAct = (
  { tables, now }: DeskContext,
  row: ActRow,
  status: Exclude<ActRow['status'], 'open'>,
  answer: string | null = null,
) => tables.deskActs.put({ ...row, act: withoutFile(row.act), status, answer, decidedAt: now(), rev: row.rev + 1 })

/**
 * Does what one person may do alone, or proposes it: the proposal is the first of two approvals. One that still waits
 * about the same gives way to it.
 */
export function actAs(ctx: DeskContext, by: number, act: Act, plan: Plan) {
  const { kind, subject, action, about, before, after, user } = plan
  const reason = act.input.reason ?? ''
  if (reason === '') throw new Refusal('reason_required')
  const told = { by, action, about, reason, before, after, with: user === undefined ? [] : [user] }
  if (!plan.takesTwo) {
    plan.apply()
    logAct(ctx, told)
    return
  }
  const { tables } = ctx
  for (const earlier of tables.deskActs.group('open', subject)) {
    closeAct(ctx, earlier, 'cancelled')
    tables.deskApprovals.remove(actCaseId(earlier))
  }
  const at = ctx.now()
  const row = tables.deskActs.put({
    id: tables.deskActs.nextId(),
    kind,
    act,
    subject,
    action,
    about,
    before: textOf(before),
    after: textOf(after),
    reason,
    by,
    user: user ?? by,
    at,
    status: 'open',
    decidedAt: null,
    answer: null,
    rev: 1,
  })
  const id = actCaseId(row)
  tables.deskApprovals.put({ id, by, at, credited: null, txid: null, rev: row.rev })
  if (ctx.settings.demoReview) ctx.deadlines.set(actReview, String(row.id), at + ctx.settings.desk.reviewMs)
  logAct(ctx, { ...told, action: 'propose', kind, caseId: id })
}
