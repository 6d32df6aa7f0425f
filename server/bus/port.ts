import type { SubReply } from '#contract/wire/up.ts'
import type { Caller, Credentials, Signal } from '#server/core/context.ts'
import type { Outcome } from '#server/core/execute.ts'
import type { Change, Snap } from '#server/core/feature.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { Observable } from 'rxjs'

/** One call as the gateway passes it on. */
export type BusCommand = {
  call: RouteInfo
  caller: Caller
  /** Query, form or JSON fields, not yet read. */
  body: unknown
  key: string | null
  needsKey: boolean
}
export type UploadedFile = { folder: string; name: string; bytes: Buffer }
/** What a stored upload is described as. */
export type SavedUpload = { url: string }

/**
 * All that a gateway may ask of the venue, and all that it is sent. Within one process the answers are there in the same turn;
 * between processes they come later. Nothing passes here before it is durable.
 */
export type Bus = {
  /** The venue's time in epoch milliseconds. */
  now: () => number
  /** False when the venue has stopped: nothing may be believed any more. */
  isUp: () => boolean
  /** Epoch of users' own channels: their numbers count within it, over restarts. */
  streamEpoch: string
  /** Epoch of public channels. */
  publicEpoch: string
  ask: (command: BusCommand) => Promise<Outcome>
  /** Who a request comes from; an unknown or expired token makes a visitor. */
  callerOf: (credentials: Credentials) => Maybe<Caller>
  /** A socket's login: who it is and the durable head of their own channel; null for a visitor. */
  enter: (credentials: Credentials) => Maybe<{ caller: Caller; head: number } | null>
  /** True while the login behind a caller still holds. */
  isSessionValid: (caller: Caller) => boolean
  /** Refuses a caller who may not upload. */
  checkUpload: (caller: Caller) => Maybe<void>
  saveUpload: (caller: Caller, file: UploadedFile) => Promise<SavedUpload>
  /** An upload by its signed link; null for anybody else. */
  openUpload: (path: string, query: URLSearchParams) => Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Numbered events of users' own channels. */
  events$: Observable<readonly EventRow[]>
  signals$: Observable<Signal>
  /** Changes of all public channels. */
  changes$: Observable<readonly Change[]>
  /** Asks for the changes since the last time; calls back when they have been sent. */
  drain: (then: () => void) => void
  /** True when there is a public channel of that name. */
  hasChannel: (name: string) => boolean
  /** A public channel as a whole, as of the last changes that were sent. */
  snap: (name: string) => Snap | null
  /** Makes sure that the changes sent are recent. */
  refresh: () => Maybe<void>
  /** What a subscriber of its own channel has missed who holds `s` of epoch `e`, or that it must read everything again. */
  resume: (user: number, e: string | undefined, s: number | undefined) => Maybe<{ reply: SubReply; events: readonly EventRow[] }>
}
