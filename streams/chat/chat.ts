import { chatLimits } from '#contract/chat/chat.ts'
import type { Friend, FriendApply } from '#contract/chat/chat-people.ts'
import type { Packet } from '#contract/chat/chat-packet.ts'
import { decode } from '#contract/wire/coded.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { readReply, sendReply, type SendReply, type Sent } from '#contract/wire/sent.ts'
import { askSocket, type Asked } from '#streams/kit/ask.ts'
import { connectionOf } from '#streams/kit/connection.ts'
import { memoize, shared } from '#streams/kit/deps.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { distinctUntilChanged, filter, map } from 'rxjs'
import { chats$, unreadIn } from './list.ts'
import { room$, typing$ } from './room.ts'

/** What became of a request as the reply of a call: what was not answered may have been done. */
export const replyOf = <T>(asked: Asked, read: (raw: unknown) => T | null): Reply<T> => {
  if (asked.type === 'refused' && asked.fault.code < 500) {
    const { reason, msg, params, after } = asked.fault
    return { ok: false, failure: { kind: 'refused', reason, params: params ?? {}, text: msg, afterMs: after ?? null } }
  }
  const value = asked.type === 'done' ? read(asked.payload) : null
  return value === null
    ? { ok: false, failure: { kind: 'unknown', because: asked.type === 'done' ? 'malformed' : 'unreachable' } }
    : { ok: true, value }
}
export const sentIn = (raw: unknown): SendReply | null => {
  const read = decode(sendReply, raw)
  return read.success ? read.data : null
}
const markIn = (raw: unknown) => {
  const read = decode(readReply, raw)
  return read.success ? read.data : null
}

/** The caller's chats. Messages travel on a channel of each chat, which is followed while it is open. */
export const chatFeedsOf = ({ own, connection, time }: FeedDeps) => {
  const all$ = own.live(chats$)
  /** What leaves over the socket belongs to one login: a socket that was proven for another does not carry it. */
  const lineOf = (login: number) => {
    const mine = connectionOf(connection, login)
    return {
      isReady$: mine.ready$.pipe(
        map((ready) => ready !== null),
        distinctUntilChanged(),
      ),
      send: (p: Sent) => askSocket(mine, { m: 'msg.send', p }, time).then((asked) => replyOf(asked, sentIn)),
      read: (chat: string, upTo: number) =>
        askSocket(mine, { m: 'msg.read', p: { chat, upTo } }, time).then((asked) => replyOf(asked, markIn)),
      typing: (chat: string) => mine.send({ m: 'typing', p: { chat } }),
    }
  }
  return {
    /** The caller's chats that are not hidden, in the order of the list. */
    chats$: all$,
    /** Unread messages in all of them; null until they are known. */
    unread$: all$.pipe(
      map(({ value }) => (value === null ? null : unreadIn(value))),
      distinctUntilChanged(),
    ),
    /** The log of one chat, as it grows. */
    roomOf: memoize((chat) => own.stream((deps) => room$(deps, chat))),
    /** Who is typing in a chat; null when they have stopped. */
    typingIn: memoize((chat) => own.stream((deps) => typing$(deps, chat, chatLimits.typingShownMs)).pipe(shared(time))),
    /** Each change of the caller's packets, friends and requests. */
    packet$: own.events$.pipe(
      map((event): Packet | null => (event.ev === 'chat.packetChanged' ? event.v : null)),
      filter((packet) => packet !== null),
    ),
    friend$: own.events$.pipe(
      map((event): Friend | null => (event.ev === 'chat.friendChanged' ? event.v : null)),
      filter((friend) => friend !== null),
    ),
    apply$: own.events$.pipe(
      map((event): FriendApply | null => (event.ev === 'chat.applyChanged' ? event.v : null)),
      filter((apply) => apply !== null),
    ),
    /** A chat that is not the caller's any more, and why. */
    chatGone$: own.events$.pipe(
      map((event) =>
        event.ev === 'chat.groupGone' ? { chat: event.v.chatGroupId, why: event.why ?? 'removed' } : null,
      ),
      filter((gone) => gone !== null),
    ),
    chatLineOf: lineOf,
  }
}
export type ChatLine = ReturnType<ReturnType<typeof chatFeedsOf>['chatLineOf']>
