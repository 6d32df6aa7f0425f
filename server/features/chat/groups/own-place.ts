import type { chatGroups } from '#contract/chat/chat-groups.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { emitRow } from '#server/features/chat/members.ts'
import { markRead, putPlace } from '#server/features/chat/log.ts'
import { checkMe } from '#server/features/chat/people.ts'
import { placeIn } from '#server/features/chat/places.ts'
import { messageTable, rowIdOf, type MessageRow } from '#server/features/chat/rows.ts'
import { groupRowOf, unreadOf } from '#server/features/chat/view.ts'
import type { ChatGroupsContext } from './context.ts'

type Change<K extends keyof typeof chatGroups> = Decide<(typeof chatGroups)[K], ChatGroupsContext>
const messageIn = (body: string): MessageRow => JSON.parse(body)

/** Moves the caller's read mark up to `upTo`, or to the newest message. */
export const readAll: Prepared<typeof chatGroups.readAll, ChatGroupsContext> = {
  prepare: async ({ ctx: seen, store }, { user }, { chatGroupId, userId, upTo }) => {
    checkMe(user, userId)
    const before = placeIn(seen, user, chatGroupId)
    const wanted = Math.min(upTo ?? before.chat.headN, before.chat.headN)
    // How many messages had called for attention up to there stands in the message itself.
    const isPartial = wanted > before.place.readN && wanted < before.chat.headN
    const id = rowIdOf(before.chat.id, wanted)
    const body = isPartial ? await store.row(messageTable, id) : null
    return (ctx) => {
      const { chat, place } = placeIn(ctx, user, chatGroupId)
      const row = isPartial ? (ctx.tables.chatMessages.get(id) ?? (body === null ? null : messageIn(body))) : null
      const marked = markRead(ctx, place, wanted, isPartial ? (row?.loud ?? place.readLoud) : before.chat.loud)
      return { readN: marked.readN, unread: unreadOf({ chat: ctx.tables.chats.need(chat.id), place: marked }) }
    }
  },
}
export const hide: Change<'hide'> = (ctx, { user }, { chatGroupId }) => {
  const { chat, place } = placeIn(ctx, user, chatGroupId)
  putPlace(ctx, { ...place, hiddenN: chat.headN, isTop: false })
  emitRow(ctx, chat.id, user, 'hidden')
  return { hiddenFlag: true }
}
export const unhide: Change<'unhide'> = (ctx, { user }, { chatGroupId, userId }) => {
  checkMe(user, userId)
  const { chat, place } = placeIn(ctx, user, chatGroupId)
  putPlace(ctx, { ...place, hiddenN: null })
  emitRow(ctx, chat.id, user, 'shown')
  return { hiddenFlag: false }
}
export const setMine: Change<'setMine'> = (
  ctx,
  { user },
  { chatGroupId, chatStatus, topFlag, hiddenFlag, advShowFlag },
) => {
  const { chat, place } = placeIn(ctx, user, chatGroupId)
  const changed = putPlace(ctx, {
    ...place,
    isQuiet: chatStatus ?? place.isQuiet,
    isTop: topFlag ?? place.isTop,
    noticeSeen: advShowFlag === 0 ? true : place.noticeSeen,
    hiddenN: hiddenFlag === undefined ? place.hiddenN : hiddenFlag ? chat.headN : null,
  })
  emitRow(ctx, chat.id, user, 'mine')
  return groupRowOf(ctx, { chat, place: changed })
}
