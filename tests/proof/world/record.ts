import { createTape, tapeLimits, type Tape } from '#src/parts/recording/tape.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { Observable } from 'rxjs'
import type { Link } from './net.ts'

export type PageTape = Pick<Tape, 'login' | 'page' | 'look'>
/**
 * Records a page of a world as the recorder of the app does: what its line carries, who is in, and what its clocks do.
 */
export function recordLink(
  { fetch: send, dial, ...link }: Link,
  device: { readonly steadyMs: () => number; readonly wallMs: () => number },
) {
  const tape = createTape({ ...device, app: 100, limits: { ...tapeLimits, ms: 2 * tapeLimits.ms } })
  let sockets = 0
  let calls = 0
  const recorded: typeof fetch = async (asked, init) => {
    const call = (calls += 1)
    tape.called(
      call,
      init?.method ?? 'GET',
      String(asked),
      new Headers(init?.headers).get('Idempotency-Key'),
      typeof init?.body === 'string' ? init.body : '',
    )
    try {
      const response = await send(asked, init)
      const text = await response.clone().text()
      tape.answered(
        call,
        response.status,
        response.headers.get('Server-Now-Ms'),
        response.headers.get('Retry-After'),
        text,
      )
      return response
    } catch (thrown) {
      tape.lost(call)
      throw thrown
    }
  }
  const dialled = () =>
    new Observable<SocketMessage>((listener) => {
      const socket = (sockets += 1)
      tape.dialled(socket)
      const heard = dial().subscribe({
        next: (said) => {
          if (said.type === 'socket.frame') tape.down(socket, said.frame)
          if (said.type === 'socket.closed') tape.closed(socket, said.code)
          if (said.type !== 'socket.opened') return listener.next(said)
          tape.opened(socket)
          listener.next({
            ...said,
            send: (frame) => {
              tape.up(socket, frame)
              said.send(frame)
            },
          })
        },
        complete: () => listener.complete(),
      })
      return () => {
        tape.left(socket)
        heard.unsubscribe()
      }
    })
  const recordedLink: Link = { ...link, fetch: recorded, dial: dialled }
  return { link: recordedLink, tape }
}
