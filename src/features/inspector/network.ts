import { createBadLine, type Mishap, type Scenario } from './bad-line.ts'
import { lineOf, maskedText } from './mask.ts'
import type { Recorder } from './recorder.ts'
import { noLine, partsOf, received, sent, type LineView } from './streams-of.ts'

type Timer = ReturnType<typeof setTimeout>
/** Heartbeats are too many and tell too little for the log. */
const isQuiet = (part: Readonly<Record<string, unknown>>) => part['k'] === 'hb' || part['m'] === 'hb'
const typeOf = (part: Readonly<Record<string, unknown>>) => String(part['k'] ?? part['m'] ?? ('r' in part ? 'reply' : 'x' in part ? 'fault' : '?'))
const channelOf = ({ c, p }: Readonly<Record<string, unknown>>) =>
  typeof c === 'string' ? c : typeof p === 'object' && p !== null && 'c' in p && typeof p.c === 'string' ? p.c : 'socket'

const refusal = () => new Response(JSON.stringify({ type: 'error', message: 'too_many_requests' }), { status: 429, headers: { 'Content-Type': 'application/json', 'Retry-After': '1' } })
const urlOf = (asked: RequestInfo | URL) => (typeof asked === 'string' ? asked : asked instanceof URL ? asked.href : asked.url)

/**
 * Watches and spoils the line of this page alone: the browser's own socket, `fetch` and clock are wrapped while the inspector is open. A socket
 * that was open before is found at its next frame.
 */
