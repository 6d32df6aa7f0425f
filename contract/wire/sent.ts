import * as z from 'zod/mini'
import { ms, sid } from './fields.ts'

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i))
/**
 * A message on its way, as the socket's `msg.send` and its twin over HTTP take it. `cid` is made when composing begins
 * and stays with it.
 */
export const sent = z.strictObject({
  cid: uuid,
  chat: sid,
  type: z.int(),
  body: z.record(z.string(), z.unknown()),
  replyTo: z.optional(z.int().check(z.minimum(1))),
  mentions: z.optional(z.union([z.literal('all'), z.array(sid).check(z.maxLength(50))])),
})
export type Sent = z.output<typeof sent>
/** The message's id, its number in the chat, and when the venue took it. The same for every repetition. */
export const sendReply = z.object({ cid: z.string(), id: sid, n: z.int(), ts: ms })
export type SendReply = z.output<typeof sendReply>
export const readReply = z.object({ upTo: z.int(), unread: z.int() })
