import type { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatLimits, reactionKind } from '#contract/chat/chat.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dropMessage, editMessage, putPins, reactTo, revokeMessage, writeSystem } from '#server/features/chat/log.ts'
import { avatarOf, nameOf } from '#server/features/chat/people.ts'
import { checkMaySpeak, chatNoOf, placeIn, placesOf, type Place } from '#server/features/chat/places.ts'
import { rowIdOf, type MessageRow } from '#server/features/chat/rows.ts'
import { messageNoOf, readDropsRow, readMessage, readVersions } from '#server/features/chat/stored.ts'
import { messageOf, pinsOf } from '#server/features/chat/view.ts'
import { checkContent } from './content.ts'
import { mentionsOf, takePace } from './send.ts'
import type { AsyncChatMessagesContext, ChatMessagesContext } from './context.ts'

type Call<K extends keyof typeof chatMessages> = Prepared<(typeof chatMessages)[K], ChatMessagesContext>
type Named = { readonly id: string; readonly chatGroupId: string }

/** `drops` are the numbers of the messages around it that the caller has deleted for themselves. */
type Found = Place & { readonly row: MessageRow; readonly drops: readonly number[] }
/** Reads what a person said in a chat of the caller; refused as gone where the caller does not see it. */
async function readNamed(asyncCtx: AsyncChatMessagesContext, user: number, { id, chatGroupId }: Named) {
  const n = messageNoOf(chatGroupId, id)
  const find = await readMessage(asyncCtx, chatGroupId, n)
  const dropsOf = await readDropsRow(asyncCtx, chatNoOf(chatGroupId), user, n)
  return (ctx: ChatMessagesContext): Found => {
    const at = placeIn(ctx, user, chatGroupId)
    const row = find(ctx)
    if (!row || row.kind !== 'user' || row.n <= at.place.floorN) throw new Refusal('message_gone')
    return { ...at, row, drops: dropsOf(ctx) }
  }
}
const checkThere = ({ row, drops }: Pick<Found, 'row' | 'drops'>) => {
  if (row.revokedBy !== null || drops.includes(row.n)) throw new Refusal('message_gone')
}

/** Ended packets are not in memory any more. */
const isPacketOpen = ({ tables }: ChatMessagesContext, { chat, n }: MessageRow) =>
  tables.chatPackets.group('chat', chat).some((packet) => packet.n === n && packet.status === 'active')
export const revoke: Call<'revoke'> = {
  prepare: async (asyncCtx, { user }, named) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { chat, place, row } = read(ctx)
      const isAdmin = chat.type === 'group' && place.type !== 'member'
      if (row.from !== user && !isAdmin) throw new Refusal('forbidden')
      if (row.revokedBy !== null) return messageOf(ctx, row, user)
      if (row.type === contentCodes.redPacket && isPacketOpen(ctx, row)) throw new Refusal('packet_active')
      if (!isAdmin && ctx.now() - row.at > chatLimits.revokeMs) throw new Refusal('revoke_too_late')
      return messageOf(ctx, revokeMessage(ctx, row, user), user)
    }
  },
}
const readEarlier = (asyncCtx: AsyncChatMessagesContext, { id, chatGroupId }: Named) =>
  readVersions(asyncCtx, rowIdOf(chatNoOf(chatGroupId), messageNoOf(chatGroupId, id)))
