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
import type { Limits } from './limits.ts'
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
  limits: Pick<Limits, 'call'>
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

/** What is said to the other side, until its end. */
function createWriter({ transport, onEnd }: Pick<PeerPorts, 'transport'> & { onEnd: () => void }) {
  let isClosed = false
  const write = (text: string, isShared = false) => {
    if (!isClosed) transport.send(text, isShared)
  }
  const send = (frame: object) => write(JSON.stringify(frame))
  const end = () => {
    isClosed = true
    onEnd()
  }
  return {
    isClosed: () => isClosed,
    write,
    send,
    end,
    bye: (code: number, msg: string, more: { after?: number; why?: EndReason } = {}, frameCode = code) => {
      if (isClosed) return
      send({ k: 'bye', code: frameCode, msg, ...more })
      end()
      transport.close(code, msg.slice(0, 100))
    },
    fault: (lang: Lang, i: number, reason: Reason, params: Record<string, unknown> = {}) => {
      const code = refusals[reason] ?? 422
      const after = params['after']
      // The field `after` has milliseconds, as its sentence and parameters have seconds everywhere.
      const told = typeof after === 'number' ? { ...params, after: Math.max(1, Math.ceil(after / 1000)) } : params
      const msg = refusalText(reason, told, lang)
      const retry = code === 429 || code >= 500
      const x = { code, reason, msg, retry, ...(after !== undefined && { after }) }
      send({ i, x: { ...x, ...(Object.keys(told).length && { params: told }) } })
    },
  }
}

/**
 * Frames are answered in the order they came: while one is answered asynchronously, later ones wait here. `handle`
 * returns the promise of an answer, or nothing.
 */
function createInbox(
  handle: (text: string) => Maybe<void>,
  { onFull, onFault }: { onFull: () => void; onFault: (thrown: unknown) => void },
) {
  let waiting: string[] | null = null
  const take = (text: string) => {
    if (waiting) {
      waiting.push(text)
      if (waiting.length > socketLimits.inflight) onFull()
      return
    }
    try {
      const pending = handle(text)
      if (pending) waitFor(pending)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
    }
  }
  const waitFor = (pending: Promise<void>) => {
    waiting ??= []
    const resume = () => {
      const queued = waiting ?? []
      waiting = null
      for (const text of queued) take(text)
    }
    pending.then(resume, (thrown: unknown) => {
      onFault(thrown)
      resume()
    })
  }
  return take
}

type ReaderPorts = Pick<PeerPorts, 'now'> & {
  isIn: () => boolean
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
  onTooMany: () => void
  onBad: () => void
}
/** Reads one frame after the other; null is one that is not carried out, and has been answered if it can be. */
function createReader({ now, isIn, fault, onTooMany, onBad }: ReaderPorts) {
  const pace = createPace(30, 60, now)
  let lastI = 0
  return (text: string): Up | null => {
    const waitMs = pace.take()
    const raw = parse(text)
    const head = decode(upHead, raw)
    const i = head.data?.i
    const refuse = (reason: Reason, params?: Record<string, unknown>, of = i) => {
      if (of !== undefined) fault(of, reason, params)
      return null
    }
    if (waitMs > 0) {
      if (pace.refused() <= 120) return refuse('too_many', { after: waitMs })
      onTooMany()
      return null
    }
    const frame = decode(up, raw)
    if (!isIn() && (!frame.success || (frame.data.m !== 'auth' && frame.data.m !== 'hb'))) {
      onBad()
      return null
    }
    if (!frame.success) {
      const method = head.data?.m
      return refuse(method !== undefined && !methods.has(method) ? 'method_unknown' : 'frame_bad')
    }
    const asked = 'i' in frame.data ? frame.data.i : undefined
    if (asked !== undefined) {
      if (asked <= lastI) return refuse('frame_bad', {}, asked)
      lastI = asked
    }
    return frame.data
  }
}

type WatchPorts = Pick<PeerPorts, 'now' | 'transport'> & {
  isIn: () => boolean
  isOver: (at: number) => boolean
  bye: (code: number, msg: string) => void
  isClosed: () => boolean
  onDue: () => void
  beat: (at: number) => void
}
/** Looks every second for a late login, silence, an ended session and a full buffer; sends the heartbeat. */
function createWatch({ now, transport, isIn, isOver, bye, isClosed, onDue, beat }: WatchPorts) {
  const openedAt = now()
  let receivedAt = openedAt
  let heartbeatAt = openedAt
  let fullSince: number | null = null
  return {
    heard: () => {
      receivedAt = now()
    },
    check: () => {
      const at = now()
      if (!isIn() && at - openedAt >= authMs) return bye(closeCodes.authLate, 'no auth in time')
      if (at - receivedAt >= silenceMs) return bye(closeCodes.silent, 'no heartbeat answer')
      if (isIn() && isOver(at)) onDue()
      if (isClosed()) return
      const unsent = transport.unsentBytes()
      fullSince = unsent > maxDeltaBytes ? (fullSince ?? at) : null
      if (unsent > maxUnsentBytes || (fullSince !== null && at - fullSince >= 10_000))
        return bye(closeCodes.tooSlow, 'too slow')
      if (isIn() && at - heartbeatAt >= heartbeatMs) {
        heartbeatAt = at
        beat(at)
      }
    },
  }
}

