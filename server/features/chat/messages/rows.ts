import type { OpenTable } from '#server/core/tables.ts'

/** Messages as they were when they were shared or forwarded together; contents as stored. */
export type ShareRow = {
  id: string
  chat: number
  user: number
  title: string
  at: number
  expiresAt: number
  records: readonly { from: number; kind: 'user' | 'system' | 'dissolved'; type: number; content: string; at: number }[]
}
export const shareTable = 'chat_shares'
export const createShareTables = (open: OpenTable) => ({
  chatShares: open<ShareRow>({ name: shareTable, key: 'text', id: ({ id }) => id, isLive: () => false }),
})
export type ShareTables = ReturnType<typeof createShareTables>
