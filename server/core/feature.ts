import type { FeatureName } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { AsyncContext, CommandContext, Handlers } from './context.ts'
import type { DeadlineBinding } from './deadlines.ts'
import type { BalanceChange, Breach, EarnedFee } from './ledger.ts'
import type { Maybe } from './maybe.ts'
import type { NotificationRule, Told } from './notify.ts'
import { routesOf, type Route } from './routes.ts'
import type { EventRow, Store } from './store-port.ts'
import type { OpenTable } from './tables.ts'

/**
 * One change of public channel `c` with sequence `s`, in wire form: absolute values, on base `b` if the channel has
 * one.
 */
export type Change = { c: string; s: number; b: number | null; d: unknown }
/** Snapshot of a public channel at sequence `s`, in wire form. */
export type Snap = { s: number; d: unknown }
/**
 * One family of public channels (`depth:BTC-USDT` belongs to `depth`); `parts` is what follows the family in the name.
 */
export type ChannelFamily = {
  has: (parts: readonly string[]) => boolean
  snap: (parts: readonly string[]) => Snap | null
}
/** One numbered event that a follower has missed, as JSON. */
export type MissedEvent = { s: number; at: number; body: string }
/**
 * One family of channels that only some users may follow; `check` says why one may not. `stream`: numbered events, kept
 * for those who were away; `missed` are those above `after` up to `head`, null when they are not kept any more.
 * `state`: a snapshot for each user, then what changed for them since number `from` of its own count, null when that is
 * too long ago; asking forgets nothing, so any number of gateways may ask. `latest`: what a user says is passed on to
 * the others and not kept.
 */
export type MemberFamily = { readonly check: (user: number, parts: readonly string[]) => Reason | null } & (
  | {
      readonly class: 'stream'
      readonly head: (parts: readonly string[]) => number
      readonly missed: (
        store: Pick<Store, 'span' | 'row'>,
        user: number,
        parts: readonly string[],
        span: { after: number; head: number },
      ) => Maybe<readonly MissedEvent[] | null>
    }
  | {
      readonly class: 'state'
      readonly snap: (user: number) => unknown
      readonly head: () => number
      readonly collect: (users: ReadonlySet<number>, from: number) => ReadonlyMap<number, unknown> | null
    }
  | { readonly class: 'latest'; readonly say: (user: number, parts: readonly string[]) => unknown }
)
/** The channels of one feature. `drain` returns the changes of the public ones since the previous drain. */
export type ChannelSource<Families extends string = string> = {
  readonly families: { readonly [F in Families]: ChannelFamily }
  readonly drain: () => readonly Change[]
  readonly members?: Readonly<Record<string, MemberFamily>>
}
/** The source of a feature with members' channels. */
export type MembersSource<Members extends string> = ChannelSource<never> & {
  readonly members: { readonly [F in Members]: MemberFamily }
}
type KeysOf<Families, A> = Extract<
  { [K in keyof Families]: Families[K] extends { readonly audience: A } ? K : never }[keyof Families],
  string
>

/** The periodic work of a feature. A command of it that throws is rolled back, and trading halts. */
type Step<Ctx> = {
  /** One command when the loop starts, before the first price. */
  readonly onStart?: (ctx: Ctx) => void
  /** Part of the one command of every price tick, in the order of the list of features. */
  readonly inPriceCommand?: (ctx: Ctx) => void
  /** Runs after the price command and may run commands of its own. */
  readonly afterPrices?: (asyncCtx: Pick<AsyncContext<Ctx>, 'ctx' | 'command'>) => Promise<void>
  /** Part of the one command of every second. */
  readonly inSecondCommand?: (ctx: Ctx) => void
}
/** What a feature's in-memory state may be built from. */
type StatePorts<Ctx extends CommandContext> = Pick<Ctx, 'tables' | 'settings' | 'random' | 'now'>
/** What an audit reads. */
type Books<Ctx extends CommandContext> = Pick<Ctx, 'tables' | 'ledger' | 'settings'>

