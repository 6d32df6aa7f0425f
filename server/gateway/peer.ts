import { closeCodes } from '#contract/wire/close.ts'
import type { EndReason } from '#contract/wire/down.ts'
import type { Lang } from '#contract/wire/languages.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { up, upHead, type Up } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import type { Bus, Entered, Term } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refusalText } from '#server/core/sentences.ts'
import type { EventRow } from '#server/core/store-port.ts'
import { checkJsonKeys } from './bodies.ts'
import { createPace } from './pace.ts'
import { createSubs } from './peer-subs.ts'
import { askByFrame, createSayer, type CallFrame } from './messages.ts'
import type { Push } from './push.ts'
import type { Rooms } from './rooms.ts'
import type { SendQueue } from './send-queue.ts'

export const socketLimits = { frame: 64 * 1024, subs: 100, inflight: 64, send_per_s: 5 }
export const heartbeatMs = 20_000
export const silenceMs = 45_000
export const authMs = 10_000
/**
 * Bounds on a socket's unsent bytes. Above the first, public deltas are held back; above the second, subscriptions are
 * refused; above the third, or above the first for 10 s, the socket is closed.
 */
const maxDeltaBytes = 64 * 1024
const maxReplyBytes = 256 * 1024
const maxUnsentBytes = 1024 * 1024

/** The connection below one peer: a WebSocket, or a test's substitute. */
export type Transport = {
  /** `isShared`: other sockets are sent the same text, so its encoded bytes are worth caching. */
  send: (text: string, isShared?: boolean) => void
  close: (code: number, reason: string) => void
  unsentBytes: () => number
}
export type PeerPorts = {
  bus: Bus
  now: () => number
  term: () => Term
  push: Push
  rooms: Rooms
  sendQueue: SendQueue
  address: string
  transport: Transport
  /** A random id for the socket. */
  sid: string
  onReady: (peer: Peer) => void
  /** Called when the session should be asked for again: it ends now if nobody has used it. */
  onDue: (peer: Peer) => void
  /** Called when the asynchronous handling of a frame throws. */
  onFault: (thrown: unknown) => void
}
export type Peer = ReturnType<typeof createPeer>

