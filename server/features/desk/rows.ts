import type { CaseKind } from '#contract/desk/desk-cases.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** One act of the desk; written once in the transaction of the act, never changed. */
export type DeskLogRow = {
  id: number
  at: number
  action: string
  kind: CaseKind | null
  caseId: string | null
  /** Who did it; null where the demo's review decided. */
  by: number | null
  /** What it was about, if not a case: an account, a setting, a text, a market. */
  about: string | null
  /** JSON of what was and of what is now. */
  before: string | null
  after: string | null
  reason: string | null
}

/** The first of two approvals of a case; it goes when the case is decided. */
type ApprovalRow = {
  id: string
  by: number
  at: number
  credited: string | null
  txid?: string | null
  rev: number
}

export const deskLogTable = 'desk_log'
export const createDeskTables = (open: OpenTable) => ({
  deskLog: open<DeskLogRow>({
    name: deskLogTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { by: int((row) => row.by), kind: text(({ kind }) => kind), case_id: text(({ caseId }) => caseId) },
    paths: [['by'], ['kind'], ['case_id']],
  }),
  deskApprovals: open<ApprovalRow>({ name: 'desk_approvals', key: 'text', id: ({ id }) => id }),
})
export type DeskTables = ReturnType<typeof createDeskTables>
