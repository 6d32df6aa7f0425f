import { decode } from '#contract/wire/coded.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { readReply, sendReply, type SendReply, type Sent } from '#contract/wire/sent.ts'
import { askSocket, type Asked } from '#streams/kit/ask.ts'
import { connectionOf, type Connection } from '#streams/kit/connection.ts'
import { distinctUntilChanged, map, type SchedulerLike } from 'rxjs'

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

/** What leaves over the socket belongs to one login: a socket that was proven for another does not carry it. */
export const lineTo = (connection: Connection, time?: SchedulerLike) => (login: number) => {
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
export type ChatLine = ReturnType<ReturnType<typeof lineTo>>
