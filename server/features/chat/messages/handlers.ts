import type { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { emitRow } from '#server/features/chat/members.ts'
import { putPlace, revokeMessage } from '#server/features/chat/log.ts'
import { placeIn } from '#server/features/chat/places.ts'
import type { MessageRow } from '#server/features/chat/rows.ts'
import { messageNoOf, readMessage } from '#server/features/chat/stored.ts'
import { messageOf } from '#server/features/chat/view.ts'
import { forward, forwardToFriends, share, shared } from './forward.ts'
import { history } from './history.ts'
import { send, sendCard, sendFiles } from './send.ts'
import type { ChatMessagesContext } from './context.ts'

/** Ended packets are not in memory any more. */
const isPacketOpen = ({ tables }: ChatMessagesContext, { chat, n }: MessageRow) =>
  tables.chatPackets.group('chat', chat).some((packet) => packet.n === n && packet.status === 'active')
const revoke: Prepared<typeof chatMessages.revoke, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { id, chatGroupId }) => {
    const find = await readMessage(asyncCtx, chatGroupId, messageNoOf(chatGroupId, id))
    return (ctx) => {
      const { chat, place } = placeIn(ctx, user, chatGroupId)
      const row = find(ctx)
      if (!row || row.kind !== 'user' || row.n <= place.floorN) throw new Refusal('message_gone')
      const isAdmin = chat.type === 'group' && place.type !== 'member'
      if (row.from !== user && !isAdmin) throw new Refusal('forbidden')
      if (row.revokedBy !== null) return messageOf(ctx, row, user)
      if (row.type === contentCodes.redPacket && isPacketOpen(ctx, row)) throw new Refusal('packet_active')
      if (!isAdmin && ctx.now() - row.at > chatLimits.revokeMs) throw new Refusal('revoke_too_late')
      return messageOf(ctx, revokeMessage(ctx, row, user), user)
    }
  },
}
export const chatMessagesHandlers: Handlers<typeof chatMessages, ChatMessagesContext> = {
  history,
  send,
  sendFiles,
  sendCard,
  forward,
  forwardToFriends,
  share,
  shared,
  revoke,
  clear: (ctx, { user }, { chatGroupId }) => {
    const { chat, place } = placeIn(ctx, user, chatGroupId)
    putPlace(ctx, { ...place, floorN: chat.headN, readN: chat.headN, readLoud: chat.loud, mentions: [] })
    emitRow(ctx, chat.id, user, 'cleared')
    return { floorN: chat.headN }
  },
}
