import type { AppealFile } from '#contract/desk-appeals.ts'
import type { CaseDecision, CaseFact, CaseFile, CaseKind, CaseStatus, DeskCase, Relative } from '#contract/desk-cases.ts'
import type { Maybe } from '#server/core/maybe.ts'
import { accountOf } from './accounts.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'

/** What the desk knows of every kind of row: whose it is, and where it stands. */
export type CaseState = {
  ref: string; user: number
  /** Others whom the case is about; none of them decides it. */
  parties?: readonly number[]
  status: CaseStatus; openedAt: number; decidedAt: number | null; reason: string | null; rev: number
}
export const isOwnCase = ({ user, parties = [] }: CaseState, operator: number) => operator === user || parties.includes(operator)
export type Brief = Pick<DeskCase, 'title' | 'amount' | 'coin' | 'signals'>
export type Detail = { facts: readonly CaseFact[]; files: readonly CaseFile[]; relatives: readonly Relative[]; appeal?: AppealFile }
/** `txid`: the transaction that paid a withdrawal. `credited`: what a deposit is credited with, if not all of it. */
export type Decided = { decision: CaseDecision; reason: string | null; txid: string | null; credited: string | null }

/** One kind of cases, by the table and the moves of the feature that owns them. */
type Parts<Row> = {
  kind: CaseKind
  /** Rows in memory: every open one, and the decided ones unless they are evicted. */
  rows: (ctx: DeskContext) => Iterable<Row>
  find: (ctx: DeskContext, ref: string) => Row | undefined
  /** Null for a row that is no case. */
  stateOf: (row: Row) => CaseState | null
  brief: (ctx: DeskContext, row: Row) => Brief
  /** `reader`: the operator, for whom links to files are signed. */
  detail: (ctx: DeskContext, row: Row, reader: number) => Detail
  /** What passing it moves, worth in the base coin; null if no money moves. */
  stakeOf: (ctx: DeskContext, row: Row) => bigint | null
  /** What may be decided now. */
  may: (row: Row) => readonly CaseDecision[]
  decide: (ctx: DeskContext, row: Row, decided: Decided) => Row
}
/** One case, without the type of its row. */
export type OpenedCase = {
  state: CaseState
  view: (ctx: DeskContext) => DeskCase
  detail: (ctx: DeskContext, reader: number) => Detail
  may: readonly CaseDecision[]
  stake: (ctx: DeskContext) => bigint | null
  decide: (ctx: DeskContext, decided: Decided) => OpenedCase
}
export type Queue = {
  kind: CaseKind
  /** Cases of a status, open ones oldest first, decided ones newest first. */
  list: (asyncCtx: AsyncDeskContext, status: CaseStatus) => Maybe<readonly OpenedCase[]>
  open: (ctx: DeskContext) => readonly OpenedCase[]
  find: (ctx: DeskContext, ref: string) => OpenedCase | null
  /** The same with what is only in the store, for cases that are read there; absent where memory has all. */
  load?: (asyncCtx: AsyncDeskContext, ref: string) => Promise<(ctx: DeskContext) => OpenedCase | null>
}

export const caseId = (kind: CaseKind, ref: string) => `${kind}-${ref}`

/** A case that one person has approved says so in the list. */
const signed = ({ tables }: DeskContext, id: string, brief: Brief): Brief =>
  tables.deskApprovals.get(id) ? { ...brief, signals: [...brief.signals, 'first_approval'] } : brief

/** A queue over one table. */
export function queueOf<Row>({ kind, rows, find, stateOf, brief, detail, stakeOf, may, decide }: Parts<Row>): Queue {
  const opened = (row: Row): OpenedCase | null => {
    const state = stateOf(row)
    if (state === null) return null
    const { ref, user, status, openedAt, decidedAt, reason, rev } = state
    return {
      state, may: may(row), stake: (ctx) => stakeOf(ctx, row),
      view: (ctx) => ({
        ...signed(ctx, caseId(kind, ref), brief(ctx, row)), id: caseId(kind, ref), kind, status, user: accountOf(ctx, user), opened_ms: openedAt, decided_ms: decidedAt, reason, rev,
      }),
      detail: (ctx, reader) => detail(ctx, row, reader),
      decide: (ctx, decided) => {
        const next = opened(decide(ctx, row, decided))
        if (next === null) throw new Error(`${caseId(kind, ref)} is no case any more`)
        return next
      },
    }
  }
  const of = (ctx: DeskContext, status: CaseStatus) => [...rows(ctx)].flatMap((row) => {
    const each = stateOf(row)?.status === status ? opened(row) : null
    return each ? [each] : []
  })
  const open = (ctx: DeskContext) => of(ctx, 'open').toSorted((a, b) => a.state.openedAt - b.state.openedAt)
  return {
    kind, open,
    list: ({ ctx }, status) =>
      status === 'open' ? open(ctx) : of(ctx, status).toSorted((a, b) => (b.state.decidedAt ?? 0) - (a.state.decidedAt ?? 0)),
    find: (ctx, ref) => {
      const row = find(ctx, ref)
      return row === undefined ? null : opened(row)
    },
  }
}
