import * as z from 'zod/mini'
import { reason } from './refusals.ts'
import { params } from './reply.ts'

/**
 * A push on channel `c`: sequence `s` in epoch `e`, base `b` for deltas, server time `t`. `d` is decoded by the
 * channel's own schema.
 */
export const push = z.object({
  c: z.string(),
  k: z.enum(['snap', 'delta', 'event', 'gap', 'off']),
  e: z.string(),
  s: z.int(),
  b: z.optional(z.int()),
  d: z.optional(z.unknown()),
  t: z.number(),
})
export type Push = z.output<typeof push>

/** The refusal of a request frame. */
export const fault = z.object({
  code: z.int(),
  reason,
  msg: z.string(),
  retry: z.boolean(),
  after: z.optional(z.number()),
  params: z.optional(params),
})
export type Fault = z.output<typeof fault>
export const reply = z.union([z.object({ i: z.int(), r: z.unknown() }), z.object({ i: z.int(), x: fault })])
export type SocketReply = z.output<typeof reply>

export const hello = z.object({
  k: z.literal('hello'),
  v: z.literal(1),
  sid: z.string(),
  now: z.number(),
  hb: z.int(),
  lim: z.object({ frame: z.int(), subs: z.int(), inflight: z.int(), send_per_s: z.int() }),
})
export const heartbeat = z.object({ k: z.literal('hb'), now: z.number(), h: z.object({ u: z.int() }) })
/** Why a login ended: told with the bye of its socket. */
export const endReason = z.enum(['logout', 'password', 'locked', 'tooMany', 'expired', 'ended'])
export type EndReason = z.output<typeof endReason>
/** `why` is text, so that a reason added later does not make the frame unreadable. */
export const bye = z.object({
  k: z.literal('bye'),
  code: z.int(),
  msg: z.string(),
  after: z.optional(z.number()),
  why: z.optional(z.string()),
})

/** Every frame from server to client; a text is one frame or an array of up to 64. */
export const down = z.union([hello, heartbeat, bye, push, reply])
export type Down = z.output<typeof down>
export const maxFrames = 64
