import type { ChatEvent, Message } from '#contract/chat/chat.ts'
import type { Down } from '#contract/wire/down.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { SendReply, Sent } from '#contract/wire/sent.ts'
import { encode } from '#contract/wire/coded.ts'
import { chatEvent } from '#contract/chat/chat.ts'
import { pageSize, type HistoryAsk } from '#machines/chat/chat-log.ts'
import type { Connection, Ready, RequestFrame } from '#streams/kit/connection.ts'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'

/** How an unreliable line treats each frame. */
export type Fate = 'arrives' | 'lost' | 'twice' | 'late'
const kept = 15

/**
 * A venue with one chat: it numbers messages and changes, remembers each id with which one was sent, and forgets old
 * changes.
 */
export function aChatVenue() {
  const log: ChatEvent[] = []
  const messages: Message[] = []
  const byCid = new Map<string, Message>()
  const lines = new Set<Line>()
  const refused = new Map<string, 'muted' | 'cid_reused'>()
  const tell = (event: ChatEvent) => {
    log.push(event)
    for (const line of lines) line.push(log.length, event)
  }
  const forReader = (message: Message, who: string): Message => ({
    ...message,
    meFlag: message.fromUserId === who,
    cid: message.fromUserId === who ? message.cid : null,
  })
  return {
    messages,
    log,
    lines,
    refused,
    send: (who: string, sent: Sent): Reply<SendReply> => {
      const text = String(sent.body['text'])
      const reason = refused.get(text)
      if (reason !== undefined)
        return { ok: false, failure: { kind: 'refused', reason, params: {}, text: null, afterMs: null } }
      let message = byCid.get(sent.cid)
      if (message === undefined) {
        const n = messages.length + 1
        message = {
          id: `g1-${n}`,
          n,
          rev: 1,
          cid: sent.cid,
          messageType: 'user',
          contentType: 1,
          content: JSON.stringify(sent.body),
          fromUserId: who,
          userName: who,
          userAvatar: null,
          chatGroupId: 'g1',
          createTime: '2026-11-22 10:00:00',
          createMs: n,
          meFlag: false,
          replyTo: null,
          mentions: [],
          revoked: false,
          revokedBy: null,
          isForwarded: false,
        }
        messages.push(message)
        byCid.set(sent.cid, message)
        tell({ ev: 'chat.message', v: message })
      }
      return { ok: true, value: { cid: sent.cid, id: message.id, n: message.n, ts: 1 } }
    },
    revoke: (n: number) => {
      const message = messages[n - 1]
      if (message === undefined || message.revoked) return
      const blank = { ...message, rev: 2, content: '{}', revoked: true, revokedBy: message.userName }
      messages[n - 1] = blank
      tell({ ev: 'chat.messageChanged', v: blank })
    },
    read: (who: string, ask: HistoryAsk): readonly Message[] => {
      const at = 'around' in ask ? ask.around : 0
      const inside = messages.filter(({ n }) =>
        'before' in ask ? n < ask.before : 'after' in ask ? n > ask.after : Math.abs(n - at) < pageSize / 2,
      )
      const page = 'after' in ask ? inside.slice(0, pageSize) : inside.slice(-pageSize)
      return page.map((message) => forReader(message, who)).toReversed()
    },
    forReader,
  }
}
export type ChatVenue = ReturnType<typeof aChatVenue>
type Line = { readonly push: (s: number, event: ChatEvent) => void }

/** The line of one device. What is sent and told may be lost, doubled or late while it is unreliable. */
export function aChatLine(venue: ChatVenue, who: string, fateOf: () => Fate) {
  const messages$ = new Subject<Down>()
  const ready$ = new BehaviorSubject<Ready | null>({ attempt: 1, login: 1, uid: who, epoch: 'e1', head: 0 })
  let late: (() => void)[] = []
  let isFollowing = false
  let lastI = 0
  const carry = (run: () => void) => {
    const fate = fateOf()
    if (fate === 'lost') return
    if (fate === 'late') return void late.push(run)
    run()
    if (fate === 'twice') run()
  }
  const pushFrame = (s: number, event: ChatEvent) => {
    const told: ChatEvent =
      event.ev === 'chat.message' || event.ev === 'chat.messageChanged'
        ? { ...event, v: venue.forReader(event.v, who) }
        : event
    const d: unknown = encode(chatEvent, told)
    messages$.next({ c: 'chat:g1', k: 'event', e: 'e1', s, b: s - 1, d, t: 0 })
  }
  venue.lines.add({
    push: (s, event) => {
      if (isFollowing) carry(() => isFollowing && pushFrame(s, event))
    },
  })
  const answer = (i: number, frame: RequestFrame) => {
    const reply = (r: unknown) => messages$.next({ i, r })
    if (frame.m === 'sub' && frame.p.c === 'chat:g1') {
      isFollowing = true
      const [head, held] = [venue.log.length, frame.p.s]
      if (held === undefined || head - held > kept)
        return reply({ mode: 'fresh', why: held === undefined ? 'new' : 'trimmed', head })
      reply({ mode: 'resumed', n: head - held })
      for (let s = held + 1; s <= head; s++) {
        const event = venue.log[s - 1]
        if (event !== undefined) pushFrame(s, event)
      }
    } else if (frame.m === 'msg.send') {
      const sent = venue.send(who, frame.p)
      const { failure } = sent.ok ? { failure: null } : sent
      // The reply travels like everything else.
      if (sent.ok) carry(() => reply(sent.value))
      else if (failure?.kind === 'refused' && (failure.reason === 'muted' || failure.reason === 'cid_reused'))
        carry(() =>
          messages$.next({
            i,
            x: {
              code: failure.reason === 'muted' ? 403 : 409,
              reason: failure.reason === 'muted' ? 'muted' : 'cid_reused',
              msg: '',
              retry: false,
            },
          }),
        )
    }
  }
  const connection: Connection = {
    messages$,
    ready$,
    cursorsDropped$: NEVER,
    fail: () => {},
    send: (frame) => {
      if (ready$.value === null) return null
      const i = ++lastI
      const attempt = ready$.value.attempt
      queueMicrotask(() => carry(() => ready$.value?.attempt === attempt && answer(i, frame)))
      return i
    },
  }
  return {
    connection,
    messages$,
    /** Delivers what was late, in the wrong order. */
    deliver: () => {
      const waiting = late.toReversed()
      late = []
      for (const run of waiting) run()
    },
    drop: () => {
      isFollowing = false
      late = []
      ready$.next(null)
    },
    open: () => {
      if (ready$.value === null) ready$.next({ attempt: lastI + 2, login: 1, uid: who, epoch: 'e1', head: 0 })
    },
  }
}
