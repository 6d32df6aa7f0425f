import type { Reply } from '#contract/wire/reply.ts'
import { asyncScheduler, Subscription, type SchedulerLike } from 'rxjs'
import type { Connection, RequestFrame } from './connection.ts'

const replyMs = 10_000
const lost = { ok: false, failure: { kind: 'unknown', because: 'unreachable' } } as const

/**
 * Sends a request over the socket and resolves with its reply. When the line breaks, or stays silent for ten seconds, the outcome is
 * unknown: whoever asked asks again under the same id.
 */
export const ask = <T>(connection: Connection, frame: RequestFrame, read: (raw: unknown) => T | null, time: SchedulerLike = asyncScheduler): Promise<Reply<T>> =>
  new Promise((resolve) => {
    const all = new Subscription()
    const end = (reply: Reply<T>) => {
      all.unsubscribe()
      resolve(reply)
    }
    const i = connection.send(frame)
    if (i === null) return end(lost)
    let isFirst = true
    all.add(
      connection.messages$.subscribe((message) => {
        if (!('i' in message) || message.i !== i) return
        if ('x' in message) {
          const { reason, msg, params, after, code } = message.x
          if (code >= 500) return end(lost)
          return end({ ok: false, failure: { kind: 'refused', reason, params: params ?? {}, text: msg, afterMs: after ?? null } })
        }
        const value = read(message.r)
        end(value === null ? { ok: false, failure: { kind: 'unknown', because: 'malformed' } } : { ok: true, value })
      }),
    )
    // The present state comes first: a line that is away now could not have sent.
    all.add(
      connection.ready$.subscribe((ready) => {
        if (!isFirst || ready === null) end(lost)
        isFirst = false
      }),
    )
    all.add(time.schedule(() => end(lost), replyMs))
  })
