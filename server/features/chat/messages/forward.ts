import { sendTypes, type chatMessages, type SharedMessages } from '#contract/chat/chat-messages.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { firstOf } from '#contract/wire/characters.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { singleOf } from '#server/features/chat/members.ts'
import { writeMessage } from '#server/features/chat/log.ts'
import { avatarOf, isFriend, nameOf, userOf } from '#server/features/chat/people.ts'
import { checkMaySpeak, chatIdOf, placeIn } from '#server/features/chat/places.ts'
import type { MessageRow } from '#server/features/chat/rows.ts'
import { checkForwardable, messageNoOf, readMessage } from '#server/features/chat/stored.ts'
import { contentTextOf } from '#server/features/chat/view.ts'
import { shareTable, type ShareRow } from './rows.ts'
import { takePace } from './send.ts'
import type { AsyncChatMessagesContext, ChatMessagesContext } from './context.ts'

type Items = readonly (string | { readonly id: string })[]
const idsOf = (items: Items) => [...new Set(items.map((item) => (typeof item === 'string' ? item : item.id)))]
const shareIn = (body: string): ShareRow => JSON.parse(body)

/** The messages that are to be given on, all of one chat of the caller, in the order in which they were said. */
async function readSources(asyncCtx: AsyncChatMessagesContext, user: number, items: Items) {
  const ids = idsOf(items)
  const chatId = ids[0]?.split('-')[0] ?? ''
  if (ids.length === 0 || ids.length > chatLimits.forwardMessages) throw new Refusal('forward_limit')
  const finders = await Promise.all(ids.map((id) => readMessage(asyncCtx, chatId, messageNoOf(chatId, id))))
  return (ctx: ChatMessagesContext) => {
    const { place } = placeIn(ctx, user, chatId)
    return checkForwardable(
      finders.map((find) => find(ctx)),
      place.floorN,
    ).toSorted((a, b) => a.n - b.n)
  }
}
/** Keeps messages as they are now, for whoever has the id. */
function keepShare(ctx: ChatMessagesContext, user: number, rows: readonly MessageRow[], title: string): ShareRow {
  const at = ctx.now()
  return ctx.tables.chatShares.put({
    id: ctx.random.bytes(16).toString('base64url'),
    chat: rows[0]?.chat ?? 0,
    user,
    title,
    at,
    expiresAt: at + chatLimits.shareLifeMs,
    records: rows.map(({ from, kind, type, content, at: saidAt }) => ({ from, kind, type, content, at: saidAt })),
  })
}
const previewLines = 4
const mergedOf = (ctx: ChatMessagesContext, user: number, rows: readonly MessageRow[]) => {
  const title = nameOf(ctx, user)
  const share = keepShare(ctx, user, rows, title)
  const preview = rows
    .slice(0, previewLines)
    .map(({ from, text }) => ({ userName: nameOf(ctx, from), text: firstOf(text, chatLimits.preview) }))
  return {
    type: contentCodes.merged,
    content: JSON.stringify({ title, shareId: share.id, count: rows.length, preview }),
    text: title,
  }
}
/** Writes the messages into each of these chats, in which the caller may speak. */
function forwardTo(
  ctx: ChatMessagesContext,
  user: number,
  chats: readonly string[],
  rows: readonly MessageRow[],
  sendType: 1 | 2,
): number {
  const targets = chats.map((id) => placeIn(ctx, user, id))
  for (const at of targets) checkMaySpeak(ctx, at)
  const said =
    sendType === sendTypes.merged
      ? [mergedOf(ctx, user, rows)]
      : rows.map(({ type, content, text }) => ({ type, content, text }))
  takePace(ctx, user, targets.length)
  for (const { chat } of targets)
    for (const each of said) writeMessage(ctx, chat.id, { from: user, kind: 'user', ...each, isForwarded: true })
  return targets.length * said.length
}
const checkTargets = (count: number) => {
  if (count === 0 || count > chatLimits.forwardTargets) throw new Refusal('forward_limit')
}

export const forward: Prepared<typeof chatMessages.forward, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { targetGroup, messageList, sendType }) => {
    const chats = [...new Set(targetGroup.map(({ chatGroupId }) => chatGroupId))]
    checkTargets(chats.length)
    const sources = await readSources(asyncCtx, user, messageList)
    return (ctx) => forwardTo(ctx, user, chats, sources(ctx), sendType)
  },
}
export const forwardToFriends: Prepared<typeof chatMessages.forwardToFriends, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { targetFriends, messageList, sendType }) => {
    const friends = [...new Set(targetFriends)]
    checkTargets(friends.length)
    const sources = await readSources(asyncCtx, user, messageList)
    return (ctx) => {
      const rows = sources(ctx)
      const users = friends.map((id) => userOf(ctx, id).id)
      if (users.some((other) => !isFriend(ctx, user, other))) throw new Refusal('not_friend')
      return forwardTo(
        ctx,
        user,
        users.map((other) => chatIdOf(singleOf(ctx, user, other))),
        rows,
        sendType,
      )
    }
  },
}
export const share: Prepared<typeof chatMessages.share, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { chatGroupId, messageList, title }) => {
    placeIn(asyncCtx.ctx, user, chatGroupId)
    const sources = await readSources(asyncCtx, user, messageList)
    return (ctx) => keepShare(ctx, user, sources(ctx), title ?? nameOf(ctx, user)).id
  },
}
const viewOf = (ctx: ChatMessagesContext, row: ShareRow): SharedMessages => ({
  id: row.id,
  title: row.title,
  createUserName: nameOf(ctx, row.user),
  createTime: timeOf(row.at),
  expireMs: row.expiresAt,
  serverNowMs: ctx.now(),
  records: row.records.map((each) => ({
    userName: nameOf(ctx, each.from),
    userAvatar: avatarOf(ctx, each.from),
    contentType: each.type,
    content: contentTextOf(ctx, { ...each, chat: row.chat }),
    createTime: timeOf(each.at),
  })),
})
export const shared: Prepared<typeof chatMessages.shared, ChatMessagesContext> = {
  prepare: async ({ store }, _caller, { shareID }) => {
    const body = await store.row(shareTable, shareID)
    return (ctx) => {
      const row = ctx.tables.chatShares.get(shareID) ?? (body === null ? undefined : shareIn(body))
      if (!row || row.expiresAt <= ctx.now()) throw new Refusal('share_gone')
      return viewOf(ctx, row)
    }
  },
}