/** Who is logged in on a socket, and until when the session stands if nobody uses it. */
type Login = { caller: Caller | null; until: number }
type Writer = ReturnType<typeof createWriter>
type Subs = ReturnType<typeof createSubs>
type AuthPorts = Pick<PeerPorts, 'bus' | 'now' | 'term' | 'address' | 'sid'> & {
  login: Login
  writer: Writer
  subs: Subs
  onFirst: () => void
}
/** Logs in on a socket, or renews its login. */
function createAuth({ bus, now, term, address, sid, login, writer, subs, onFirst }: AuthPorts) {
  const take = (i: number, lang: Lang, entered: Entered | null) => {
    if (entered === null) return writer.bye(closeCodes.tokenBad, refusalText('not_logged_in', {}, lang))
    // The socket may have closed meanwhile: the venue must not count it.
    if (writer.isClosed()) return bus.leave(sid)
    const { caller, until, head } = entered
    if (login.caller && login.caller.user !== caller.user)
      return writer.bye(closeCodes.forbidden, refusalText('forbidden', {}, lang))
    const isFirst = login.caller === null
    login.caller = caller
    login.until = until
    subs.enterAt(head)
    const uid = String(caller.user)
    writer.send({ i, r: { uid, chatUid: uid, e: term().streamEpoch, heads: { u: subs.head() }, now: now() } })
    if (isFirst && !writer.isClosed()) onFirst()
  }
  return (i: number, p: Extract<Up, { m: 'auth' }>['p']): Maybe<void> => {
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
}

type DispatchPorts = Pick<PeerPorts, 'bus' | 'limits' | 'now'> & {
  login: Login
  writer: Writer
  subs: Subs
  auth: ReturnType<typeof createAuth>
  fault: (i: number, reason: Reason, params?: Record<string, unknown>) => void
}
/** Carries out one frame after the other. */
function createDispatch({ bus, limits, now, login, writer: { send, bye }, subs, auth, fault }: DispatchPorts) {
  const sayer = createSayer({ bus, now, maxChannels: socketLimits.subs })
  const call = async (frame: CallFrame, by: Caller) => {
    const answer = await askByFrame({ bus, limits }, by, frame)
    if ('r' in answer) send({ i: frame.i, r: answer.r })
    else fault(frame.i, answer.reason, answer.params)
  }
  return (frame: Up): Maybe<void> => {
    const { caller } = login
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
}

/** One socket from hello to bye: its login, subscriptions, rate limit and heartbeat. */
export function createPeer(ports: PeerPorts) {
  const { now, transport, sid, onReady, onDue, onFault } = ports
  const login: Login = { caller: null, until: 0 }
  const isIn = () => login.caller !== null
  const lang = () => login.caller?.lang ?? 'hk'
  const writer = createWriter({ transport, onEnd: () => subs.end() })
  const { send, bye } = writer
  const fault = (i: number, reason: Reason, params?: Record<string, unknown>) => writer.fault(lang(), i, reason, params)
  const tooMany = () => bye(closeCodes.tooMany, refusalText('too_many', { after: 5 }, lang()), { after: 5000 })
  const subs = createSubs({
    ...ports,
    maxSubs: socketLimits.subs,
    hasRoom: () => transport.unsentBytes() <= maxDeltaBytes,
    mayReply: () => transport.unsentBytes() <= maxReplyBytes,
    write: writer.write,
    send,
    fault,
  })
  const auth = createAuth({ ...ports, login, writer, subs, onFirst: () => onReady(peer) })
  const dispatch = createDispatch({ ...ports, login, writer, subs, auth, fault })
  const bad = () => bye(closeCodes.frameBad, refusalText('frame_bad', {}, 'hk'))
  const read = createReader({ now, isIn, fault, onTooMany: tooMany, onBad: bad })
  const handle = (text: string): Maybe<void> => {
    const frame = writer.isClosed() ? null : read(text)
    if (frame) return dispatch(frame)
  }
  const take = createInbox(handle, { onFull: tooMany, onFault })
  const watch = createWatch({
    now,
    transport,
    isIn,
    isOver: (at) => at > login.until,
    bye,
    isClosed: writer.isClosed,
    onDue: () => onDue(peer),
    beat: (at) => send({ k: 'hb', now: at, h: { u: subs.head() } }),
  })
  const peer = {
    sid,
    caller: () => login.caller,
    hello: () => send({ k: 'hello', v: 1, sid, now: now(), hb: heartbeatMs, lim: socketLimits }),
    receive: (text: string) => {
      if (!writer.isClosed()) watch.heard()
      take(text)
    },
    /** Sends one event of the own channel; these are never merged or held back. */
    sendEvent: (event: EventRow, frame: string) => subs.event(event, frame),
    /** Asks again for what may have been missed. */
    renew: () => {
      if (login.caller) subs.renew(login.caller)
    },
    /** The session stands until then; null if it has ended. */
    stands: (next: number | null, why?: EndReason) => {
      if (next !== null) login.until = next
      else if (isIn())
        bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, lang()), { ...(why !== undefined && { why }) }, 999)
    },
    bye,
    end: writer.end,
    check: watch.check,
  }
  return peer
}

const methods = new Set([
  'auth',
  'sub',
  'unsub',
  'rate',
  'ping',
  'hb',
  'msg.send',
  'msg.revoke',
  'msg.read',
  'call',
  'typing',
])

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    checkJsonKeys(text)
    return value
  } catch {
    return undefined
  }
}
