import { contentCodes } from '#contract/chat/chat-content.ts'
import { talkMoves, type TalkStatus } from '#contract/desk/desk-tools.ts'
import { Refusal } from '#server/core/refusal.ts'
import { venueText } from '#server/core/sentences.ts'
import { writeMessage } from './log.ts'
import type { TalkRow } from './rows.ts'
import type { ChatContext } from './context.ts'

// Conversations with the customer service. Each is a chat of one person with the account of the service; operators of
// the desk write for it.

/** The account of the customer service. Nobody logs in with it. */
export const support = 90_101

/** Writes a line of the venue's own wording for the service, in the language of the person. */
function sayForService(ctx: ChatContext, chat: number, user: number, word: string) {
  const text = venueText(word, ctx.tables.users.need(user).lang)
  writeMessage(ctx, chat, {
    from: support,
    kind: 'user',
    type: contentCodes.text,
    content: JSON.stringify({ text }),
    text,
  })
}
const moveTalk = (
  ctx: ChatContext,
  row: TalkRow,
  status: TalkStatus,
  fields: Partial<Omit<TalkRow, 'chat' | 'user' | 'status' | 'rev'>>,
): TalkRow => {
  const may: readonly TalkStatus[] = talkMoves[row.status]
  if (status !== row.status && !may.includes(status)) throw new Refusal('step_refused')
  return ctx.tables.chatTalks.put({ ...row, ...fields, status, rev: row.rev + 1 })
}
export const isTalkOpen = ({ tables }: Pick<ChatContext, 'tables'>, chat: number) => {
  const status = tables.chatTalks.get(chat)?.status
  return status === 'waiting' || status === 'taken'
}
/** A person has written: their conversation waits for an answer. True if it was not open before. */
export function waitForDesk(ctx: ChatContext, chat: number, user: number): boolean {
  const now = ctx.now()
  const row = ctx.tables.chatTalks.get(chat)
  if (row === undefined)
    ctx.tables.chatTalks.put({
      chat,
      user,
      status: 'waiting',
      agent: null,
      openedAt: now,
      waitingSince: now,
      closedAt: null,
      rev: 1,
    })
  else if (row.status === 'closed')
    moveTalk(ctx, row, 'waiting', { agent: null, openedAt: now, waitingSince: now, closedAt: null })
  else {
    if (row.waitingSince === null) moveTalk(ctx, row, row.status, { waitingSince: now })
    return false
  }
  return true
}
/** An operator answers: the conversation is theirs, and nobody waits any more. */
export function answerTalk(ctx: ChatContext, row: TalkRow, agent: number, text: string): TalkRow {
  const open = row.status === 'closed' ? moveTalk(ctx, row, 'waiting', { openedAt: ctx.now(), closedAt: null }) : row
  writeMessage(ctx, row.chat, {
    from: support,
    kind: 'user',
    type: contentCodes.text,
    content: JSON.stringify({ text }),
    text,
  })
  return moveTalk(ctx, open, 'taken', { agent, waitingSince: null })
}
export function closeTalk(ctx: ChatContext, row: TalkRow, agent: number): TalkRow {
  const closed = moveTalk(ctx, row, 'closed', { agent, waitingSince: null, closedAt: ctx.now() })
  sayForService(ctx, row.chat, row.user, 'chat_service_closed')
  return closed
}
