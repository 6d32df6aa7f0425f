import type { Down } from '#contract/wire/down.ts'
import type { Up } from '#contract/wire/up.ts'
import { map, type Observable } from 'rxjs'

/** `typing` may go without a number, because it gets no reply. */
type WithoutNumber<F> = F extends { i: number } | { m: 'typing' } ? Omit<F, 'i'> : never
/** A request frame without its number. */
export type RequestFrame = WithoutNumber<Up>

/**
 * The handshake is complete. `attempt`: number of the connection attempt; `login`: number of the login it was proven
 * for; `uid`: whose; `epoch` and `head`: of the caller's own channel.
 */
export type Ready = { attempt: number; login: number; uid: string; epoch: string; head: number }

/** One socket as the channels see it: it hides reconnects; frames of an earlier attempt never arrive. */
export type Connection = {
  readonly messages$: Observable<Down>
  /** Repeats its last value to each subscriber; null while nothing may be sent. */
  readonly ready$: Observable<Ready | null>
  /** The stored cursors are invalid: every channel has to start over. */
  readonly cursorsDropped$: Observable<unknown>
  /** Sends a request and returns its number; null when the connection is not ready. */
  readonly send: (frame: RequestFrame) => number | null
  /** The server answers but its messages cannot be trusted: closes the socket, backs off, reports `why`. */
  readonly fail: (why: string) => void
}

/** The connection for one login: a socket that was proven for another login counts as not ready. */
export const connectionOf = (connection: Connection, login: number): Connection => ({
  ...connection,
  ready$: connection.ready$.pipe(map((ready) => (ready?.login === login ? ready : null))),
})
