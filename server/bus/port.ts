import type { Reason } from '#contract/wire/refusals.ts'
import type { SubReply } from '#contract/wire/up.ts'
import type { Upload } from '#contract/platform/platform.ts'
import type { AckKey } from '#server/core/acks.ts'
import type { Caller, Credentials, Post, Signal } from '#server/core/context.ts'
import type { Outcome } from '#server/core/execute.ts'
import type { Change, MissedEvent, Snap } from '#server/core/feature.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { RouteInfo } from '#server/core/routes.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { Observable } from 'rxjs'

/** One call as the gateway passes it on. */
export type BusCommand = {
  call: Pick<RouteInfo, 'feature' | 'name'>
  caller: Caller
  /** Fields of the query, form or JSON body, not validated yet. */
  body: unknown
  key: string | null
  needsKey: boolean
  /** The rates of the caller count it. */
  isCounted?: boolean
}
/**
 * `eventsHead`: epoch and number of the caller's own channel before this was read; what has been read holds all events
 * up to it. Null for changes and visitors. `ack`: signed for a program whose change is stored; null for everybody else.
 */
export type BusAnswer = Omit<Outcome, 'at'> & { eventsHead: string | null; ack: string | null }

/**
 * What the numbers of channels count in: those of own channels go on over restarts, those of public ones begin anew
 * with each venue that leads.
 */
export type Term = { streamEpoch: string; publicEpoch: string }
/** `isPriced`: some market has a price of now. */
export type Health = { isUp: boolean; isHalted: boolean; isFull: boolean; isPriced: boolean }
/** What a gateway needs to know of a market to name it. */
export type BusMarket = { market: string; id: number; base: number; quote: number }

/**
 * The interface between a gateway and the venue. Whatever passes it can be sent to another process: plain data, no
 * functions, and each answer may come later; within one process `Maybe` results are values.
 * Nothing passes the bus before it is durable. What was told on a stream before an answer was given arrives before that
 * answer; an answer may be overtaken by what is told after it.
 */
export type Bus = {
  /**
   * Emits at once, and again whenever something told may have been missed or another venue leads: then everything
   * followed is to be asked for again.
   */
  terms$: Observable<Term>
  health: () => Maybe<Health>
  markets: () => Maybe<readonly BusMarket[]>
  ask: (command: BusCommand) => Promise<BusAnswer>
  /** By which acknowledgements are verified. */
  ackKeys: () => Maybe<readonly AckKey[]>
  /** The caller behind credentials; a visitor if the token is unknown or expired. */
  callerOf: (credentials: Credentials) => Maybe<Caller>
  /**
   * Authenticates the socket `sid`; null for a visitor. From then on the events of its user are told to this gateway.
   * Of more sockets of an account than it may have, on whatever gateways, the oldest is `replaced`.
   */
  enter: (credentials: Credentials, sid: string) => Maybe<Entered | null>
  /** A socket that had entered is gone. */
  leave: (sid: string) => void
  /** For each socket until when its session stands if nobody uses it; null if it has ended. */
  standing: (sockets: readonly Present[]) => Maybe<readonly (number | null)[]>
  uploads: BusUploads
  /** Numbered events of users' own channels. */
  events$: Observable<readonly EventRow[]>
  signals$: Observable<BusSignal>
  /** The changes of all public channels since the last tick; emitted on each tick, also when there are none. */
  changes$: Observable<readonly Change[]>
  /** Snapshot of a public channel; null if there is no such channel. */
  snap: (name: string) => Maybe<Snap | null>
  /**
   * The events of its own channel that a subscriber at sequence `s` of epoch `e` has missed, or the reply that it must
   * read everything again. `head`: up to where that tells.
   */
  resume: (user: number, cursor: Cursor) => Maybe<{ reply: SubReply; events: readonly EventRow[]; head: number }>
  members: MembersBus
}
/** `until`: when the session ends if nobody uses it. */
export type Entered = { caller: Caller; head: number; until: number }
/** A socket that has entered. */
export type Present = { sid: string; caller: Caller }
/** What a subscriber has received of a channel before. */
export type Cursor = { e?: string | undefined; s?: number | undefined }

type Posted = Pick<Post, 'channel' | 's' | 'at'>
/** What is told beside the numbered events. */
export type BusSignal =
  | Exclude<Signal, { kind: 'posted' }>
  /** The body is JSON; `own` is what one user is sent instead. */
  | ({ kind: 'posted'; body: string; own: { user: number; body: string } | null } & Posted)
  | { kind: 'replaced'; sid: string }

/** What is known of a file before it is stored; `key` is the idempotency key: under one key one file is stored. */
export type NamedFile = { folder: string; name: string; key: string | null }
/** `bytes` is how many will be stored. `suffix` is letters and digits. */
export type SizedFile = NamedFile & {
  suffix: string
  type: string
  bytes: number
  width: number | null
  height: number | null
}
/** The gateway reads, checks and stores the bytes of files; the venue says who may, counts them, and names them. */
export type BusUploads = {
  /** Refuses a caller who may not upload, and a folder that is none. */
  check: (caller: Caller, folder: string) => Maybe<void>
  /** Where a file is to be stored; `stored` if it is already, under the same key. Refuses one beyond a quota. */
  place: (caller: Caller, file: SizedFile) => Maybe<{ id: string; stored: Upload | null }>
  /** Registers a file that is stored. */
  keep: (caller: Caller, id: string, file: SizedFile) => Promise<Upload>
  /** What a signed link opens; null when it does not allow it. */
  find: (path: string, query: string) => Maybe<{ id: string; type: string; isDownload: boolean } | null>
}

/** `at`: the number up to which the snapshot holds all changes. */
export type StateSnap = { d: unknown; at: number }
/**
 * What has changed for which users, up to number `at`; null when so much has changed that everything must be read
 * again.
 */
export type Collected = { at: number; changes: readonly (readonly [user: number, d: unknown])[] | null }
/** `head`: what is told on `signals$` above it is newer than this. */
export type JoinedChannel =
  | { kind: 'state'; snap: StateSnap }
  | { kind: 'events'; reply: SubReply; events: readonly MissedEvent[]; head: number }
/** Channels that only some users may follow. Their events come on `signals$`. */
export type MembersBus = {
  /** From then on what is posted on the channel is told to this gateway. The reason if the caller may not follow it. */
  join: (caller: Caller, name: string, cursor: Cursor) => Maybe<JoinedChannel | Reason>
  /** Nobody follows the channel at this gateway any more. */
  leave: (name: string) => void
  /**
   * Passes on, by `signals$` of every gateway, that a caller says something on a channel of class `latest`; one who may
   * not is not heard.
   */
  say: (caller: Caller, name: string) => void
  snap: (name: string, user: number) => Maybe<StateSnap>
  /** What has changed for each of these users since number `from`. */
  collect: (name: string, users: readonly number[], from: number) => Maybe<Collected>
}
