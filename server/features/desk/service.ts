import { serviceTalk, type ServiceTalk, type TalkStatus } from '#contract/desk/desk-tools.ts'
import type { desk } from '#contract/desk/desk.ts'
import { encode } from '#contract/wire/coded.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { chatIdOf, chatNoOf } from '#server/features/chat/places.ts'
import { answerTalk, closeTalk, support } from '#server/features/chat/service.ts'
import { readSpan } from '#server/features/chat/stored.ts'
import { messageOf } from '#server/features/chat/view.ts'
import type { TalkRow } from '#server/features/chat/rows.ts'
import { accountOf } from './accounts.ts'
import { logAct } from './log.ts'
import { deskPowersOf } from './powers.ts'
import type { DeskContext } from './context.ts'

type Service = Pick<typeof desk, 'service' | 'talk' | 'answer' | 'closeTalk'>
const pageOfMessages = 40

const viewOf = (ctx: DeskContext, { chat, user, status, agent, openedAt, waitingSince, rev }: TalkRow): ServiceTalk => {
  const { last, at, ...row } = ctx.tables.chats.need(chat)
  return {
    id: chatIdOf(row),
    user: accountOf(ctx, user),
    status,
    agent: agent === null ? null : accountOf(ctx, agent),
    last_text: last?.text ?? '',
    last_ms: last?.at ?? at,
    unanswered_ms: waitingSince,
    opened_ms: openedAt,
    rev,
  }
}
const orders = {
  // Whoever has waited longest comes first; of those that are answered the newest.
  waiting: (a: TalkRow, b: TalkRow) =>
    (a.waitingSince ?? a.openedAt) - (b.waitingSince ?? b.openedAt) || a.chat - b.chat,
  taken: (a: TalkRow, b: TalkRow) =>
    (a.waitingSince ?? Infinity) - (b.waitingSince ?? Infinity) || b.openedAt - a.openedAt,
  closed: (a: TalkRow, b: TalkRow) => (b.closedAt ?? 0) - (a.closedAt ?? 0),
} as const satisfies Record<TalkStatus, (a: TalkRow, b: TalkRow) => number>
const talksOf = ({ tables }: DeskContext, status: TalkStatus) =>
  tables.chatTalks.group('status', status).toSorted(orders[status])
const talkOf = ({ tables }: DeskContext, id: string): TalkRow => tables.chatTalks.need(chatNoOf(id))

/** Conversations in which a person waits for an answer; null to who does not answer them. */
export function waitingTalks(ctx: DeskContext, user: number) {
  if (!deskPowersOf(ctx, user).includes('deskService')) return null
  const unanswered = [...talksOf(ctx, 'waiting'), ...talksOf(ctx, 'taken')].flatMap(
    ({ waitingSince }) => waitingSince ?? [],
  )
  return { open: unanswered.length, oldest_ms: unanswered.length === 0 ? null : Math.min(...unanswered) }
}
/**
 * Refuses who would answer themselves, and who would speak into the conversation of somebody else without meaning to.
 */
function checkAgent(ctx: DeskContext, row: TalkRow, user: number, take: boolean) {
  if (row.user === user) throw new Refusal('own_case')
  if (row.status === 'taken' && row.agent !== user && !take)
    throw new Refusal('state_moved', { now: encode(serviceTalk, viewOf(ctx, row)) })
}

export const serviceHandlers: Handlers<Service, DeskContext> = {
  service: (ctx, _, { status = 'waiting', page = 1, limit = defaultLimit }) => {
    const found = talksOf(ctx, status)
    return {
      list: found.slice((page - 1) * limit, page * limit).map((row) => viewOf(ctx, row)),
      count: found.length,
      page,
      limit,
      server_now_ms: ctx.now(),
    }
  },
  talk: {
    prepare: async (asyncCtx, { user }, { id, before }) => {
      const { chat } = talkOf(asyncCtx.ctx, id)
      const to = Math.min(asyncCtx.ctx.tables.chats.need(chat).headN, (before ?? Number.MAX_SAFE_INTEGER) - 1)
      const from = Math.max(1, to - pageOfMessages + 1)
      const rows = await readSpan(asyncCtx, chat, from, to)
      return (ctx) => {
        const row = talkOf(ctx, id)
        return {
          ...viewOf(ctx, row),
          messages: rows(ctx).map((each) => messageOf(ctx, each, support)),
          has_more: from > 1,
          is_own: row.user === user,
          is_mine: row.agent === user,
          server_now_ms: ctx.now(),
        }
      }
    },
  },
  answer: (ctx, { user }, { id, text, take = false }) => {
    const row = talkOf(ctx, id)
    checkAgent(ctx, row, user, take)
    if (text === '') throw new Refusal('content_empty')
    const after = answerTalk(ctx, row, user, text)
    logAct(ctx, {
      by: user,
      action: 'service.answer',
      about: `${id}-${ctx.tables.chats.need(row.chat).headN}`,
      reason: null,
      before: { status: row.status },
      after: { status: after.status },
    })
    return viewOf(ctx, after)
  },
  closeTalk: (ctx, { user }, { id, take = false }) => {
    const row = talkOf(ctx, id)
    checkAgent(ctx, row, user, take)
    if (row.status === 'closed')
      throw new Refusal('step_refused', { now: encode(serviceTalk, viewOf(ctx, row)), may: [] })
    const after = closeTalk(ctx, row, user)
    logAct(ctx, {
      by: user,
      action: 'service.close',
      about: id,
      reason: null,
      before: { status: row.status },
      after: { status: after.status },
    })
    return viewOf(ctx, after)
  },
}
