import type { CallEnd, CallMedia, CallStatus } from '#contract/chat/chat-call.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** One person in a call, with the page that is in it. */
type CallSideRow = { user: number; tab: string | null; says: number }
/** A call between two people. How they are reached is kept in memory alone. */
export type CallRow = {
  id: string
  chat: number
  media: CallMedia
  status: CallStatus
  caller: CallSideRow
  called: CallSideRow
  at: number
  untilAt: number | null
  talkingAt: number | null
  endedAt: number | null
  why: CallEnd | null
  rev: number
}
/** Calls that have ended are only in the store. */
export const createCallTables = (open: OpenTable) => ({
  chatCalls: open<CallRow>({
    name: 'chat_calls',
    key: 'text',
    id: ({ id }) => id,
    isLive: ({ status }) => status !== 'ended',
    groups: {
      caller: ({ caller, status }) => (status === 'ended' ? null : caller.user),
      called: ({ called, status }) => (status === 'ended' ? null : called.user),
    },
  }),
})
