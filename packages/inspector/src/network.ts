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

/** Work that is held back; `cancel` drops it. */
function createTimers() {
  const timers = new Set<Timer>()
  return {
    isIdle: () => timers.size === 0,
    later: (ms: number, work: () => void) => {
      if (ms <= 0) return work()
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
    cancel: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
type Later = ReturnType<typeof createTimers>['later']
type Line = ReturnType<typeof createBadLine>

/**
 * The sockets of the page: every frame is logged, and held back, lost or doubled as the line says. A socket that was
 * open before is found at its next frame.
 */
function createSockets({ recorder, page, mask, wire }: Ports, line: Line, isCalm: () => boolean, later: Later) {
  const nativeSend = Reflect.get(page.WebSocket.prototype, 'send')
  const sockets = new Set<WebSocket>()
  const logFrame = (frame: string, isUp: boolean, note = '') => {
    for (const { channel, type, detail } of wire.read(frame)) {
      recorder.log({
        kind: 'frame',
        from: isUp ? 'app' : channel,
        to: isUp ? channel : 'app',
        type: `${type}${note}`,
        detail: mask.lineOf(detail),
        actor: null,
      })
    }
  }
  const seen = (frame: string) => {
    wire.seen(frame, 'down', recorder.nowMs())
    logFrame(frame, false)
  }
  const arrive = (socket: WebSocket, frame: string) => {
    seen(frame)
    socket.dispatchEvent(Object.assign(new MessageEvent('message', { data: frame }), { isLetThrough: true }))
    recorder.changed()
  }
  const onMessage = (event: MessageEvent) => {
    if ('isLetThrough' in event || typeof event.data !== 'string' || !(event.target instanceof page.WebSocket)) return
    const socket = event.target
    const frame: string = event.data
    if (isCalm()) {
      seen(frame)
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
  return {
    begin: () => {
      page.WebSocket.prototype.send = hookedSend
    },
    drop: () => {
      for (const socket of sockets) socket.close(wire.dropCode)
    },
    end: () => {
      Reflect.set(page.WebSocket.prototype, 'send', nativeSend)
      for (const socket of sockets) socket.removeEventListener('message', onMessage, { capture: true })
      sockets.clear()
      wire.forget()
    },
  }
}

/** What was done to the line by hand, in the order and at the instants it was done, for a scenario that may be saved. */
function createHistory(recorder: Recorder) {
  let done: readonly (Mishap & { readonly atMs: number })[] = []
  let since = 0
  const begin = () => {
    since = recorder.nowMs()
  }
  return {
    begin,
    done: () => done,
    add: (mishap: Mishap) => {
      if (done.length === 0) begin()
      const step = { ...mishap, atMs: Math.round(recorder.nowMs() - since) }
      const last = done.at(-1)
      // A slider that is drawn along is one step.
      const isSame =
        last?.do === 'set' && step.do === 'set' && Object.keys(last.faults).join() === Object.keys(step.faults).join()
      done = [...(isSame ? done.slice(0, -1) : done), step]
    },
    forget: () => {
      done = []
      recorder.changed()
    },
  }
}

/**
 * Watches and spoils the line of this page alone: the browser's own socket, `fetch` and clock are wrapped while the
 * inspector is open.
 */
export function createNetwork(ports: Ports) {
  const { recorder, page, mask, wire } = ports
  const line = createBadLine(1, recorder.nowMs, wire.without)
  const nativeNow = Date.now.bind(Date)
  /** What is held back: frames and calls. They arrive even when the inspector is closed meanwhile. */
  const held = createTimers()
  /** The steps of a scenario that are still to come. */
  const script = createTimers()
  const history = createHistory(recorder)
  let skewMs = 0
  /** Nothing is spoiled and nothing is under way: a mended line must not overtake what it held back. */
  const isCalm = () => line.isClean() && held.isIdle()
  const sockets = createSockets(ports, line, isCalm, held.later)
  const calls = createCalls({
    recorder,
    page,
    mask,
    refusal: wire.refusal,
    fateOf: (direction) => (isCalm() ? [0] : line.fateOf(direction)),
    later: held.later,
  })
  const apply = (mishap: Mishap) => {
    if (mishap.do === 'set') line.set(mishap.faults)
    else if (mishap.do === 'halfOpen') line.halfOpen(!line.state().isHalfOpen)
    else if (mishap.do === 'mute') line.mute(mishap.channel)
    else if (mishap.do === 'drop') sockets.drop()
    else if (mishap.do === 'refuse') calls.wish('refuse')
    else if (mishap.do === 'loseAnswer') calls.wish('lose')
    else if (mishap.do === 'skew') skewMs += mishap.ms
    else if (mishap.do === 'sleep') {
      line.sleep(mishap.ms)
      script.later(mishap.ms, () => page.dispatchEvent(new Event('online')))
    } else {
      line.mend()
      skewMs = 0
      calls.wish('pass')
    }
    recorder.log({ kind: 'fault', from: 'app', to: 'app', type: mishap.do, detail: mask.lineOf(mishap), actor: null })
  }
  return {
    begin: () => {
      sockets.begin()
      page.fetch = calls.fetch
      page.Date.now = () => nativeNow() + skewMs
      history.begin()
    },
    end: () => {
      script.cancel()
      line.mend()
      page.fetch = calls.native
      page.Date.now = nativeNow
      sockets.end()
    },
    /** Does it now, and writes it down for the scenario that may be saved. */
    act: (mishap: Mishap) => {
      history.add(mishap)
      apply(mishap)
    },
    play: (scenario: Scenario) => {
      script.cancel()
      apply({ do: 'mend' })
      line.reseed(scenario.seed)
      for (const step of scenario.steps) script.later(step.atMs, () => apply(step))
    },
    done: history.done,
    forget: history.forget,
    line: line.state,
    skewMs: () => skewMs,
    answer: calls.wished,
    inFlight: calls.inFlight,
  }
}
