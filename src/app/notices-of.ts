import type { ChatRow } from '#streams/chat/list.ts'

type Mark = { readonly n: number; readonly unread: number; readonly mention: number }
export type Seen = ReadonlyMap<string, Mark>
export type Found = {
  readonly told: readonly { readonly row: ChatRow; readonly isMention: boolean }[]
  readonly over: readonly string[]
}

const none: Mark = { n: 0, unread: 0, mention: 0 }
const markOf = ({ last, unread, mentions }: ChatRow): Mark => ({
  n: last?.n ?? 0,
  unread,
  mention: Math.max(0, ...mentions),
})
export const seenIn = (rows: readonly ChatRow[]): Seen => new Map(rows.map((row) => [row.id, markOf(row)]))

/**
 * What is new and mine since the list was seen: direct messages of chats that are not muted, and messages that name me.
 * And chats of which nothing is left to tell.
 */
export function newSince(seen: Seen, rows: readonly ChatRow[]): Found {
  const told: { row: ChatRow; isMention: boolean }[] = []
  const over = [...seen.keys()].filter((id) => rows.every((row) => row.id !== id))
  for (const row of rows) {
    const before = seen.get(row.id) ?? none
    const now = markOf(row)
    const isMention = now.mention > before.mention
    const isDirect =
      row.group.chatGroupType === 'single' && !row.isMuted && now.n > before.n && now.unread > before.unread
    if (row.unread === 0 || row.last?.revoked === true) over.push(row.id)
    else if (isMention || isDirect) told.push({ row, isMention })
  }
  return { told, over }
}