/** A product area on the server, as the rest of the server sees it. */
export type Feature<Ctx extends CommandContext> = {
  readonly name: FeatureName
  /** Features whose code and tables this one uses; must be acyclic. */
  readonly uses: readonly FeatureName[]
  readonly routes: readonly Route<Ctx>[]
  readonly tables: (open: OpenTable) => object
  readonly state: (ports: StatePorts<Ctx>) => object
  readonly settings: (demo: boolean) => object
  /** What the public settings of the venue tell of this feature, in the names of the wire. */
  readonly publicSettings: (ctx: Ctx) => object
  readonly deadlines: readonly DeadlineBinding<Ctx>[]
  readonly channels: ((ctx: Ctx) => ChannelSource) | null
  /** Initial rows of a new data folder; runs at every start and adds only what is missing. */
  readonly seed: (ctx: Ctx) => void
  /** What does not add up; null where the audit may pause and go on after other commands. */
  readonly audit: (books: Books<Ctx>) => Iterable<Breach | null>
  readonly step: Step<Ctx>
  /** Builds the event sent to a user whose balances have changed; exactly one feature defines it. */
  readonly describeBalances: ((ctx: Ctx, change: BalanceChange) => Event) | null
  /** Runs at the end of a command that has earned fees, in its transaction. */
  readonly shareFees: (ctx: Ctx, fees: readonly EarnedFee[]) => void
  /** Which of the feature's events make a notification. */
  readonly notifications: readonly NotificationRule[]
  /**
   * Keeps a notification for a user, in the command of the event that it tells about; exactly one feature defines it.
   */
  readonly keepNotification: ((ctx: Ctx, user: number, told: Told) => void) | null
  /** Keeps an event of a user's own channel for elsewhere, in its command, which it changes nothing else of. */
  readonly keepEvent: ((ctx: Ctx, row: EventRow, name: Event['ev']) => void) | null
}

type Parts<Ctx extends CommandContext> = {
  readonly name: FeatureName
  readonly uses?: readonly FeatureName[]
  /** The feature's part of the contract. */
  readonly spec: { readonly calls: Readonly<Record<string, Endpoint>>; readonly channels: object }
  readonly tables?: (open: OpenTable) => object
  readonly state?: (ports: StatePorts<Ctx>) => object
  readonly settings?: (demo: boolean) => object
  readonly publicSettings?: (ctx: Ctx) => object
  readonly deadlines?: readonly DeadlineBinding<Ctx>[]
  readonly channels?: (ctx: Ctx) => ChannelSource
  readonly seed?: (ctx: Ctx) => void
  readonly audit?: (books: Books<Ctx>) => Iterable<Breach | null>
  readonly step?: Step<Ctx>
  readonly describeBalances?: (ctx: Ctx, change: BalanceChange) => Event
  readonly shareFees?: (ctx: Ctx, fees: readonly EarnedFee[]) => void
  readonly notifications?: readonly NotificationRule[]
  readonly keepNotification?: (ctx: Ctx, user: number, told: Told) => void
  readonly keepEvent?: (ctx: Ctx, row: EventRow, name: Event['ev']) => void
}
/** What a feature's spec in the contract requires of it: a handler per call, a source per channel family. */
type RequiredBySpec<Ctx, Spec extends Parts<CommandContext>['spec']> = {
  readonly handlers: Handlers<Spec['calls'], Ctx>
} & (keyof Spec['channels'] extends never
  ? unknown
  : { readonly channels: (ctx: Ctx) => ChannelSource<KeysOf<Spec['channels'], 'all'>> }) &
  (KeysOf<Spec['channels'], 'members'> extends never
    ? unknown
    : { readonly channels: (ctx: Ctx) => MembersSource<KeysOf<Spec['channels'], 'members'>> })

const empty = () => ({})

/** Builds a feature from its parts; unused parts are omitted. A missing handler or channel family does not compile. */
export const feature =
  <Ctx extends CommandContext>() =>
  <P extends Parts<Ctx>>(parts: P & RequiredBySpec<Ctx, P['spec']>): Feature<Ctx> & P => ({
    uses: [],
    tables: empty,
    state: empty,
    settings: empty,
    publicSettings: empty,
    deadlines: [],
    channels: null,
    seed: () => undefined,
    audit: () => [],
    step: {},
    describeBalances: null,
    shareFees: () => undefined,
    notifications: [],
    keepNotification: null,
    keepEvent: null,
    ...parts,
    routes: routesOf(parts.name, parts.spec.calls, parts.handlers),
  })

type ReturnOf<F, K extends string> = F extends { readonly [P in K]: (...args: never) => infer R } ? R : object
type Intersected<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never
/**
 * The context for a list of features: the intersection of their tables, state and public settings, and each feature's
 * settings under its name.
 */
export type ContextOf<List> = CommandContext<
  Intersected<{ [K in keyof List]: ReturnOf<List[K], 'tables'> }[keyof List]>,
  Intersected<{ [K in keyof List]: ReturnOf<List[K], 'state'> }[keyof List]> & {
    readonly publicSettings: () => Intersected<{ [K in keyof List]: ReturnOf<List[K], 'publicSettings'> }[keyof List]>
  },
  { readonly [K in keyof List]: ReturnOf<List[K], 'settings'> }
>