/** One socket from hello to bye: its login, subscriptions, rate limit and heartbeat. */
export function createPeer(ports: PeerPorts) {
  const { bus, now, term, push, rooms, sendQueue, address, transport, sid, onReady, onDue, onFault } = ports
  const openedAt = now()
  const pace = createPace(30, 60, now)
  let caller: Caller | null = null
  /** When the session ends if nobody uses it. */
  let until = 0
  let receivedAt = openedAt
  let heartbeatAt = openedAt
  let lastI = 0
  let isClosed = false
  let fullSince: number | null = null

  const write = (text: string, isShared = false) => {
    if (!isClosed) transport.send(text, isShared)
  }
  const send = (frame: object) => write(JSON.stringify(frame))
  const bye = (code: number, msg: string, more: { after?: number; why?: EndReason } = {}, frameCode = code) => {
    if (isClosed) return
    send({ k: 'bye', code: frameCode, msg, ...more })
    end()
    transport.close(code, msg.slice(0, 100))
  }
  const end = () => {
    isClosed = true
    subs.end()
  }
  const faultOf = (i: number, reason: Reason, params: Record<string, unknown> = {}) => {
    const code = refusals[reason] ?? 422
    const after = params['after']
    // The field `after` has milliseconds, as its sentence and parameters have seconds everywhere.
    const told = typeof after === 'number' ? { ...params, after: Math.max(1, Math.ceil(after / 1000)) } : params
    const msg = refusalText(reason, told, caller?.lang ?? 'hk')
    send({
      i,
      x: {
        code,
        reason,
        msg,
        retry: code === 429 || code >= 500,
        ...(after !== undefined && { after }),
        ...(Object.keys(told).length && { params: told }),
      },
    })
  }

  const subs = createSubs({
    bus,
    now,
    term,
    push,
    rooms,
    sendQueue,
    maxSubs: socketLimits.subs,
    hasRoom: () => transport.unsentBytes() <= maxDeltaBytes,
    mayReply: () => transport.unsentBytes() <= maxReplyBytes,
    write,
    send,
    fault: faultOf,
  })

  const auth = (i: number, p: Extract<Up, { m: 'auth' }>['p']): Maybe<void> => {
    const credentials = {
      authorization: p.token,
      tokenOa: p.chatToken ?? null,
      lang: p.lang,
      device: p.device,
      address,
      appVersion: null,
    }
    return whenReady(bus.enter(credentials, sid), (entered) => take(i, p.lang, entered))
  }
  const take = (i: number, lang: Lang, entered: Entered | null) => {
    if (entered === null) return bye(closeCodes.tokenBad, refusalText('not_logged_in', {}, lang))
    // The socket may have closed meanwhile: the venue must not count it.
    if (isClosed) return bus.leave(sid)
    if (caller && caller.user !== entered.caller.user)
      return bye(closeCodes.forbidden, refusalText('forbidden', {}, lang))
    const isFirst = caller === null
    caller = entered.caller
    until = entered.until
    subs.enterAt(entered.head)
    const { user } = caller
    send({
      i,
      r: {
        uid: String(user),
        chatUid: String(user),
        e: term().streamEpoch,
        heads: { u: subs.head() },
        now: now(),
      },
    })
    if (isFirst && !isClosed) onReady(peer)
  }
  const dispatch = (frame: Up): Maybe<void> => {
    if (frame.m === 'hb') return
    if (frame.m === 'auth') return auth(frame.i, frame.p)
    if (caller === null) return bye(closeCodes.frameBad, refusalText('not_logged_in', {}, 'hk'))
    if (frame.m === 'ping') return send({ i: frame.i, r: { now: now() } })
    if (frame.m === 'sub') return subs.sub(frame, caller)
    if (frame.m === 'unsub') return subs.unsub(frame)
    if (frame.m === 'rate') return subs.rate(frame)
    if (frame.m === 'typing') return sayer([frame.m, frame.p.chat].join(':'), caller)
    return call(frame, caller)
  }
  const call = async (frame: CallFrame, by: Caller) => {
    const answer = await askByFrame(bus, by, frame)
    if ('r' in answer) send({ i: frame.i, r: answer.r })
    else faultOf(frame.i, answer.reason, answer.params)
  }
  const sayer = createSayer({ bus, now, maxChannels: socketLimits.subs })

  /** Handles one frame; refuses frames over the rate limit, and closes the socket after too many of them. */
  const handleText = (text: string) => {
    if (isClosed) return
    receivedAt = now()
    const waitMs = pace.take()
    const raw = parse(text)
    const headPart = decode(upHead, raw)
    const i = headPart.data?.i
    if (waitMs > 0) {
      if (pace.refused() > 120)
        return bye(closeCodes.tooMany, refusalText('too_many', { after: 5 }, caller?.lang ?? 'hk'), { after: 5000 })
      if (i !== undefined) faultOf(i, 'too_many', { after: waitMs })
      return
    }
    const frame = decode(up, raw)
    if (caller === null && (!frame.success || (frame.data.m !== 'auth' && frame.data.m !== 'hb')))
      return bye(closeCodes.frameBad, refusalText('frame_bad', {}, 'hk'))
    if (!frame.success) {
      if (i === undefined) return
      return faultOf(
        i,
        headPart.data?.m !== undefined && !methods.has(headPart.data.m) ? 'method_unknown' : 'frame_bad',
      )
    }
    const asked = 'i' in frame.data ? frame.data.i : undefined
    if (asked !== undefined) {
      if (asked <= lastI) return faultOf(asked, 'frame_bad')
      lastI = asked
    }
    const pending = dispatch(frame.data)
    if (pending) queueBehind(pending)
  }
  /**
   * Frames are answered in the order they came: while one is answered asynchronously, later ones wait here; null
   * otherwise.
   */
  let pendingTexts: string[] | null = null
  const queueBehind = (pending: Promise<void>) => {
    pendingTexts ??= []
    const resume = () => {
      const queued = pendingTexts ?? []
      pendingTexts = null
      for (const text of queued) peer.receive(text)
    }
    pending.then(resume, (thrown: unknown) => {
      onFault(thrown)
      resume()
    })
  }

  const peer = {
    sid,
    caller: () => caller,
    hello: () => send({ k: 'hello', v: 1, sid, now: now(), hb: heartbeatMs, lim: socketLimits }),
    receive: (text: string) => {
      if (pendingTexts) {
        receivedAt = now()
        pendingTexts.push(text)
        if (pendingTexts.length > socketLimits.inflight)
          bye(closeCodes.tooMany, refusalText('too_many', { after: 5 }, caller?.lang ?? 'hk'), { after: 5000 })
        return
      }
      try {
        handleText(text)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
      }
    },
    /** Sends one event of the own channel; these are never merged or held back. */
    sendEvent: (event: EventRow, frame: string) => subs.event(event, frame),
    /** Asks again for what may have been missed. */
    renew: () => {
      if (caller) subs.renew(caller)
    },
    /** The session stands until then; null if it has ended. */
    stands: (next: number | null, why?: EndReason) => {
      if (next !== null) until = next
      else if (caller)
        bye(
          closeCodes.loggedOut,
          refusalText('not_logged_in', {}, caller.lang),
          { ...(why !== undefined && { why }) },
          999,
        )
    },
    bye,
    end,
    /** Called every second: closes on a late login, silence, an ended session or a full buffer; sends the heartbeat. */
    check: () => {
      const at = now()
      if (caller === null && at - openedAt >= authMs) return bye(closeCodes.authLate, 'no auth in time')
      if (at - receivedAt >= silenceMs) return bye(closeCodes.silent, 'no heartbeat answer')
      if (caller !== null && at > until) onDue(peer)
      if (isClosed) return
      const unsent = transport.unsentBytes()
      fullSince = unsent > maxDeltaBytes ? (fullSince ?? at) : null
      if (unsent > maxUnsentBytes || (fullSince !== null && at - fullSince >= 10_000))
        return bye(closeCodes.tooSlow, 'too slow')
      if (caller !== null && at - heartbeatAt >= heartbeatMs) {
        heartbeatAt = at
        send({ k: 'hb', now: at, h: { u: subs.head() } })
      }
    },
  }
  return peer
}

const methods = new Set(['auth', 'sub', 'unsub', 'rate', 'ping', 'hb', 'msg.send', 'msg.revoke', 'msg.read', 'typing'])

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    checkJsonKeys(text)
    return value
  } catch {
    return undefined
  }
}
