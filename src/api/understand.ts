import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { reason } from '#contract/wire/refusals.ts'
import { codeEnvelope, envelope, type Failure, type Params, type Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'

/** An answer before it is understood. `body` is undefined where it is no JSON. */
export type Heard = { readonly status: number; readonly retryAfterMs: number | null; readonly body: unknown }

type Said = { readonly kind: 'value'; readonly places: readonly unknown[] } | { readonly kind: 'failure'; readonly failure: Failure }
type Told = { reason?: string | undefined; params?: Params | undefined; text: unknown; afterMs: number | null }

const failed = (failure: Failure): Said => ({ kind: 'failure', failure })
const unknown = (because: 'malformed' | 'fault') => failed({ kind: 'unknown', because })

/** A reason that this client does not know is told by the server's own sentence. */
const refused = ({ reason: word, params = {}, text, afterMs }: Told): Said => {
  const known = decode(reason, word)
  return failed({
    kind: 'refused',
    reason: known.success ? known.data : 'submit_failed',
    params,
    text: typeof text === 'string' && text !== '' ? text : null,
    afterMs,
  })
}

/** What stands for itself without a readable body: it was turned away at the door. */
const turnedAway = ({ status, retryAfterMs: afterMs }: Heard): Said => {
  if (status === 429) return refused({ reason: 'too_many', text: null, afterMs })
  if (status === 413) return refused({ reason: 'too_large', text: null, afterMs })
  return unknown('malformed')
}

/** The main API: `type` says how it went; other back ends of the family spell it as a number. */
const byType = (endpoint: Endpoint, heard: Heard): Said | null => {
  const said = decode(envelope, heard.body)
  if (!said.success) return null
  const { type, message, data, reason: word, params } = said.data
  const told = { params, text: message, afterMs: heard.retryAfterMs }
  if (type === '999') return failed({ kind: 'notLoggedIn' })
  if (type === '998') return refused({ ...told, reason: 'kyc_needed' })
  if (type === '997') return refused({ ...told, reason: 'payee_missing' })
  if (type === 'error') return refused({ ...told, reason: heard.status === 429 ? 'too_many' : word })
  if (type !== 'ok') return unknown('malformed')
  if (endpoint.wrap === 'beside') return { kind: 'value', places: [{ message, data }] }
  // A bare sentence is a success whose value is empty; where a value is needed it is asked for again.
  if (endpoint.wrap === 'said') return { kind: 'value', places: [data, message, {}] }
  return { kind: 'value', places: [message, data] }
}

/** Bars and the chat service: a number says how it went. */
const byCode = (heard: Heard): Said | null => {
  const said = decode(codeEnvelope, heard.body)
  if (!said.success) return null
  const { code, message, msg, data, reason: word, params } = said.data
  const told = { params, text: message ?? msg, afterMs: heard.retryAfterMs }
  if (code === 1 || (code === 200 && word === undefined)) return { kind: 'value', places: [data, message] }
  if (code === 401 || code === 999) return failed({ kind: 'notLoggedIn' })
  if (code === 998) return refused({ ...told, reason: 'kyc_needed' })
  if (code === 997) return refused({ ...told, reason: 'payee_missing' })
  if (code === 429) return refused({ ...told, reason: 'too_many' })
  if (code === -1 || code === 200 || (code >= 400 && code < 500)) return refused({ ...told, reason: word })
  return unknown(code >= 500 && code < 600 ? 'fault' : 'malformed')
}

const hear = (endpoint: Endpoint, heard: Heard): Said => {
  if (heard.status >= 500) return unknown('fault')
  const said = byType(endpoint, heard) ?? byCode(heard)
  if (said === null) return turnedAway(heard)
  // A success needs the status of one; a refusal may come with any.
  return said.kind === 'value' && (heard.status < 200 || heard.status > 299) ? turnedAway(heard) : said
}

/**
 * What an answer means for this call. Only an explicit refusal refuses; whatever cannot be read may have been done,
 * and is `unknown`.
 */
export const understand = <E extends Endpoint>(endpoint: E, heard: Heard): Reply<OutputOf<E>> => {
  const said = hear(endpoint, heard)
  if (said.kind === 'failure') return { ok: false, failure: said.failure }
  const output: E['output'] = endpoint.output
  for (const place of said.places) {
    const value = decode(output, place)
    if (value.success) return { ok: true, value: value.data }
  }
  return { ok: false, failure: { kind: 'unknown', because: 'malformed' } }
}
