import { closeCodes } from '#contract/wire/close.ts'
import type { EndReason } from '#contract/wire/down.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { up, upHead, type Up } from '#contract/wire/up.ts'
import { decode } from '#contract/wire/coded.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refusalText } from '#server/core/sentences.ts'
import { checkJsonKeys } from './bodies.ts'
import { ownChannel } from './channels.ts'
import { createPace } from './pace.ts'
import { createSubs } from './peer-subs.ts'
import type { Push } from './push.ts'
import type { Turn } from './turn.ts'

export const socketLimits = { frame: 64 * 1024, subs: 100, inflight: 64, send_per_s: 5 }
export const heartbeatMs = 20_000
export const silenceMs = 45_000
export const authMs = 10_000
/** Above this many waiting bytes what may be thinned is held back; then nothing whole is told; above the greatest one the socket is cut. */
const fullBytes = 64 * 1024
const deafBytes = 256 * 1024
const brokenBytes = 1024 * 1024

/** The wire below one peer: real sockets and tests look alike. */
export type Transport = {
  /** `isShared`: others are sent the very same text, so its bytes are worth keeping for a moment. */
  send: (text: string, isShared?: boolean) => void
  close: (code: number, reason: string) => void
  waitingBytes: () => number
}
export type PeerPorts = {
  bus: Bus
  push: Push
  turn: Turn
  address: string
  transport: Transport
  /** A random id for the socket. */
  sid: string
  onReady: (peer: Peer) => void
  /** A bug met while a frame was being answered later. */
  onFault: (thrown: unknown) => void
}
export type Peer = ReturnType<typeof createPeer>

