import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { files, id, ms, typed } from '#contract/wire/fields.ts'

/** How long the venue waits for an answer before it decides without one. */
export const askedDays = 7
export const maxAnswerFiles = 6

/**
 * What the venue still has to know before it decides something. `kind` and `ref` tell what it is about, as the kinds of
 * cases are named: `kyc`, `deposit`, `appeal` with the id of the order.
 */
export const askedLine = z.object({ id, kind: z.string(), ref: z.string(), text: z.string(), at_ms: ms, until_ms: ms })
export type AskedLine = z.output<typeof askedLine>

const asked = z.object({ list: z.array(askedLine), server_now_ms: ms })
export const askedCalls = {
  asked: read({
    description: 'Addition. List what the venue asks the caller for before it decides, oldest first.',
    method: 'GET',
    path: 'user/asked',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: asked,
    refusals: [],
  }),
  answer: change({
    description: 'Addition. Answer what the venue asks for, in words, with pictures or both; once.',
    method: 'POST',
    path: 'user/asked',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id, text: typed(1000), files: files(maxAnswerFiles) }),
    output: asked,
    refusals: ['not_found', 'content_empty', 'file_unknown'],
  }),
}

/** An addition. Sent when the venue asks for something, and when that is answered or no longer needed. */
export const askedChanged = z.object({
  ev: z.literal('account.asked'),
  v: z.object({ open: z.int(), asked: z.nullable(askedLine) }),
  why: z.optional(z.enum(['asked', 'answered', 'closed'])),
})
