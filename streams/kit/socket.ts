import { protocol } from '#contract/wire/up.ts'
import ReconnectingWebSocket, { type Options } from 'reconnecting-websocket'
import { Observable } from 'rxjs'

export type SocketMessage =
  | { type: 'socket.opened'; send: (frame: string) => void }
  | { type: 'socket.frame'; frame: string }
  | { type: 'socket.closed'; code: number; reason: string }

/**
 * One attempt at one socket: it opens, speaks, closes, and the stream ends.
 * The library's own retry and queue are off, and every attempt is a fresh instance: an instance that gave up,
 * or was closed inside its own close handler, is dead for good. Who subscribes again makes the next attempt.
 */
export const socket$ = (url: string, options: Options = {}): Observable<SocketMessage> =>
  new Observable((hearer) => {
    const socket = new ReconnectingWebSocket(url, protocol, {
      connectionTimeout: 60_000,
      ...options,
      maxRetries: 0,
      maxEnqueuedMessages: 0,
    })
    const send = (frame: string) => socket.send(frame)
    socket.addEventListener('open', () => hearer.next({ type: 'socket.opened', send }))
    socket.addEventListener('message', ({ data }) => hearer.next({ type: 'socket.frame', frame: String(data) }))
    socket.addEventListener('close', ({ code, reason }) => {
      hearer.next({ type: 'socket.closed', code, reason })
      hearer.complete()
    })
    return () => socket.close()
  })
