import { callLimits, callTransitions, mayCallStep, type CallEnd, type CallStep } from '#contract/chat/chat-call.ts'
import { callMedia } from '#contract/chat/chat-call.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import { encode } from '#contract/wire/coded.ts'
import { deadline } from '#server/core/deadlines.ts'
import { writeMessage } from '#server/features/chat/log.ts'
import type { CallRow } from '#server/features/chat/call-rows.ts'
import { callOf } from './view.ts'
import type { ChatCallsContext } from './context.ts'

/** Due when a call ends by itself: nobody answered, no way was found, or neither page asks for it any more. */
export const callDeadline = deadline('chatCall')
/** Due when the pages of who is called are told again that it rings. */
export const callRingAgain = deadline('chatCallRing')

/** The only ends that the called person has not decided or seen. */
const unanswered: ReadonlySet<CallEnd> = new Set<CallEnd>(['missed', 'cancelled', 'busy'])

export function tellCall(ctx: ChatCallsContext, row: CallRow, why?: 'ring' | 'said') {
  const users = why === 'ring' ? [row.called.user] : [row.caller.user, row.called.user]
  for (const user of users) ctx.emit(user, { ev: 'chat.callChanged', v: callOf(ctx, row, user), ...(why && { why }) })
}

/** The only code that changes the status of a call. An illegal step throws: it is a bug. */
export function moveCall(ctx: ChatCallsContext, step: CallStep, row: CallRow, change: Partial<CallRow>): CallRow {
  if (!mayCallStep(step, row.status)) throw new Error(`call ${row.id}: ${step} from ${row.status}`)
  const status = callTransitions[step].to
  const moved = ctx.tables.chatCalls.put({ ...row, ...change, status, rev: row.rev + 1 })
  ctx.deadlines.clear(callRingAgain, row.id)
  if (moved.untilAt !== null) ctx.deadlines.set(callDeadline, row.id, moved.untilAt)
  else if (status === 'talking') ctx.deadlines.set(callDeadline, row.id, ctx.now() + callLimits.aliveMs)
  else ctx.deadlines.clear(callDeadline, row.id)
  return moved
}

/** Ends a call: its line is written into the chat, both are told, and who missed it gets a notice. */
export function endCall(ctx: ChatCallsContext, row: CallRow, why: CallEnd): CallRow {
  const at = ctx.now()
  const ended = moveCall(ctx, 'end', row, { untilAt: null, endedAt: at, why })
  ctx.chatWays.delete(row.id)
  const isMissed = unanswered.has(why)
  const { caller, called, media, talkingAt } = ended
  writeMessage(ctx, row.chat, {
    from: caller.user,
    kind: 'user',
    type: contentCodes.call,
    text: '',
    content: JSON.stringify({
      roomID: row.id,
      type: Number(encode(callMedia, media)),
      totalTime: talkingAt === null ? 0 : Math.round((at - talkingAt) / 1000),
      targetUserID: String(called.user),
      fromUserId: String(caller.user),
      callRole: 'caller',
      why,
    }),
    isQuiet: !isMissed,
  })
  for (const user of [caller.user, called.user])
    ctx.emit(user, {
      ev: 'chat.callChanged',
      v: callOf(ctx, ended, user),
      ...(isMissed && user === called.user && { why: 'unanswered' as const }),
    })
  return ended
}

/** What a call comes to when its time is over; one that is asked for goes on. */
export function callDue(ctx: ChatCallsContext, id: string) {
  const row = ctx.tables.chatCalls.get(id)
  if (!row) return
  if (row.status !== 'talking') return void endCall(ctx, row, row.status === 'ringing' ? 'missed' : 'noWay')
  const held = ctx.chatWays.get(id)
  // After a restart nobody is known to have asked: both have as long again.
  const askedAt = held?.askedAt ?? ctx.now()
  if (held === undefined) ctx.chatWays.set(id, { ways: new Map(), askedAt })
  const until = askedAt + callLimits.aliveMs
  if (until <= ctx.now()) return void endCall(ctx, row, 'lost')
  ctx.deadlines.set(callDeadline, id, until)
}
export function ringDue(ctx: ChatCallsContext, id: string) {
  const row = ctx.tables.chatCalls.get(id)
  if (row?.status !== 'ringing') return
  tellCall(ctx, row, 'ring')
  ctx.deadlines.set(callRingAgain, id, ctx.now() + callLimits.ringAgainMs)
}
