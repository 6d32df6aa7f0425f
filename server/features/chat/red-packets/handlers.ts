import type { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { packetStanding, takeResultOf } from '#contract/chat/chat-packet.ts'
import { messageIdOf } from '#contract/chat/chat.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isAllowed } from '#server/features/chat/payments.ts'
import { packetTable, type PacketRow } from '#server/features/chat/packet-rows.ts'
import { chatNoOf, reasonOutside } from '#server/features/chat/places.ts'
import { messageNoOf, readMessage } from '#server/features/chat/stored.ts'
import { checkPin } from '#server/identity/pins.ts'
import { checkGroup, checkSingle } from './check.ts'
import { expirePacket, giveShare, sendPacket, unitsOf } from './settle.ts'
import { packetOf, takersOf } from './view.ts'
import type { AsyncChatRedPacketsContext, ChatRedPacketsContext } from './context.ts'

const packetIn = (body: string): PacketRow => JSON.parse(body)

/**
 * The fund password belongs to this one packet: it comes with it, or the session was allowed one packet shortly before
 * (CHAT-5). A
 * packet that is refused uses up the allowance as well.
 */
const payerOf = async (
  asyncCtx: AsyncChatRedPacketsContext,
  caller: { user: number; session: string },
  tradePwd: string | undefined,
  cents: bigint,
) => {
  if ((tradePwd ?? '') === '' && isAllowed(asyncCtx.ctx, caller, unitsOf(cents))) return
  await checkPin(asyncCtx, caller.user, tradePwd)
}
const made = ({ packet, message }: ReturnType<typeof sendPacket>) => ({
  redBagId: packet.id,
  id: messageIdOf(`g${packet.chat}`, message.n),
  n: message.n,
})

const send: Prepared<typeof chatRedPackets.send, ChatRedPacketsContext> = {
  prepare: async (asyncCtx, caller, input) => {
    await payerOf(asyncCtx, caller, input.tradePwd, checkSingle(asyncCtx.ctx, caller.user, input).cents)
    return (ctx) => made(sendPacket(ctx, checkSingle(ctx, caller.user, input)))
  },
}
const sendToGroup: Prepared<typeof chatRedPackets.sendToGroup, ChatRedPacketsContext> = {
  prepare: async (asyncCtx, caller, input) => {
    await payerOf(asyncCtx, caller, input.tradePwd, checkGroup(asyncCtx.ctx, caller.user, input).cents)
    return (ctx) => made(sendPacket(ctx, checkGroup(ctx, caller.user, input)))
  },
}

type Which = { id?: string | undefined; redBagId?: string | undefined; chatGroupId?: string | undefined }
/** The packet that a call names by its id or its message; ended ones are read from the store. */
async function readPacket(asyncCtx: AsyncChatRedPacketsContext, { id, redBagId, chatGroupId }: Which) {
  const chatId = chatGroupId ?? id?.split('-')[0] ?? ''
  const message =
    redBagId === undefined && id !== undefined
      ? (await readMessage(asyncCtx, chatId, messageNoOf(chatId, id)))(asyncCtx.ctx)
      : undefined
  const named: unknown = message ? JSON.parse(message.content) : null
  const inside = typeof named === 'object' && named !== null && 'redBagId' in named ? String(named.redBagId) : ''
  const packetId = redBagId ?? inside
  const body = await asyncCtx.store.row(packetTable, packetId)
  return (ctx: ChatRedPacketsContext): PacketRow => {
    const row = ctx.tables.chatPackets.get(packetId) ?? (body === null ? undefined : packetIn(body))
    if (!row || (chatGroupId !== undefined && chatNoOf(chatGroupId) !== row.chat)) throw new Refusal('not_found')
    return row
  }
}
/** What taking comes to. Checked and done in one command, so of many at once each gets a share of its own or none. */
function tryTake(ctx: ChatRedPacketsContext, found: PacketRow, user: number) {
  const reason = packetStanding(packetOf(ctx, found, user), String(user), ctx.now())
  const isLate = reason === 'packet_expired' && found.status === 'active'
  const row = reason === 'ok' ? giveShare(ctx, found, user) : isLate ? expirePacket(ctx, found) : found
  return { data: takeResultOf[reason], reason, packet: packetOf(ctx, row, user) }
}
const take: Prepared<typeof chatRedPackets.take, ChatRedPacketsContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    const find = await readPacket(asyncCtx, input)
    return (ctx) => {
      const found = find(ctx)
      const outside = reasonOutside(ctx, user, `g${found.chat}`)
      if (outside === 'not_found') throw new Refusal('not_found')
      // Who has left is told nothing of the packet.
      if (outside !== null) return { data: 'other', reason: 'not_member', packet: null }
      return tryTake(ctx, found, user)
    }
  },
}
const takers: Prepared<typeof chatRedPackets.takers, ChatRedPacketsContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    const find = await readPacket(asyncCtx, input)
    const { pageNum = 1, pageSize = 50 } = input
    return (ctx) => {
      const row = find(ctx)
      const outside = reasonOutside(ctx, user, `g${row.chat}`)
      if (outside !== null) throw new Refusal(outside === 'not_member' ? 'not_member' : 'not_found')
      const from = (Math.max(1, pageNum) - 1) * pageSize
      return { data: takersOf(ctx, row).slice(from, from + pageSize), packet: packetOf(ctx, row, user) }
    }
  },
}
export const chatRedPacketsHandlers: Handlers<typeof chatRedPackets, ChatRedPacketsContext> = {
  send,
  sendToGroup,
  take,
  takeFromGroup: take,
  takers,
}
