import { messageIdOf } from '#contract/chat/chat.ts'
import { packetScale, type Packet } from '#contract/chat/chat-packet.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec } from '#contract/wire/money.ts'
import { avatarOf, nameOf } from '#server/features/chat/people.ts'
import type { PacketRow, TakeRow } from '#server/features/chat/packet-rows.ts'
import type { ChatRedPacketsContext } from './context.ts'

export const amountOf = (cents: bigint | string) => formatDec(BigInt(cents), packetScale)
export const takenOf = ({ takes }: Pick<PacketRow, 'takes'>) =>
  takes.reduce((sum, { cents }) => sum + BigInt(cents), 0n)

/**
 * A packet in wire form. What the shares are is told when it has ended, to everyone, so that each can check them (R7,
 * R8).
 */
export function packetOf(ctx: ChatRedPacketsContext, row: PacketRow, reader: number): Packet {
  const isOver = row.status !== 'active'
  const mine = row.takes.find(({ user }) => user === reader)
  return {
    redBagId: row.id,
    chatGroupId: `g${row.chat}`,
    messageId: messageIdOf(`g${row.chat}`, row.n),
    n: row.n,
    fromUser: String(row.from),
    userName: nameOf(ctx, row.from),
    redBagRemark: row.remark,
    redBagValue: amountOf(row.cents),
    redBagNums: row.shares.length,
    redBagType: row.type,
    redBagRule: row.rule,
    receiveUsers: row.named === null ? [] : [{ userId: String(row.named) }],
    takenNums: row.takes.length,
    takenValue: amountOf(takenOf(row)),
    refundValue: amountOf(row.refund),
    myValue: mine ? amountOf(mine.cents) : null,
    status: row.status,
    createTime: timeOf(row.at),
    expireMs: row.expiresAt,
    serverNowMs: ctx.now(),
    shareHash: row.hash,
    salt: isOver ? row.salt : null,
    shares: isOver ? row.shares.map(amountOf) : null,
    rev: row.rev,
  }
}
/** Who had the best luck: told when a random packet is exhausted; of equals the earliest. */
const luckiest = ({ status, rule, takes }: PacketRow): TakeRow | null =>
  status === 'exhausted' && rule === 'random' && takes.length > 1
    ? takes.reduce((best, each) => (BigInt(each.cents) > BigInt(best.cents) ? each : best))
    : null
export const takersOf = (ctx: ChatRedPacketsContext, row: PacketRow) => {
  const best = luckiest(row)
  return row.takes.map((each) => ({
    userId: String(each.user),
    userName: nameOf(ctx, each.user),
    avatar: avatarOf(ctx, each.user),
    createTime: timeOf(each.at),
    tradeValue: amountOf(each.cents),
    maxFlag: each === best,
  }))
}
