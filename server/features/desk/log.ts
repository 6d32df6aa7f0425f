import type { DeskLog } from '#contract/desk/desk-cases.ts'
import { accountOf } from './accounts.ts'
import { deskLogTable, type DeskLogRow } from './rows.ts'
import { tiesTo, tiesView } from './ties.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'

type Act = Pick<DeskLogRow, 'by' | 'action' | 'reason'> &
  Partial<Pick<DeskLogRow, 'kind' | 'caseId' | 'about'>> & {
    before?: unknown
    after?: unknown
    /** Whom it benefits, and who has approved it before. */
    with?: readonly number[]
  }
export const textOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export const readText = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))

/** Writes one line of the log, in the transaction of the act it tells of. */
export const logAct = (
  ctx: DeskContext,
  { by, action, reason, kind = null, caseId = null, about = null, before, after, with: others = [] }: Act,
) =>
  ctx.tables.deskLog.put({
    id: ctx.tables.deskLog.nextId(),
    at: ctx.now(),
    by,
    action,
    kind,
    caseId,
    about,
    before: textOf(before),
    after: textOf(after),
    reason,
    ties: by === null ? [] : tiesTo(ctx, by, others),
  })

type Where = Partial<Record<'by' | 'kind' | 'case_id' | 'about', string | number | readonly string[]>>
/** Lines of the log, newest first. */
export async function readLog(
  { store }: AsyncDeskContext,
  where: Where,
  { limit, offset }: { limit: number; offset: number },
) {
  const { bodies, total } = await store.page({ table: deskLogTable, where, limit, offset })
  return { rows: bodies.map((body): DeskLogRow => JSON.parse(body)), total }
}
export const logOf = (
  ctx: DeskContext,
  { id, at, by, caseId, action, kind, about, before, after, reason, ties = [] }: DeskLogRow,
): DeskLog => ({
  id,
  at_ms: at,
  by: by === null ? null : accountOf(ctx, by),
  action,
  kind,
  case_id: caseId,
  about,
  before,
  after,
  reason,
  ties: tiesView(ctx, ties),
})
