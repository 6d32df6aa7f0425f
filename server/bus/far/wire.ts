import type { Term } from '#server/bus/port.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { Change } from '#server/core/feature.ts'
import type { Params } from '#contract/wire/reply.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { Bus, BusSignal } from '#server/bus/port.ts'

/** Messages between processes, which may be lost: what may not be is asked again or numbered by those who use it. */
export type Wire = {
  publish: (subject: string, text: string) => void
  /** Messages of one process arrive in the order in which it has published them. */
  subscribe: (subject: string, take: (text: string) => void) => () => void
  isUp: () => boolean
  close: () => Promise<void>
}
/** `k1` is the version of these messages; each shard has subjects of its own. */
export const subjectsOf = (shard: string) => ({
  /** From gateways to the venue that leads. */
  ask: `k1.${shard}.ask`,
  /** From the venue to one gateway. */
  to: (gateway: string) => `k1.${shard}.to.${gateway}`,
  /** From the venue to all gateways. */
  all: `k1.${shard}.all`,
})

/** What may be asked, by name. */
type Calls = Pick<
  Bus,
  'health' | 'markets' | 'ask' | 'ackKeys' | 'callerOf' | 'enter' | 'leave' | 'standing' | 'snap' | 'resume'
> & {
  uploadCheck: Bus['uploads']['check']
  uploadPlace: Bus['uploads']['place']
  uploadKeep: Bus['uploads']['keep']
  uploadFind: Bus['uploads']['find']
  join: Bus['members']['join']
  unjoin: Bus['members']['leave']
  say: Bus['members']['say']
  memberSnap: Bus['members']['snap']
  collect: Bus['members']['collect']
}
export type Kind = keyof Calls
export type Questions = { readonly [K in Kind]: Parameters<Calls[K]> }
export type Answers = { readonly [K in Kind]: Awaited<ReturnType<Calls[K]>> }
/** `once`: it must not be decided twice, and no key keeps it from that. */
type Asked<K, Args> = { readonly i: number; readonly kind: K; readonly args: Args; readonly once?: true }
/** As it is received. */
export type Question<K extends Kind = Kind> = { [P in K]: Asked<P, Questions[P]> }[K]
/** As it is sent. */
export type SentQuestion = Asked<Kind, readonly unknown[]>
/** From a gateway; without questions it says that it is there. */
export type FromGateway<Q = Question> = { readonly g: string; readonly asked: readonly Q[] }

/** `value` is what was sent as JSON: on this side of the wire its form is that of the question. */
type Answered<Value> =
  | { readonly i: number; readonly value: Value }
  | { readonly i: number; readonly reason: Reason; readonly params: Params }
  | { readonly i: number; readonly bug: string }
type Told<Value> =
  | { readonly answer: Answered<Value> }
  | { readonly events: readonly EventRow[] }
  | { readonly signal: BusSignal }
/**
 * To one gateway: what it is told, in order. `e`: the term of the venue, the higher the later. `line` and `n`: the
 * numbered messages to this gateway; one that tells nothing bears the number of the last. `tick`: the last one told to
 * all before it. `now`: the venue's time.
 */
type ToGateway<Value> = {
  readonly e: number
  readonly term: Term
  readonly line: string
  readonly n: number
  readonly tick: number
  readonly now: number
  readonly told: readonly Told<Value>[]
}
export type Sent = ToGateway<unknown>
export type SentItem = Told<unknown>
/** The same as it is received. */
export type Heard = ToGateway<never>
export type HeardAnswer = Answered<never>
/** To all gateways, on each tick. */
export type ToAll = {
  readonly e: number
  readonly tick: number
  readonly now: number
  readonly changes: readonly Change[]
}

/** How often each side says that it is there, and after which silence it is gone. */
export const beatMs = 250
export const silentMs = 1500
