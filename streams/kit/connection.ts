import type { Down } from '#contract/wire/down.ts'
import type { Up } from '#contract/wire/up.ts'
import { map, type Observable } from 'rxjs'

type WithoutNumber<F> = F extends { i: number } ? Omit<F, 'i'> : never
/** A request frame before it is numbered. */
export type Ask = WithoutNumber<Up>

/** The line is proven: which attempt, under which login, whose, and where the caller's own channel stands. */
export type Ready = { attempt: number; login: number; uid: string; epoch: string; head: number }

/** One socket as the channels see it: attempts come and go beneath it, frames of a dead attempt never arrive. */
export type Connection = {
  readonly messages$: Observable<Down>
  /** Told at once to whoever listens; null while nothing may be sent. */
  readonly ready$: Observable<Ready | null>
  /** Held sequences are worth nothing any more: ask for everything anew. */
  readonly cursorsDropped$: Observable<unknown>
  /** Sends and says under which number; null when the line is not ready. */
  readonly ask: (frame: Ask) => number | null
  /** The line speaks but cannot be trusted: close it, back off, report. */
  readonly fail: (why: string) => void
}

/** The line as one login may use it: a socket that was proven for another is none. */
export const connectionOf = (connection: Connection, login: number): Connection => ({
  ...connection,
  ready$: connection.ready$.pipe(map((ready) => (ready?.login === login ? ready : null))),
})