/** One socket from hello to bye: who it is, what it follows, what it may still send. */
export function createPeer({ bus, push, turn, address, transport, sid, onReady, onFault }: PeerPorts) {
  const { now } = bus
  const bornAt = now()
  const pace = createPace(30, 60, now)
  let caller: Caller | null = null
  /** Number of the latest durable event of its own channel. */
  let head = 0
  let heardAt = bornAt
  let beatAt = bornAt
  let lastI = 0
  let isOver = false
  let fullSince: number | null = null

  const write = (text: string, isShared = false) => {
    if (!isOver) transport.send(text, isShared)
  }
  const say = (frame: object) => write(JSON.stringify(frame))
  const bye = (code: number, msg: string, more: { after?: number; why?: EndReason } = {}, told = code) => {
    if (isOver) return
    say({ k: 'bye', code: told, msg, ...more })
    end()
    transport.close(code, msg.slice(0, 100))
  }
  const end = () => {
    isOver = true
    subs.end()
  }
  const faultOf = (i: number, reason: Reason, params: Record<string, unknown> = {}) => {
    const code = refusals[reason] ?? 422
    const after = params['after']
    const msg = refusalText(reason, params, caller?.lang ?? 'hk')
    say({ i, x: { code, reason, msg, retry: code === 429 || code >= 500, ...(after !== undefined && { after }), ...(Object.keys(params).length && { params }) } })
  }

  const subs = createSubs({
    bus, push, turn, maxSubs: socketLimits.subs, hasRoom: () => transport.waitingBytes() <= fullBytes,
    mayAsk: () => transport.waitingBytes() <= deafBytes, write, say, fault: faultOf,
  })

  const auth = (i: number, p: Extract<Up, { m: 'auth' }>['p']): Maybe<void> => {
    const credentials = { authorization: p.token, tokenOa: p.chatToken ?? null, lang: p.lang, device: p.device, address, appVersion: null }
    return whenReady(bus.enter(credentials), (entered) => {
      if (entered === null) return bye(closeCodes.tokenBad, refusalText('not_logged_in', {}, p.lang))
      if (caller && caller.user !== entered.caller.user) return bye(closeCodes.forbidden, refusalText('forbidden', {}, p.lang))
      const isFirst = caller === null
      caller = entered.caller
      head = Math.max(head, entered.head)
      say({ i, r: { uid: String(caller.user), e: bus.streamEpoch, heads: { u: head }, now: now() } })
      if (isFirst && !isOver) onReady(peer)
    })
  }
  const act = (frame: Up): Maybe<void> => {
    if (frame.m === 'hb') return
    if (frame.m === 'auth') return auth(frame.i, frame.p)
    if (caller === null) return bye(closeCodes.frameBad, refusalText('not_logged_in', {}, 'hk'))
    if (frame.m === 'ping') return say({ i: frame.i, r: { now: now() } })
    if (frame.m === 'sub') return subs.sub(frame, caller)
    if (frame.m === 'unsub') return subs.unsub(frame)
    return subs.rate(frame)
  }

  const hear = (text: string) => {
    if (isOver) return
    heardAt = now()
    const waitMs = pace.take()
    const raw = parse(text)
    const asked = decode(upHead, raw)
    const i = asked.data?.i
    if (waitMs > 0) {
      if (pace.refused() > 120) return bye(closeCodes.tooMany, refusalText('too_many', { after: 5 }, caller?.lang ?? 'hk'), { after: 5000 })
      if (i !== undefined) faultOf(i, 'too_many', { after: waitMs })
      return
    }
    const frame = decode(up, raw)
    if (caller === null && (!frame.success || (frame.data.m !== 'auth' && frame.data.m !== 'hb')))
      return bye(closeCodes.frameBad, refusalText('frame_bad', {}, 'hk'))
    if (!frame.success) {
      if (i === undefined) return
      return faultOf(i, asked.data?.m !== undefined && !methods.has(asked.data.m) ? 'method_unknown' : 'frame_bad')
    }
    if ('i' in frame.data) {
      if (frame.data.i <= lastI) return faultOf(frame.data.i, 'frame_bad')
      lastI = frame.data.i
    }
    const pending = act(frame.data)
    if (pending) wait(pending)
  }
  /** Frames are answered in the order they came: those behind one that is still being answered wait. */
  let waiting: string[] | null = null
  const wait = (pending: Promise<void>) => {
    waiting ??= []
    const resume = () => {
      const queued = waiting ?? []
      waiting = null
      for (const text of queued) peer.hear(text)
    }
    pending.then(resume, (thrown: unknown) => {
      onFault(thrown)
      resume()
    })
  }

  const peer = {
    sid,
    caller: () => caller,
    hello: () => say({ k: 'hello', v: 1, sid, now: now(), hb: heartbeatMs, lim: socketLimits }),
    hear: (text: string) => {
      if (waiting) {
        heardAt = now()
        waiting.push(text)
        if (waiting.length > socketLimits.inflight) bye(closeCodes.tooMany, refusalText('too_many', { after: 5 }, caller?.lang ?? 'hk'), { after: 5000 })
        return
      }
      try {
        hear(text)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
      }
    },
    /** One numbered event of its own stream: never thinned, never held back. */
    tell: (s: number, frame: string) => {
      head = s
      if (subs.has(ownChannel)) write(frame)
    },
    bye,
    end,
    /** Looks at the clock: late login, silence, heartbeat, a reader that does not read. */
    watch: () => {
      const at = now()
      if (caller === null && at - bornAt >= authMs) return bye(closeCodes.authLate, 'no auth in time')
      if (at - heardAt >= silenceMs) return bye(closeCodes.silent, 'no heartbeat answer')
      if (caller !== null && !bus.isSessionValid(caller)) return bye(closeCodes.loggedOut, refusalText('not_logged_in', {}, caller.lang), {}, 999)
      const waiting = transport.waitingBytes()
      fullSince = waiting > fullBytes ? (fullSince ?? at) : null
      if (waiting > brokenBytes || (fullSince !== null && at - fullSince >= 10_000)) return bye(closeCodes.tooSlow, 'too slow')
      if (caller !== null && at - beatAt >= heartbeatMs) {
        beatAt = at
        say({ k: 'hb', now: at, h: { u: head } })
      }
    },
  }
  return peer
}

const methods = new Set(['auth', 'sub', 'unsub', 'rate', 'ping', 'hb'])

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    checkJsonKeys(text)
    return value
  } catch {
    return undefined
  }
}
