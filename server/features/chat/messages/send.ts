import type { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatLimits, messageIdOf } from '#contract/chat/chat.ts'
import type { SendReply, Sent } from '#contract/wire/sent.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { writeMessage } from '#server/features/chat/log.ts'
import { checkMaySpeak, placeIn, type Place } from '#server/features/chat/places.ts'
import { placeId, type MessageRow } from '#server/features/chat/rows.ts'
import { readMessage, readWish } from '#server/features/chat/stored.ts'
import { answerSupport } from '#server/features/chat/support.ts'
import { checkContent } from './content.ts'
import type { ChatMessagesContext } from './context.ts'

/**
 * Takes `count` from what an account may send; refuses when it has sent too much. In memory: after a restart everyone
 * begins full.
 */
export function takePace({ chatPaces, settings, now }: ChatMessagesContext, user: number, count = 1) {
  const { sendsPerSecond, sendBurst } = settings.chat
  const at = now()
  const held = chatPaces.get(user) ?? { tokens: sendBurst, at }
  const tokens = Math.min(sendBurst, held.tokens + ((at - held.at) / 1000) * sendsPerSecond)
  // What costs more than the burst holds goes through when it is full, and is waited for afterwards.
  const needed = Math.min(count, sendBurst)
  if (tokens < needed) throw new Refusal('too_many', { after: Math.ceil((needed - tokens) / sendsPerSecond) })
  chatPaces.set(user, { tokens: tokens - count, at })
}

const replyTo = (cid: string, row: MessageRow): SendReply => ({
  cid,
  id: messageIdOf(`g${row.chat}`, row.n),
  n: row.n,
  ts: row.at,
})
/** True when the repeated message says what the first one said, as far as that can still be told. */
const isSame = (row: MessageRow, chat: string, type: number, content: string) =>
  `g${row.chat}` === chat &&
  (row.revokedBy !== null || row.editedAt !== undefined || (row.type === type && row.content === content))

/** The people a message names: only members count; to name all is for admins. */
export function mentionsOf(
  ctx: ChatMessagesContext,
  { chat, place }: Place,
  mentions: Sent['mentions'],
): MessageRow['mentions'] {
  if (mentions === undefined || chat.type === 'single') return []
  if (mentions === 'all') {
    if (place.type === 'member') throw new Refusal('not_admin')
    return 'all'
  }
  const users = [...new Set(mentions)].map(Number)
  return users.filter((user) => ctx.tables.chatPlaces.get(placeId(chat.id, user))?.isIn === true)
}

export const send: Prepared<typeof chatMessages.send, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { chat: chatId, cid, type, body, replyTo: quoted, mentions }) => {
    const findWish = await readWish(asyncCtx, user, cid)
    const findQuoted = quoted === undefined ? null : await readMessage(asyncCtx, chatId, quoted)
    return (ctx) => {
      const sent = findWish(ctx)
      // Known already: the same answer, even if the sender could not send it any more.
      if (sent) {
        if (sent.revokedBy !== null && `g${sent.chat}` === chatId) return replyTo(cid, sent)
        const repeated = checkContent(ctx, user, type, body)
        if (!isSame(sent, chatId, repeated.type, repeated.content)) throw new Refusal('cid_reused')
        return replyTo(cid, sent)
      }
      const at = placeIn(ctx, user, chatId)
      checkMaySpeak(ctx, at)
      const checked = checkContent(ctx, user, type, body)
      const quote = findQuoted?.(ctx)
      if (findQuoted && (!quote || quote.n <= at.place.floorN)) throw new Refusal('not_found')
      const named = mentionsOf(ctx, at, mentions)
      takePace(ctx, user)
      const row = writeMessage(ctx, at.chat.id, {
        from: user,
        kind: 'user',
        ...checked,
        cid,
        reply: quote ? { n: quote.n, from: quote.from } : null,
        mentions: named,
      })
      answerSupport(ctx, at.chat, row)
      return replyTo(cid, row)
    }
  },
}

export const sendFiles: Prepared<typeof chatMessages.sendFiles, ChatMessagesContext> = {
  prepare: async (asyncCtx, { user }, { chatGroupId, sendFiles: files }) => {
    const found = await Promise.all(
      files.map(async ({ cid }) => (cid === undefined ? null : await readWish(asyncCtx, user, cid))),
    )
    return (ctx) => {
      const at = placeIn(ctx, user, chatGroupId)
      checkMaySpeak(ctx, at)
      if (files.length === 0) throw new Refusal('content_empty')
      if (files.length > chatLimits.filesAtOnce) throw new Refusal('member_limit', { max: chatLimits.filesAtOnce })
      const fresh = files.filter((_, index) => found[index]?.(ctx) === undefined)
      const checked = fresh.map((file) => ({
        cid: file.cid ?? null,
        ...checkContent(ctx, user, file.contentType ?? codeBySuffix(file.relativePath), {
          relativePath: file.relativePath,
        }),
      }))
      takePace(ctx, user, checked.length)
      for (const each of checked)
        answerSupport(ctx, at.chat, writeMessage(ctx, at.chat.id, { from: user, kind: 'user', ...each }))
      return files.length
    }
  },
}
/** The kind of a file that its sender does not tell, by its name. */
const codeBySuffix = (path: string) => {
  if (/\.(?:jpe?g|png|webp)$/i.test(path)) return 2
  if (/\.(?:mp4|webm|mov)$/i.test(path)) return 3
  return /\.(?:ogg|mp3|m4a|wav|oga)$/i.test(path) ? 4 : 5
}

export const sendCard: Prepared<typeof chatMessages.sendCard, ChatMessagesContext> = {
  prepare:
    async (_asyncCtx, { user }, { chatGroupId, friendId }) =>
    (ctx) => {
      const at = placeIn(ctx, user, chatGroupId)
      checkMaySpeak(ctx, at)
      if (friendId !== String(user) && ctx.tables.chatFriends.get(`${user}:${friendId}`) === undefined)
        throw new Refusal('not_friend')
      const checked = checkContent(ctx, user, 8, { id: friendId })
      takePace(ctx, user)
      const row = writeMessage(ctx, at.chat.id, { from: user, kind: 'user', ...checked })
      answerSupport(ctx, at.chat, row)
      return { n: row.n }
    },
}
