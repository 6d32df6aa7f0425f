import { callLimits } from '#contract/chat/chat-call.ts'
import type { chatCalls } from '#contract/chat/chat-calls.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { CallRow } from '#server/features/chat/call-rows.ts'
import { callIn } from '#server/features/chat/call-servers.ts'
import { mayCall } from '#server/features/chat/people.ts'
import { peerOf, placeIn } from '#server/features/chat/places.ts'
import { callDeadline, callRingAgain, endCall, moveCall, tellCall } from './settle.ts'
import { callOf, isIn, peerIn } from './view.ts'
import type { ChatCallsContext } from './context.ts'

const ownCall = (ctx: ChatCallsContext, user: number, id: string): CallRow => {
  const row = ctx.tables.chatCalls.get(id)
  if (!row || !isIn(row, user)) throw new Refusal('not_found')
  return row
}
const sideOf = (row: CallRow, user: number) => (row.caller.user === user ? 'caller' : 'called')
/** A call goes on in one page of each person; the others may not speak for it. */
const callOn = (ctx: ChatCallsContext, user: number, { id, tab }: { id: string; tab: string }) => {
  const row = ownCall(ctx, user, id)
  const held = row[sideOf(row, user)].tab
  if (held !== null && held !== tab) throw new Refusal('call_elsewhere')
  return row
}
const openCall = (ctx: ChatCallsContext, user: number, which: { id: string; tab: string }) => {
  const row = callOn(ctx, user, which)
  if (row.status === 'ended') throw new Refusal('call_over')
  return row
}
const waysOf = (ctx: ChatCallsContext, id: string) => {
  const held = ctx.chatWays.get(id) ?? { ways: new Map(), askedAt: ctx.now() }
  ctx.chatWays.set(id, held)
  return held
}

function answerCall(ctx: ChatCallsContext, row: CallRow, user: number, tab: string) {
  const moved = moveCall(ctx, 'answer', row, {
    called: { ...row.called, tab },
    untilAt: ctx.now() + callLimits.connectMs,
  })
  tellCall(ctx, moved)
  return callOf(ctx, moved, user)
}
/** Who may be called from a chat: the other side of it, a friend, a person, who has not blocked the caller. */
function calledFrom(ctx: ChatCallsContext, user: number, chatGroupId: string) {
  if (ctx.settings.chat.callServers === null) throw new Refusal('call_off')
  const { chat } = placeIn(ctx, user, chatGroupId)
  const peer = peerOf(chat, user)
  if (peer === null) throw new Refusal('call_single')
  // Who is blocked learns no more than a stranger.
  if (!mayCall(ctx, user, peer)) throw new Refusal('call_friend')
  return { chat, peer }
}

export const chatCallsHandlers: Handlers<typeof chatCalls, ChatCallsContext> = {
  place: (ctx, { user }, { chatGroupId, type, tab }) => {
    const { chat, peer } = calledFrom(ctx, user, chatGroupId)
    const mine = callIn(ctx, user)
    // Two who call each other at once want the same call.
    if (mine?.status === 'ringing' && mine.caller.user === peer) return answerCall(ctx, mine, user, tab)
    if (mine !== null) throw new Refusal('call_active')
    const at = ctx.now()
    const row: CallRow = {
      id: `k${ctx.random.bytes(12).toString('hex')}`,
      chat: chat.id,
      media: type,
      status: 'ringing',
      caller: { user, tab, says: 0 },
      called: { user: peer, tab: null, says: 0 },
      at,
      untilAt: at + callLimits.ringMs,
      talkingAt: null,
      endedAt: null,
      why: null,
      rev: 1,
    }
    const isBusy = callIn(ctx, peer) !== null
    ctx.tables.chatCalls.put(row)
    if (isBusy) return callOf(ctx, endCall(ctx, row, 'busy'), user)
    ctx.deadlines.set(callDeadline, row.id, at + callLimits.ringMs)
    ctx.deadlines.set(callRingAgain, row.id, at + callLimits.ringAgainMs)
    tellCall(ctx, row)
    return callOf(ctx, row, user)
  },
  answer: (ctx, { user }, { id, tab }) => {
    const row = openCall(ctx, user, { id, tab })
    if (row.called.user !== user) throw new Refusal('not_found')
    // Said twice by one page, it is answered once.
    if (row.status !== 'ringing') return callOf(ctx, row, user)
    const other = callIn(ctx, user)
    if (other !== null && other.id !== id && other.status !== 'ringing') throw new Refusal('call_active')
    return answerCall(ctx, row, user, tab)
  },
  connect: (ctx, { user }, which) => {
    const row = openCall(ctx, user, which)
    if (row.status === 'ringing') throw new Refusal('call_over')
    if (row.status === 'talking') return callOf(ctx, row, user)
    const moved = moveCall(ctx, 'connect', row, { untilAt: null, talkingAt: ctx.now() })
    waysOf(ctx, row.id).askedAt = ctx.now()
    tellCall(ctx, moved)
    return callOf(ctx, moved, user)
  },
  end: (ctx, { user }, { id, tab, why }) => {
    const row = callOn(ctx, user, { id, tab })
    if (row.status === 'ended') return callOf(ctx, row, user)
    const early = row.caller.user === user ? 'cancelled' : 'declined'
    return callOf(ctx, endCall(ctx, row, row.status === 'ringing' ? early : (why ?? 'hungUp')), user)
  },
  say: (ctx, { user }, { id, tab, way }) => {
    const row = openCall(ctx, user, { id, tab })
    const side = sideOf(row, user)
    if (row[side].tab === null) throw new Refusal('call_elsewhere')
    const held = waysOf(ctx, id)
    const before = held.ways.get(user)
    held.ways.set(user, way)
    ctx.onRollback(() => {
      if (before === undefined) held.ways.delete(user)
      else held.ways.set(user, before)
    })
    const said = ctx.tables.chatCalls.put({
      ...row,
      [side]: { ...row[side], says: row[side].says + 1 },
      rev: row.rev + 1,
    })
    tellCall(ctx, said, 'said')
    return callOf(ctx, said, user)
  },
  mine: (ctx, { user }) => {
    const row = callIn(ctx, user)
    if (row === null) return { call: null, way: null }
    const held = waysOf(ctx, row.id)
    held.askedAt = ctx.now()
    return { call: callOf(ctx, row, user), way: held.ways.get(peerIn(row, user)) ?? null }
  },
}
