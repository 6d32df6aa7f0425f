import type { Event } from '#contract/endpoints.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import type { Journal } from './journal.ts'
import type { KeyState } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Messenger } from '#server/identity/messenger.ts'
import type { Markets } from '#server/features/market/markets.ts'
import type { Random } from './random.ts'
import type { Tables } from '#server/all-tables.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store-port.ts'
import type { Deadlines } from './deadlines.ts'

/** Who asks: `user` is 0 for a visitor. */
export type Caller = {
  user: number
  /** Hash of the session's token; empty for a visitor. */
  session: string
  lang: Lang
  device: string
  address: string
  appVersion: number | null
  /** The chat token is another account's than the main one. */
  isMismatched?: boolean
}

/** What the venue does beside its tables once a command is durable. */
export type Signal =
  | { kind: 'sessionEnded'; session: string; user: number; why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired' }
  | { kind: 'settingsChanged'; names: readonly string[] }

/** What a command works with: everything is in memory, nothing is awaited. */
export type CommandContext = {
  tables: Tables
  ledger: Ledger
  journal: Pick<Journal, 'end' | 'next'>
  deadlines: Deadlines
  markets: Markets
  settings: Settings
  random: Random
  /** Signs links and hides codes; never leaves the venue. */
  secret: string
  now: () => number
  /** Tells one user an event of `u:me`, once the command is durable. */
  emit: (user: number, event: Event) => void
  signal: (signal: Signal) => void
  /** Undone with the command if it is refused after this. */
  onRollback: (undo: () => void) => void
}

/** What may be awaited before a decision: other commands, the store, slow hashing. */
export type AsyncContext = {
  ctx: CommandContext
  /** Runs and commits a command of its own (a guess is counted before it is compared). */
  command: <T>(name: string, work: (ctx: CommandContext) => T) => Promise<T>
  /** Rows that live in the store only. */
  store: Pick<Store, 'row' | 'page' | 'entries'>
  /** Carries codes to people: mail, text message. */
  messenger: Messenger
  /** What became of a key of this caller; `burn` refuses it for ever if it was never seen. */
  keys: { stateOf: (caller: Caller, key: string) => KeyState; burn: (caller: Caller, key: string) => Promise<KeyState> }
}

export type Decide<E extends Endpoint> = (ctx: CommandContext, caller: Caller, input: InputOf<E>) => OutputOf<E>
/** Something slow comes first; then the decision, in one piece. */
export type Prepared<E extends Endpoint> = {
  prepare: (asyncCtx: AsyncContext, caller: Caller, input: InputOf<E>) => Promise<Decide<E>>
}
export type Handler<E extends Endpoint> = Decide<E> | Prepared<E>
export type Calls<T> = { readonly [K in keyof T]: Endpoint }
/** One handler for every endpoint of a word; the compiler counts them. */
export type Handlers<T extends Calls<T>> = { [K in keyof T]: Handler<T[K]> }