/** Decided here, in the order of the commands: what was taken back a moment before is gone. */
export const edit: Call<'edit'> = {
  prepare: async (asyncCtx, { user }, { text, mentions, ...named }) => {
    const read = await readNamed(asyncCtx, user, named)
    const earlierOf = await readEarlier(asyncCtx, named)
    return (ctx) => {
      const { chat, place, row, drops } = read(ctx)
      checkThere({ row, drops })
      if (row.from !== user) throw new Refusal('forbidden')
      if (row.type !== contentCodes.text || row.isForwarded) throw new Refusal('content_type')
      const { editMs } = ctx.settings.chat
      if (ctx.now() - row.at > editMs) throw new Refusal('edit_too_late', { minutes: Math.floor(editMs / 60_000) })
      checkMaySpeak(ctx, { chat, place })
      const { content, text: said } = checkContent(ctx, user, row.type, { text })
      const users = mentionsOf(ctx, { chat, place }, mentions)
      if (content === row.content) return messageOf(ctx, row, user)
      const earlier = earlierOf(ctx)
      if (earlier.length >= chatLimits.edits) throw new Refusal('edit_limit', { max: chatLimits.edits })
      takePace(ctx, user)
      return messageOf(ctx, editMessage(ctx, row, { content, text: said, mentions: users }, earlier), user)
    }
  },
}
export const versions: Call<'versions'> = {
  prepare: async (asyncCtx, { user }, named) => {
    const read = await readNamed(asyncCtx, user, named)
    const earlierOf = await readEarlier(asyncCtx, named)
    return (ctx) => {
      const { row, drops } = read(ctx)
      checkThere({ row, drops })
      const now = { text: row.text, at: row.editedAt ?? row.at }
      return [...earlierOf(ctx), now].map(({ text, at }) => ({ text, createMs: at }))
    }
  },
}
export const drop: Call<'drop'> = {
  prepare: async (asyncCtx, { user }, named) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { place, row, drops } = read(ctx)
      if (!drops.includes(row.n)) dropMessage(ctx, place, row.n, drops)
      return { n: row.n }
    }
  },
}
export const pin: Call<'pin'> = {
  prepare: async (asyncCtx, { user }, { isOn, ...named }) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { chat, place, row, drops } = read(ctx)
      if (chat.type === 'group' && place.type === 'member') throw new Refusal('not_admin')
      checkMaySpeak(ctx, { chat, place })
      const { n } = row
      if (isOn) checkThere({ row, drops })
      const held = chat.pins ?? { rev: 0, list: [] }
      if (held.list.some((each) => each.n === n) === isOn) return pinsOf(held, place.floorN)
      takePace(ctx, user)
      const pins = putPins(ctx, chat.id, (list) =>
        isOn ? [{ n, by: user, at: ctx.now() }, ...list] : list.filter((each) => each.n !== n),
      )
      if (isOn) writeSystem(ctx, chat.id, 'messagePinned', { optionUserName: nameOf(ctx, user), messageN: n })
      return pinsOf(pins, place.floorN)
    }
  },
}
export const react: Call<'react'> = {
  prepare: async (asyncCtx, { user }, { kind, isOn, ...named }) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { chat, place, row, drops } = read(ctx)
      checkThere({ row, drops })
      if ((row.reactions?.[kind]?.includes(user) ?? false) === isOn) return messageOf(ctx, row, user)
      // Who may not speak any more may still take back what they have said so.
      if (isOn) checkMaySpeak(ctx, { chat, place })
      takePace(ctx, user)
      return messageOf(ctx, reactTo(ctx, row, user, kind, isOn), user)
    }
  },
}
export const reactors: Call<'reactors'> = {
  prepare: async (asyncCtx, { user }, named) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { row, drops } = read(ctx)
      checkThere({ row, drops })
      return reactionKind.options.flatMap((kind) =>
        (row.reactions?.[kind] ?? []).map((each) => ({
          kind,
          userId: String(each),
          userName: nameOf(ctx, each),
          userAvatar: avatarOf(ctx, each),
        })),
      )
    }
  },
}

/** Only who wrote it is told: nobody watches how others read. */
export const readers: Call<'readers'> = {
  prepare: async (asyncCtx, { user }, named) => {
    const read = await readNamed(asyncCtx, user, named)
    return (ctx) => {
      const { chat, row, drops } = read(ctx)
      if (chat.type === 'single') throw new Refusal('group_only')
      if (row.from !== user) throw new Refusal('message_gone')
      checkThere({ row, drops })
      const see = placesOf(ctx, chat).filter((each) => each.isIn && each.user !== user && each.floorN < row.n)
      return {
        readers: see
          .filter(({ readN }) => readN >= row.n)
          .map(({ user: id }) => ({ userId: String(id), userName: nameOf(ctx, id), userAvatar: avatarOf(ctx, id) })),
        seenBy: see.length,
      }
    }
  },
}
