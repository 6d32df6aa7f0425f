import type { RecordType } from '#contract/chat/chat-account.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** A note of the user's own in their account of the community; it moves no money. */
export type NoteRow = {
  id: number
  user: number
  title: string
  value: string
  direction: 'in' | 'out'
  type: RecordType
  icon: string | null
  remark: string | null
  at: number
}
/** What a user wrote on a line of the ledger, or that they do not want to see it here. */
type MarkRow = { id: number; user: number; remark: string | null; isHidden: boolean }

export const createRecordTables = (open: OpenTable) => ({
  chatNotes: open<NoteRow>({
    name: 'chat_notes',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  /** By the number of the line. */
  chatMarks: open<MarkRow>({ name: 'chat_marks', key: 'int', id: ({ id }) => id }),
})
export type RecordTables = ReturnType<typeof createRecordTables>