export function createNetwork(recorder: Recorder, page: typeof globalThis) {
  const line = createBadLine(1, recorder.nowMs)
  const nativeSend = Reflect.get(page.WebSocket.prototype, 'send')
  const nativeFetch = page.fetch
  const nativeNow = Date.now.bind(Date)
  const sockets = new Set<WebSocket>()
  const timers = new Set<Timer>()
  let view: LineView = noLine
  let skewMs = 0
  let answer: 'pass' | 'refuse' | 'lose' = 'pass'
  let inFlight = 0
  let done: readonly (Mishap & { readonly atMs: number })[] = []
  let doneSince = 0

  const later = (ms: number, work: () => void) => {
    if (ms <= 0) return work()
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  /** Nothing is spoiled and nothing is under way: a mended line must not overtake what it held back. */
  const isCalm = () => line.isClean() && timers.size === 0
  const logFrame = (frame: string, isUp: boolean, note = '') => {
    for (const part of partsOf(frame)) {
      if (isQuiet(part)) continue
      const channel = channelOf(part)
      recorder.log({ kind: 'frame', from: isUp ? 'app' : channel, to: isUp ? channel : 'app', type: `${typeOf(part)}${note}`, detail: lineOf(part), actor: null })
    }
  }
  const arrive = (socket: WebSocket, frame: string) => {
    view = received(view, frame, recorder.nowMs())
    logFrame(frame, false)
    socket.dispatchEvent(Object.assign(new MessageEvent('message', { data: frame }), { isLetThrough: true }))
    recorder.changed()
  }
  const onMessage = (event: MessageEvent) => {
    if ('isLetThrough' in event || typeof event.data !== 'string' || !(event.target instanceof page.WebSocket)) return
    const socket = event.target
    const frame: string = event.data
    if (isCalm()) {
      view = received(view, frame, recorder.nowMs())
      logFrame(frame, false)
      return recorder.changed()
    }
    event.stopImmediatePropagation()
    const shaped = line.shape(frame)
    const fate = shaped === null ? [] : line.fateOf('down')
    if (fate.length === 0) logFrame(frame, false, ' ✗')
    for (const ms of fate) later(ms, () => socket.readyState === page.WebSocket.OPEN && arrive(socket, shaped ?? frame))
  }
  const meet = (socket: WebSocket) => {
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.addEventListener('message', onMessage, { capture: true })
    socket.addEventListener('close', () => sockets.delete(socket))
  }
  const hookedSend = function (this: WebSocket, data: Parameters<WebSocket['send']>[0]) {
    meet(this)
    if (typeof data !== 'string') return void Reflect.apply(nativeSend, this, [data])
    const fate = isCalm() ? [0] : line.fateOf('up')
    view = sent(view, data)
    logFrame(data, true, fate.length === 0 ? ' ✗' : '')
    for (const ms of fate) later(ms, () => this.readyState === page.WebSocket.OPEN && Reflect.apply(nativeSend, this, [data]))
    recorder.changed()
  }
  const hookedFetch: typeof fetch = async (asked, init) => {
    const { pathname } = new URL(urlOf(asked), page.location.href)
    const method = init?.method ?? 'GET'
    const from = recorder.nowMs()
    const body = typeof init?.body === 'string' ? lineOf(maskedText(init.body)) : ''
    const told = (type: string, detail: string) => recorder.log({ kind: 'call', from: type === 'call' ? 'app' : pathname, to: type === 'call' ? pathname : 'app', type, detail, actor: null })
    const wish = method === 'GET' ? 'pass' : answer
    told('call', `${method} ${body}`.trim())
    inFlight += 1
    recorder.changed()
    try {
      if (wish === 'refuse') {
        answer = 'pass'
        told('429', 'refused here')
        return refusal()
      }
      const [waitMs] = line.isClean() ? [0] : line.fateOf('up')
      if (waitMs === undefined) throw new TypeError('the call was lost')
      await new Promise<void>((resolve) => later(waitMs, resolve))
      const response = await nativeFetch(asked, init)
      const [backMs] = line.isClean() ? [0] : line.fateOf('down')
      await new Promise<void>((resolve) => later(backMs ?? 0, resolve))
      if (wish === 'lose') answer = 'pass'
      if (wish === 'lose' || backMs === undefined) throw new TypeError('the answer was lost')
      told(String(response.status), `${Math.round(recorder.nowMs() - from)} ms`)
      return response
    } catch (thrown) {
      told('✗', thrown instanceof Error ? thrown.message : 'failed')
      throw thrown
    } finally {
      inFlight -= 1
      recorder.changed()
    }
  }
  const drop = () => {
    // 4000 is the venue's own code for "restart": the client backs off and comes back.
    for (const socket of sockets) socket.close(4000)
  }
  const apply = (mishap: Mishap) => {
    if (mishap.do === 'set') line.set(mishap.faults)
    else if (mishap.do === 'halfOpen') line.halfOpen(!line.state().isHalfOpen)
    else if (mishap.do === 'mute') line.mute(mishap.channel)
    else if (mishap.do === 'drop') drop()
    else if (mishap.do === 'refuse') answer = 'refuse'
    else if (mishap.do === 'loseAnswer') answer = 'lose'
    else if (mishap.do === 'skew') skewMs += mishap.ms
    else if (mishap.do === 'sleep') {
      line.sleep(mishap.ms)
      later(mishap.ms, () => page.dispatchEvent(new Event('online')))
    } else {
      line.mend()
      skewMs = 0
      answer = 'pass'
    }
    recorder.log({ kind: 'fault', from: 'app', to: 'app', type: mishap.do, detail: lineOf(mishap), actor: null })
  }
  const cancel = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
  return {
    begin: () => {
      page.WebSocket.prototype.send = hookedSend
      page.fetch = hookedFetch
      page.Date.now = () => nativeNow() + skewMs
      doneSince = recorder.nowMs()
    },
    end: () => {
      cancel()
      line.mend()
      Reflect.set(page.WebSocket.prototype, 'send', nativeSend)
      page.fetch = nativeFetch
      page.Date.now = nativeNow
      for (const socket of sockets) socket.removeEventListener('message', onMessage, { capture: true })
      sockets.clear()
      view = noLine
    },
    /** Does it now, and writes it down for the scenario that may be saved. */
    act: (mishap: Mishap) => {
      if (done.length === 0) doneSince = recorder.nowMs()
      const step = { ...mishap, atMs: Math.round(recorder.nowMs() - doneSince) }
      const last = done.at(-1)
      // A slider that is drawn along is one step.
      const isSame = last?.do === 'set' && step.do === 'set' && Object.keys(last.faults).join() === Object.keys(step.faults).join()
      done = [...(isSame ? done.slice(0, -1) : done), step]
      apply(mishap)
    },
    play: (scenario: Scenario) => {
      cancel()
      apply({ do: 'mend' })
      line.reseed(scenario.seed)
      for (const step of scenario.steps) later(step.atMs, () => apply(step))
    },
    done: () => done,
    forget: () => {
      done = []
      recorder.changed()
    },
    view: () => view,
    line: line.state,
    skewMs: () => skewMs,
    answer: () => answer,
    inFlight: () => inFlight,
  }
}
export type Network = ReturnType<typeof createNetwork>
