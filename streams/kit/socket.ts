import { protocol } from '#contract/wire/up.ts'
import ReconnectingWebSocket, { type Options } from 'reconnecting-websocket'
import { Observable } from 'rxjs'

export type SocketMessage =
  | { type: 'socket.opened'; send: (frame: string) => void }
  | { type: 'socket.frame'; frame: string }
  | { type: 'socket.closed'; code: number; reason: string }

/**
 * One connection attempt: it opens, delivers frames, closes, and the stream completes. Each subscription is an attempt.
 * The library's own retry and queue are off, and every attempt is a new instance: an instance that gave up, or was
 * closed inside its own close handler, never works again.
 */
export const socket$ = (url: string, options: Options = {}): Observable<SocketMessage> =>
  new Observable((observer) => {
    const socket = new ReconnectingWebSocket(url, protocol, {
      connectionTimeout: 60_000,
      ...options,
      maxRetries: 0,
      maxEnqueuedMessages: 0,
    })
    const send = (frame: string) => socket.send(frame)
    socket.addEventListener('open', () => observer.next({ type: 'socket.opened', send }))
    socket.addEventListener('message', ({ data }) => observer.next({ type: 'socket.frame', frame: String(data) }))
    socket.addEventListener('close', ({ code, reason }) => {
      observer.next({ type: 'socket.closed', code, reason })
      observer.complete()
    })
    return () => socket.close()
  })
