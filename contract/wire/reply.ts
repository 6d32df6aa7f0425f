import * as z from 'zod/mini'
import { reason, type Reason } from './refusals.ts'

/** What a sentence of the catalogue is filled with. */
export const params = z.record(z.string(), z.unknown())
export type Params = z.output<typeof params>

/** How the main API wraps every answer (W-1). `type` is text on our wire; the family's numbers are understood. */
export const envelope = z.object({
  type: z.codec(z.union([z.string(), z.number()]), z.string(), { decode: String, encode: (type) => type }),
  message: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
  reason: z.optional(z.string()),
  params: z.optional(params),
})
export type Envelope = z.output<typeof envelope>

/** How bars and the chat service wrap theirs. */
export const codeEnvelope = z.object({
  code: z.number(),
  message: z.optional(z.string()),
  msg: z.optional(z.string()),
  data: z.optional(z.unknown()),
  reason: z.optional(z.string()),
  params: z.optional(params),
})
export type CodeEnvelope = z.output<typeof codeEnvelope>

/** The refusal body of the main API. */
export const refusalBody = z.object({ type: z.string(), message: z.string(), reason, params: z.optional(params) })

/** A call brings back its value, or a failure that names itself. `value` is null where a bare sentence was success. */
export type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export type Failure =
  /** The server said no, or nothing has left: nothing was moved. `text` is its sentence, for reasons this client does not know. */
  | { kind: 'refused'; reason: Reason | 'submit_failed' | 'storage_full'; params: Params; text: string | null; afterMs: number | null }
  /** The login is over (999). */
  | { kind: 'notLoggedIn' }
  /** No readable answer: it may or may not have been moved. Never shown as a refusal. */
  | { kind: 'unknown'; because: 'unreachable' | 'malformed' | 'fault' }
