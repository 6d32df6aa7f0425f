import * as z from 'zod/mini'
import { type Reason } from './refusals.ts'

/** Values for the placeholders of a sentence. */
export const params = z.record(z.string(), z.unknown())
export type Params = z.output<typeof params>

/** The envelope of the main API (W-1). `type` is text on this wire; numbers are accepted as well. */
export const envelope = z.object({
  type: z.codec(z.union([z.string(), z.number()]), z.string(), { decode: String, encode: (type) => type }),
  message: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
  reason: z.optional(z.string()),
  params: z.optional(params),
})

/** The envelope of candles and of the chat service. */
export const codeEnvelope = z.object({
  code: z.number(),
  message: z.optional(z.string()),
  msg: z.optional(z.string()),
  data: z.optional(z.unknown()),
  reason: z.optional(z.string()),
  params: z.optional(params),
})

/** The name of a refusal, whatever its envelope. */
export const refusalName = z.object({ reason: z.string(), params: z.optional(params) })

/** The result of a call for the client: its value or a failure. `value` is null if success was only a sentence. */
export type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export type Failure =
  /**
   * The server refused, or nothing was sent: nothing was changed. `text` is the server's sentence, for reasons this
   * client does not know.
   */
  | {
      kind: 'refused'
      reason: Reason | 'submit_failed' | 'storage_full'
      params: Params
      text: string | null
      afterMs: number | null
    }
  /** The session has ended (999). */
  | { kind: 'notLoggedIn' }
  /** No readable answer: the change may or may not have happened. Never shown as a refusal. */
  | { kind: 'unknown'; because: 'unreachable' | 'malformed' | 'fault' }
