import type { Event } from '#contract/events.ts'
import type { ApiArea, ApiScope, Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { Deadlines } from './deadlines.ts'
import type { Failpoint } from './failpoints.ts'
import type { Journal } from './journal.ts'
import type { KeyState } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Maybe } from './maybe.ts'
import type { Random } from './random.ts'
import type { CoreTables } from './rows.ts'
import type { CoreSettings } from './settings.ts'
import type { Store } from './store-port.ts'

/** The caller of a call, as its tokens identify it; `user` is 0 for a visitor (not logged in). */
export type Caller = {
  user: number
  /** Hash of the session's token or of the API key's secret, which is the id of its row; empty for a visitor. */
  session: string
  lang: Lang
  device: string
  address: string
  appVersion: number | null
  /** The user agent, where one was sent. */
  agent?: string
  /** Of the page that asks, where it is one of ours. */
  origin?: string
  /** Present when the caller is a program with an API key. */
  apiKey?: { no: string; scope: ApiScope; areas?: readonly ApiArea[]; isCapped?: boolean }
  /** True when the chat token belongs to another account than the main token. */
  isMismatched?: boolean
}

/** Credentials as a request or a socket presents them, not checked yet. */
export type Credentials = {
  authorization: string | null
  tokenOa: string | null
  lang: string | null
  device: string | null
  address: string
  appVersion: number | null
  agent?: string
  origin?: string | null
  /** True for a call of the chat service: only there the chat token alone is enough. */
  isChat?: boolean
}

/** A side effect outside the tables, published once its command is durable. */
export type Signal =
  | {
      kind: 'sessionEnded'
      session: string
      user: number
      why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired' | 'ended'
    }
  | ({ kind: 'posted' } & Post)
  /** What a user says on a members' channel of class `latest`; it is not kept. */
  | { kind: 'said'; channel: string; user: number; d: unknown }
  /** A user may not follow a members' channel any more. */
  | { kind: 'shut'; channel: string; user: number; reason: Reason }
/**
 * One numbered event on a members' channel. The body, as JSON, is made when somebody follows it; `own` is what one user
 * is sent instead.
 */
export type Post = {
  channel: string
  s: number
  at: number
  body: () => string
  own: { user: number; body: () => string } | null
}

/**
 * What a command works with: everything is in memory, nothing is awaited. Each feature declares the tables, the
 * in-memory state and the settings it uses, and its handlers see no others.
 */
export type CommandContext<Tables = object, State = object, Settings = object> = State & {
  tables: CoreTables & Tables
  ledger: Ledger
  journal: Pick<Journal, 'end' | 'next'>
  deadlines: Deadlines
  settings: CoreSettings & Settings
  random: Random
  /** HMAC key for link signatures and code digests; never leaves the server. */
  secret: string
  now: () => number
  /** Sends an event to one user's own channel once the command is durable. */
  emit: (user: number, event: Event) => void
  signal: (signal: Signal) => void
  /** Runs if the command is rolled back after this call. */
  onRollback: (undo: () => void) => void
  /** Called where a test may kill the process. */
  failpoint: Failpoint
}

type Message = { to: { mail: string } | { mobile: string }; text: string; subject: string }
/**
 * Sends mail and text messages. `send` resolves to false when the provider did not accept one; `isThere`: a provider is
 * configured.
 */
export type Messenger = { send: (message: Message) => Promise<boolean>; isThere: boolean }

/**
 * What a handler may await before its decision: commands of its own, reads of the store, password hashing, messages.
 */
export type AsyncContext<Ctx = CommandContext> = {
  ctx: Ctx
  /** Runs a separate command and resolves once it is durable (a guess is counted before it is compared). */
  command: <T>(work: (ctx: Ctx) => T) => Promise<T>
  /** Reads of rows that have been evicted from memory. */
  store: Pick<Store, 'row' | 'page' | 'entries' | 'span' | 'spent'>
  messenger: Messenger
  /** State of an idempotency key of this caller; `revoke` makes sure that a key not seen yet will never be accepted. */
  keys: {
    stateOf: (caller: Caller, key: string) => Maybe<KeyState>
    revoke: (caller: Caller, key: string) => Promise<KeyState>
  }
}

export type Decide<E extends Endpoint, Ctx> = (ctx: Ctx, caller: Caller, input: InputOf<E>) => OutputOf<E>
/** A handler that awaits something first; the decision it resolves to runs synchronously. */
export type Prepared<E extends Endpoint, Ctx> = {
  prepare: (asyncCtx: AsyncContext<Ctx>, caller: Caller, input: InputOf<E>) => Promise<Decide<E, Ctx>>
}
export type Handler<E extends Endpoint, Ctx> = Decide<E, Ctx> | Prepared<E, Ctx>
export type Calls<T> = { readonly [K in keyof T]: Endpoint }
/** One handler for every call of a feature; a missing one does not compile. */
export type Handlers<T extends Calls<T>, Ctx> = { [K in keyof T]: Handler<T[K], Ctx> }
