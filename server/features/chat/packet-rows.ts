import type { PacketRule, PacketStatus, PacketType } from '#contract/chat/chat-packet.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int } from '#server/core/table-def.ts'

/** One share that was taken; in cents. */
export type TakeRow = { user: number; cents: string; at: number }
/**
 * A red packet. `shares` are fixed when it is sent, in cents, in the order in which they are taken; they are told when
 * it has ended.
 */
export type PacketRow = {
  id: string
  chat: number
  n: number
  from: number
  remark: string
  cents: string
  type: PacketType
  rule: PacketRule
  named: number | null
  shares: readonly string[]
  salt: string
  hash: string
  takes: readonly TakeRow[]
  refund: string
  status: PacketStatus
  at: number
  expiresAt: number
  rev: number
}
export const packetTable = 'chat_packets'
export const packetHold = (id: string) => `chat-packet:${id}`
/** Ended packets are only in the store. */
export const createPacketTables = (open: OpenTable) => ({
  chatPackets: open<PacketRow>({
    name: packetTable,
    key: 'text',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'active',
    columns: { chat: int(({ chat }) => chat) },
    groups: { chat: ({ chat }) => chat },
  }),
})
