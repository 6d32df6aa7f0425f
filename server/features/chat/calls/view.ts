import type { Call, CallSide } from '#contract/chat/chat-call.ts'
import type { CallRow } from '#server/features/chat/call-rows.ts'
import { avatarOf, nameOf } from '#server/features/chat/people.ts'
import { pairId } from '#server/features/chat/rows.ts'
import type { ChatCallsContext } from './context.ts'

export const isIn = ({ caller, called }: CallRow, user: number) => caller.user === user || called.user === user
export const peerIn = ({ caller, called }: CallRow, user: number) => (caller.user === user ? called.user : caller.user)

/** A call as one of its two people is told it: a friend has the name that they gave them. */
export function callOf(ctx: ChatCallsContext, row: CallRow, reader: number): Call {
  const sideOf = ({ user, tab, says }: CallRow['caller']): CallSide => ({
    userId: String(user),
    userName: ctx.tables.chatFriends.get(pairId(reader, user))?.name || nameOf(ctx, user),
    avatar: avatarOf(ctx, user),
    tab,
    says,
  })
  return {
    id: row.id,
    chatGroupId: `g${row.chat}`,
    media: row.media,
    status: row.status,
    caller: sideOf(row.caller),
    called: sideOf(row.called),
    untilMs: row.untilAt,
    talkingMs: row.talkingAt,
    endedMs: row.endedAt,
    why: row.why,
    serverNowMs: ctx.now(),
    rev: row.rev,
  }
}
