import type { Down } from '#contract/wire/down.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { Observable, Subject } from 'rxjs'

type Sent = { i?: number; m: string; p?: Record<string, unknown> }
export type FakeAttempt = {
  readonly messages$: Subject<SocketMessage>
  readonly sent: Sent[]
  readonly isUnsubscribed: () => boolean
}

/** Sockets whose server side is the test, so that they can be half-open, silent or garbled. One attempt per dial. */
export function fakeSockets() {
  const attempts: FakeAttempt[] = []
  const dial = () =>
    new Observable<SocketMessage>((listener) => {
      const messages$ = new Subject<SocketMessage>()
      let isUnsubscribed = false
      attempts.push({ messages$, sent: [], isUnsubscribed: () => isUnsubscribed })
      const subscription = messages$.subscribe(listener)
      return () => {
        isUnsubscribed = true
        subscription.unsubscribe()
      }
    })
  const at = (number: number) => {
    const attempt = attempts.at(number)
    if (!attempt) throw new Error('nobody dialled')
    return attempt
  }
  const open = (number = -1) => {
    const { messages$, sent } = at(number)
    const read: (frame: string) => Sent = JSON.parse
    messages$.next({ type: 'socket.opened', send: (frame) => sent.push(read(frame)) })
  }
  const say = (frame: object | string, number = -1) =>
    at(number).messages$.next({
      type: 'socket.frame',
      frame: typeof frame === 'string' ? frame : JSON.stringify(frame),
    })
  const hello: Down = {
    k: 'hello',
    v: 1,
    sid: 's',
    now: 0,
    hb: 20_000,
    lim: { frame: 65_536, subs: 100, inflight: 64, send_per_s: 5 },
  }
  const lastI = (number = -1) => at(number).sent.at(-1)?.i ?? 0
  return {
    attempts,
    at,
    dial,
    open,
    say,
    lastI,
    greet: (number = -1) => say(hello, number),
    prove: (number = -1, uid = '7') =>
      say({ i: lastI(number), r: { uid, e: 'e1', heads: { u: 4 }, now: 50_000 } }, number),
    close: (code: number, number = -1) => at(number).messages$.next({ type: 'socket.closed', code, reason: '' }),
  }
}
