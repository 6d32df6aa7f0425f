import * as z from 'zod/mini'
import { sid } from './fields.ts'
import { lang } from './lang.ts'
import { sent } from './sent.ts'

/** Number of a request frame; it grows by one. The frame `hb` has none and gets no reply. */
const i = z.int().check(z.minimum(1))
const channel = z.string().check(z.maxLength(80))

/** Every frame from client to server. */
export const up = z.discriminatedUnion('m', [
  z.object({
    i,
    m: z.literal('auth'),
    p: z.object({
      token: z.string().check(z.maxLength(128)),
      chatToken: z.optional(z.string().check(z.maxLength(128))),
      lang,
      device: z.string().check(z.maxLength(64)),
      tab: z.string().check(z.maxLength(64)),
      v: z.literal(1),
    }),
  }),
  z.object({
    i,
    m: z.literal('sub'),
    p: z.object({
      c: channel,
      e: z.optional(z.string().check(z.maxLength(64))),
      s: z.optional(z.int().check(z.minimum(0))),
    }),
  }),
  z.object({ i, m: z.literal('unsub'), p: z.object({ c: channel }) }),
  z.object({
    i,
    m: z.literal('rate'),
    p: z.object({ c: channel, ms: z.union([z.literal(100), z.literal(250), z.literal(1000)]) }),
  }),
  z.object({ i, m: z.literal('msg.send'), p: sent }),
  z.object({ i, m: z.literal('msg.revoke'), p: z.object({ chat: sid, n: z.int().check(z.minimum(1)) }) }),
  z.object({ i, m: z.literal('msg.read'), p: z.object({ chat: sid, upTo: z.int().check(z.minimum(0)) }) }),
  z.object({
    i,
    m: z.literal('call'),
    p: z.object({
      name: z.string().check(z.maxLength(64)),
      in: z.optional(z.unknown()),
      key: z.optional(z.string().check(z.maxLength(64))),
    }),
  }),
  z.object({ i: z.optional(i), m: z.literal('typing'), p: z.object({ chat: sid }) }),
  z.object({ i, m: z.literal('ping'), p: z.optional(z.object({})) }),
  z.object({ m: z.literal('hb'), p: z.optional(z.object({ now: z.optional(z.number()) })) }),
])
export type Up = z.output<typeof up>

/** The fields needed to answer a frame that does not match the contract. */
export const upHead = z.object({ i: z.optional(i), m: z.optional(z.string()) })

/** Replies by method. */
export const authReply = z.object({
  uid: z.string(),
  chatUid: z.optional(z.string()),
  e: z.string(),
  heads: z.object({ u: z.int() }),
  now: z.number(),
})
export const subReply = z.union([
  z.object({ mode: z.literal('resumed'), n: z.int() }),
  z.object({ mode: z.literal('fresh'), why: z.enum(['new', 'epoch', 'trimmed', 'ahead', 'limit']), head: z.int() }),
])
export type SubReply = z.output<typeof subReply>
export const pingReply = z.object({ now: z.number() })

export const protocol = 'x1.json'
