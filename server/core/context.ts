import type { Event } from '#contract/endpoints.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import type { Deadlines } from './deadlines.ts'
import type { Journal } from './journal.ts'
import type { KeyState } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Maybe } from './maybe.ts'
import type { Random } from './random.ts'
import type { CoreTables } from './rows.ts'
import type { CoreSettings } from './settings.ts'
import type { Store } from './store-port.ts'

/** Who asks: `user` is 0 for a visitor. */
export type Caller = {
  user: number
  /** Hash of the session's token; empty for a visitor. */
  session: string
  lang: Lang
  device: string
  address: string
  appVersion: number | null
  /** The chat token belongs to another account than the main one. */
  isMismatched?: boolean
}

/** What a request or a socket says about who asks. */
export type Credentials = {
  authorization: string | null
  tokenOa: string | null
  lang: string | null
  device: string | null
  address: string
  appVersion: number | null
  /** A call of the chat service: only there its own token is enough. */
  isChat?: boolean
}

/** What happens outside the tables once a command is durable. */
export type Signal = { kind: 'sessionEnded'; session: string; user: number; why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired' }

/**
 * What a command works with: everything is in memory, nothing is awaited. Each feature names the tables, the in-memory state and
 * the settings it works with, and gets no others.
 */
export type CommandContext<Tables = object, State = object, Settings = object> = State & {
  tables: CoreTables & Tables
  ledger: Ledger
  journal: Pick<Journal, 'end' | 'next'>
  deadlines: Deadlines
  settings: CoreSettings & Settings
  random: Random
  /** Signs links and hides codes; never leaves the venue. */
  secret: string
  now: () => number
  /** Sends an event to one user's own channel once the command is durable. */
  emit: (user: number, event: Event) => void
  signal: (signal: Signal) => void
  /** Runs if the command is rolled back after this call. */
  onRollback: (undo: () => void) => void
}

export type Message = { to: { mail: string } | { mobile: string }; text: string; subject: string }
/** Carries a message to a person; false when it could not be handed over. */
export type Messenger = { send: (message: Message) => Promise<boolean>; isThere: boolean }

/** What may be awaited before a decision: other commands, the store, slow hashing, messages. */
export type AsyncContext<Ctx = CommandContext> = {
  ctx: Ctx
  /** Runs and commits a command of its own (a guess is counted before it is compared). */
  command: <T>(work: (ctx: Ctx) => T) => Promise<T>
  /** Rows that are in the store only. */
  store: Pick<Store, 'row' | 'page' | 'entries'>
  messenger: Messenger
  /** What became of a key of this caller; `revoke` makes sure that a key never seen will not be accepted later. */
  keys: { stateOf: (caller: Caller, key: string) => Maybe<KeyState>; revoke: (caller: Caller, key: string) => Promise<KeyState> }
}

export type Decide<E extends Endpoint, Ctx> = (ctx: Ctx, caller: Caller, input: InputOf<E>) => OutputOf<E>
/** Something slow comes first; then the decision, in one piece. */
export type Prepared<E extends Endpoint, Ctx> = {
  prepare: (asyncCtx: AsyncContext<Ctx>, caller: Caller, input: InputOf<E>) => Promise<Decide<E, Ctx>>
}
export type Handler<E extends Endpoint, Ctx> = Decide<E, Ctx> | Prepared<E, Ctx>
export type Calls<T> = { readonly [K in keyof T]: Endpoint }
/** One handler for every call of a feature; a missing one does not compile. */
export type Handlers<T extends Calls<T>, Ctx> = { [K in keyof T]: Handler<T[K], Ctx> }
