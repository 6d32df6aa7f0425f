import type { CaseKind, CaseStatus, Tie } from '#contract/desk/desk-cases.ts'
import type { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

export type TieRow = { user: number; by: Tie['by'] }
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
  /** Lines of older releases do not say. */
  ties?: readonly TieRow[]
}

/** The first of two approvals of a case; it goes when the case is decided. */
export type ApprovalRow = {
  id: string
  by: number
  at: number
  credited: string | null
  txid?: string | null
  rev: number
}

/** Who of the desk has taken a case; it goes when the case is decided. */
type AssignedRow = { id: string; to: number; by: number; at: number }

/** What was asked of a call of the desk, as it is stored until a second person decides. */
export type Act =
  | { call: 'setSetting'; input: InputOf<typeof desk.setSetting> }
  | { call: 'setProduct'; input: InputOf<typeof desk.setProduct> }
  | { call: 'addPool'; input: InputOf<typeof desk.addPool> }
  | { call: 'halt'; input: InputOf<typeof desk.halt> }
  | { call: 'setUser'; input: InputOf<typeof desk.setUser> }
/** An act that takes two people. `subject`: what it changes; of one subject one act is open. */
export type ActRow = {
  id: number
  kind: 'change' | 'grant'
  act: Act
  subject: string
  /** What the log says of it: `before` and `after` as JSON. */
  action: string
  about: string
  before: string | null
  after: string | null
  reason: string
  by: number
  /** Whom it is about: the account that gets powers, or who proposed it. */
  user: number
  at: number
  status: Extract<CaseStatus, 'open' | 'passed' | 'rejected' | 'cancelled'>
  decidedAt: number | null
  answer: string | null
  rev: number
}

export const deskLogTable = 'desk_log'
export const createDeskTables = (open: OpenTable) => ({
  deskLog: open<DeskLogRow>({
    name: deskLogTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      by: int((row) => row.by),
      kind: text(({ kind }) => kind),
      case_id: text(({ caseId }) => caseId),
      about: text(({ about }) => about),
    },
    paths: [['by'], ['kind'], ['case_id'], ['about']],
  }),
  deskApprovals: open<ApprovalRow>({ name: 'desk_approvals', key: 'text', id: ({ id }) => id }),
  deskAssigned: open<AssignedRow>({ name: 'desk_assigned', key: 'text', id: ({ id }) => id }),
  deskActs: open<ActRow>({
    name: 'desk_acts',
    key: 'int',
    id: ({ id }) => id,
    groups: { open: ({ status, subject }) => (status === 'open' ? subject : null), user: ({ user }) => user },
  }),
})
export type DeskTables = ReturnType<typeof createDeskTables>
