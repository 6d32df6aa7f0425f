import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Caller, Credentials, Signal } from '#server/core/context.ts'
import type { Outcome } from '#server/core/execute.ts'
import type { Change, MemberFamily, MissedEvent, Snap } from '#server/core/feature.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { Observable } from 'rxjs'

/** One call as the gateway passes it on. */
export type BusCommand = {
  call: RouteInfo
  caller: Caller
  /** Fields of the query, form or JSON body, not validated yet. */
  body: unknown
  key: string | null
  needsKey: boolean
}
/**
 * `head`: of the caller's own channel before this was read; what has been read holds all events up to it. Null for
 * changes and visitors.
 */
export type BusAnswer = Outcome & { head: number | null }
/** `key`: the idempotency key of the upload; under one key one file is stored. */
export type UploadedFile = { folder: string; name: string; bytes: Buffer; key?: string | null }
/** What an upload is answered with; the store of uploads adds more fields. */
export type SavedUpload = { url: string }

/**
 * The interface between a gateway and the venue. Within one process `Maybe` results are values; between processes they
 * are promises.
 * Nothing passes the bus before it is durable.
 */
export type Bus = {
  /** The venue's time in epoch milliseconds. */
  now: () => number
  /** False when the venue has stopped; its state must not be trusted any more. */
  isUp: () => boolean
  /** Epoch of users' own channels; their sequence numbers continue within it over restarts. */
  streamEpoch: string
  /** Epoch of public channels; new at each start. */
  publicEpoch: string
  ask: (command: BusCommand) => Promise<BusAnswer>
  /** The caller behind credentials; a visitor if the token is unknown or expired. */
  callerOf: (credentials: Credentials) => Maybe<Caller>
  /** Authenticates a socket: its caller and the durable head of the caller's own channel; null for a visitor. */
  enter: (credentials: Credentials) => Maybe<{ caller: Caller; head: number } | null>
  /** True while the caller's session is neither ended nor expired. */
  isSessionValid: (caller: Caller) => boolean
  /** Refuses a caller who may not upload. */
  checkUpload: (caller: Caller) => Maybe<void>
  saveUpload: (caller: Caller, file: UploadedFile) => Promise<SavedUpload>
  /** Opens an upload by its signed link; null when the link does not allow it. */
  openUpload: (
    path: string,
    query: URLSearchParams,
  ) => Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string; isDownload?: boolean } | null>
  /** Numbered events of users' own channels. */
  events$: Observable<readonly EventRow[]>
  signals$: Observable<Signal>
  /** Changes of all public channels. */
  changes$: Observable<readonly Change[]>
  /** Publishes the changes since the last drain on `changes$`; calls `then` when they have been emitted. */
  drain: (then: () => void) => void
  /** True when a public channel of that name exists. */
  hasChannel: (name: string) => boolean
  /** Snapshot of a public channel as of the last drain. */
  snap: (name: string) => Snap | null
  /** Drains unless that was done very recently. */
  refresh: () => Maybe<void>
  /**
   * The events of its own channel that a subscriber at sequence `s` of epoch `e` has missed, or the reply that it must
   * read everything again.
   */
  resume: (
    user: number,
    e: string | undefined,
    s: number | undefined,
  ) => Maybe<{ reply: SubReply; events: readonly EventRow[] }>
  members: MembersBus
}
/** What a subscriber has received of a channel before. */
export type Cursor = { e?: string | undefined; s?: number | undefined }
/** `at`: the number up to which the snapshot holds all changes. */
export type StateSnap = { d: unknown; at: number }
/**
 * What has changed for which users, up to number `at`; null when so much has changed that everything must be read
 * again.
 */
export type Collected = { at: number; changes: readonly (readonly [user: number, d: unknown])[] | null }
export type JoinedChannel =
  | { kind: 'state'; snap: StateSnap }
  | { kind: 'events'; reply: SubReply; events: readonly MissedEvent[] }
/** Channels that only some users may follow. Their events come on `signals$`. */
export type MembersBus = {
  /** The class of a members' channel; null for any other name. */
  classOf: (name: string) => MemberFamily['class'] | null
  /**
   * Calls `follow` before anything newer than the answer can be posted; the reason if the caller may not follow the
   * channel.
   */
  join: (caller: Caller, name: string, cursor: Cursor, follow: () => void) => Maybe<JoinedChannel | Reason>
  /**
   * Passes on, by `signals$` of every gateway, that a caller says something on a channel of class `latest`; one who may
   * not is not heard.
   */
  say: (caller: Caller, name: string) => void
  snap: (name: string, user: number, then: (snap: StateSnap) => void) => void
  /** What has changed for each of these users since number `from`. */
  collect: (name: string, users: readonly number[], from: number, then: (found: Collected) => void) => void
}
