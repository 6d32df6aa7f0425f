import * as z from 'zod/mini'
import { coded } from '#contract/wire/coded.ts'
import { flag, ms, sid } from '#contract/wire/fields.ts'

/** Limits of calls between two people, shared by both sides. */
export const callLimits = {
  /** So long it rings; the called person's pages are told again so often, for those that opened meanwhile. */
  ringMs: 45_000,
  ringAgainMs: 8000,
  /** So long two devices may look for a way to each other. */
  connectMs: 30_000,
  /** A call that neither side has asked for this long is over. */
  aliveMs: 120_000,
  /** So often a page in a call asks for it. */
  askEveryMs: 30_000,
  /** So long a broken line is mended before the call ends. */
  mendMs: 30_000,
  /** The most that one side may say of how it is reached. */
  description: 60_000,
} as const

export const callMedia = coded(z.enum(['voice', 'video']), { voice: 1, video: 2 })
export type CallMedia = z.output<typeof callMedia>
export const callStatus = z.enum(['ringing', 'answered', 'talking', 'ended'])
export type CallStatus = z.output<typeof callStatus>
/** Why a call ended. `noWay`: no connection between the two devices was found. `lost`: one that there was broke. */
export const callEnd = z.enum(['declined', 'missed', 'cancelled', 'busy', 'hungUp', 'noWay', 'lost'])
export type CallEnd = z.output<typeof callEnd>
/** Statuses by what may follow them. */
export const callTransitions = {
  answer: { from: ['ringing'], to: 'answered' },
  connect: { from: ['answered'], to: 'talking' },
  end: { from: ['ringing', 'answered', 'talking'], to: 'ended' },
} as const satisfies Record<string, { readonly from: readonly CallStatus[]; readonly to: CallStatus }>
export type CallStep = keyof typeof callTransitions
export const mayCallStep = (step: CallStep, status: CallStatus) =>
  callTransitions[step].from.some((from) => from === status)

const side = z.object({
  userId: sid,
  userName: z.string(),
  avatar: z.nullable(z.string()),
  /** The page that is in the call; the other pages of that person leave it alone. Null before the call is answered. */
  tab: z.nullable(sid),
  /** Grows each time this side says anew how it is reached. */
  says: z.int(),
})
export type CallSide = z.output<typeof side>
/** A call between two people, as both are told it. */
export const call = z.object({
  id: sid,
  chatGroupId: sid,
  media: callMedia,
  status: callStatus,
  caller: side,
  called: side,
  /** When the venue ends it if nothing happens; null while they talk, and when it has ended. */
  untilMs: z.nullable(ms),
  talkingMs: z.nullable(ms),
  endedMs: z.nullable(ms),
  why: z.nullable(callEnd),
  serverNowMs: ms,
  rev: z.int(),
})
export type Call = z.output<typeof call>
/** True if the received copy is newer than the one held. */
export const isCallAhead = (held: Pick<Call, 'rev'>, received: Pick<Call, 'rev'>) => received.rev > held.rev

/**
 * How one side is reached, whole each time: whoever missed one reads the next. `attempt` counts the connections that
 * the caller has begun; an answer belongs to the attempt of its offer. Nothing of it is stored.
 */
export const callWay = z.strictObject({
  kind: z.enum(['offer', 'answer', 'none']),
  attempt: z.int().check(z.minimum(0), z.maximum(10_000)),
  sdp: z.string().check(z.maxLength(callLimits.description)),
  /** The called side asks the caller for another attempt by a number that grows. */
  again: z.int().check(z.minimum(0), z.maximum(10_000)),
  isMuted: flag,
  hasCamera: flag,
})
export type CallWay = z.output<typeof callWay>
/** Whom a person wants to call, from which chat. */
export type CallWish = {
  readonly chatGroupId: string
  readonly userId: string
  readonly userName: string
  readonly avatar: string | null
  readonly media: CallMedia
}
