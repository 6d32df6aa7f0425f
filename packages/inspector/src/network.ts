import { createBadLine, type Mishap, type Scenario } from './bad-line.ts'
import type { Mask } from './mask.ts'
import { createCalls } from './network-calls.ts'
import type { Recorder } from './recorder.ts'
import type { Wire } from './wire.ts'

type Timer = ReturnType<typeof setTimeout>
type Ports = {
  readonly recorder: Recorder
  readonly page: typeof globalThis
  readonly mask: Mask
  readonly wire: Wire
}

/**
 * Watches and spoils the line of this page alone: the browser's own socket, `fetch` and clock are wrapped while the
 * inspector is open. A socket
 * that was open before is found at its next frame.
 */
export function createNetwork({ recorder, page, mask, wire }: Ports) {
  const { lineOf } = mask
  const line = createBadLine(1, recorder.nowMs, wire.without)
  const nativeSend = Reflect.get(page.WebSocket.prototype, 'send')
  const nativeNow = Date.now.bind(Date)
  const sockets = new Set<WebSocket>()
  /** What is held back: frames and calls. They arrive even when the inspector is closed meanwhile. */
  const timers = new Set<Timer>()
  /** The steps of a scenario that are still to come. */
  const script = new Set<Timer>()
  let skewMs = 0
  let done: readonly (Mishap & { readonly atMs: number })[] = []
  let doneSince = 0

  const later = (ms: number, work: () => void, among = timers) => {
    if (ms <= 0) return work()
    const timer = setTimeout(() => {
      among.delete(timer)
      work()
    }, ms)
    among.add(timer)
  }
  /** Nothing is spoiled and nothing is under way: a mended line must not overtake what it held back. */
  const isCalm = () => line.isClean() && timers.size === 0
  const logFrame = (frame: string, isUp: boolean, note = '') => {
    for (const { channel, type, detail } of wire.read(frame)) {
      recorder.log({
        kind: 'frame',
        from: isUp ? 'app' : channel,
        to: isUp ? channel : 'app',
        type: `${type}${note}`,
        detail: lineOf(detail),
        actor: null,
      })
    }
  }
  const arrive = (socket: WebSocket, frame: string) => {
    wire.seen(frame, 'down', recorder.nowMs())
    logFrame(frame, false)
    socket.dispatchEvent(Object.assign(new MessageEvent('message', { data: frame }), { isLetThrough: true }))
    recorder.changed()
  }
  const onMessage = (event: MessageEvent) => {
    if ('isLetThrough' in event || typeof event.data !== 'string' || !(event.target instanceof page.WebSocket)) return
    const socket = event.target
    const frame: string = event.data
    if (isCalm()) {
      wire.seen(frame, 'down', recorder.nowMs())
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
    if (typeof data !== 'string') return Reflect.apply(nativeSend, this, [data])
    const fate = isCalm() ? [0] : line.fateOf('up')
    wire.seen(data, 'up', recorder.nowMs())
    logFrame(data, true, fate.length === 0 ? ' ✗' : '')
    for (const ms of fate)
      later(ms, () => this.readyState === page.WebSocket.OPEN && Reflect.apply(nativeSend, this, [data]))
    recorder.changed()
  }
  const calls = createCalls({
    recorder,
    page,
    mask,
    refusal: wire.refusal,
    fateOf: (direction) => (isCalm() ? [0] : line.fateOf(direction)),
    later,
  })
  const drop = () => {
    for (const socket of sockets) socket.close(wire.dropCode)
  }
  const apply = (mishap: Mishap) => {
    if (mishap.do === 'set') line.set(mishap.faults)
    else if (mishap.do === 'halfOpen') line.halfOpen(!line.state().isHalfOpen)
    else if (mishap.do === 'mute') line.mute(mishap.channel)
    else if (mishap.do === 'drop') drop()
    else if (mishap.do === 'refuse') calls.wish('refuse')
    else if (mishap.do === 'loseAnswer') calls.wish('lose')
    else if (mishap.do === 'skew') skewMs += mishap.ms
    else if (mishap.do === 'sleep') {
      line.sleep(mishap.ms)
      later(mishap.ms, () => page.dispatchEvent(new Event('online')), script)
    } else {
      line.mend()
      skewMs = 0
      calls.wish('pass')
    }
    recorder.log({ kind: 'fault', from: 'app', to: 'app', type: mishap.do, detail: lineOf(mishap), actor: null })
  }
  const cancel = () => {
    for (const timer of script) clearTimeout(timer)
    script.clear()
  }
  return {
    begin: () => {
      page.WebSocket.prototype.send = hookedSend
      page.fetch = calls.fetch
      page.Date.now = () => nativeNow() + skewMs
      doneSince = recorder.nowMs()
    },
    end: () => {
      cancel()
      line.mend()
      Reflect.set(page.WebSocket.prototype, 'send', nativeSend)
      page.fetch = calls.native
      page.Date.now = nativeNow
      for (const socket of sockets) socket.removeEventListener('message', onMessage, { capture: true })
      sockets.clear()
      wire.forget()
    },
    /** Does it now, and writes it down for the scenario that may be saved. */
    act: (mishap: Mishap) => {
      if (done.length === 0) doneSince = recorder.nowMs()
      const step = { ...mishap, atMs: Math.round(recorder.nowMs() - doneSince) }
      const last = done.at(-1)
      // A slider that is drawn along is one step.
      const isSame =
        last?.do === 'set' && step.do === 'set' && Object.keys(last.faults).join() === Object.keys(step.faults).join()
      done = [...(isSame ? done.slice(0, -1) : done), step]
      apply(mishap)
    },
    play: (scenario: Scenario) => {
      cancel()
      apply({ do: 'mend' })
      line.reseed(scenario.seed)
      for (const step of scenario.steps) later(step.atMs, () => apply(step), script)
    },
    done: () => done,
    forget: () => {
      done = []
      recorder.changed()
    },
    line: line.state,
    skewMs: () => skewMs,
    answer: calls.wished,
    inFlight: calls.inFlight,
  }
}
