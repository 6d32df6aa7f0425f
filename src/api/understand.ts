import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { reason } from '#contract/wire/refusals.ts'
import { codeEnvelope, envelope, refusalName, type Failure, type Params, type Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'

/** A reply before it is interpreted. `body` is undefined if it is not JSON. */
export type RawReply = { readonly status: number; readonly retryAfterMs: number | null; readonly body: unknown }

/** `value`: a success, and the places of the body where its value may be. */
type Verdict =
  | { readonly kind: 'value'; readonly places: readonly unknown[] }
  | { readonly kind: 'failure'; readonly failure: Failure }
type Refusal = {
  reason?: string | undefined
  params?: Params | undefined
  text: unknown
  afterMs: number | null
}

const failed = (failure: Failure): Verdict => ({ kind: 'failure', failure })
const unknown = (because: 'malformed' | 'fault') => failed({ kind: 'unknown', because })

/** A reason that this client does not know is shown by the server's own text. */
const refused = ({ reason: name, params = {}, text, afterMs }: Refusal): Verdict => {
  const known = decode(reason, name)
  return failed({
    kind: 'refused',
    reason: known.success ? known.data : 'submit_failed',
    params,
    text: typeof text === 'string' && text !== '' ? text : null,
    afterMs,
  })
}

/** A reply without a readable body: some statuses mean that the request was rejected before it was read. */
const byStatus = ({ status, retryAfterMs: afterMs }: RawReply): Verdict => {
  if (status === 429) return refused({ reason: 'too_many', text: null, afterMs })
  if (status === 413) return refused({ reason: 'too_large', text: null, afterMs })
  return unknown('malformed')
}

/** The main API: `type` is the result; some services use a number. */
const byType = (endpoint: Endpoint, raw: RawReply): Verdict | null => {
  const read = decode(envelope, raw.body)
  if (!read.success) return null
  const { type, message, data, reason: name, params } = read.data
  const refusal = { params, text: message, afterMs: raw.retryAfterMs }
  if (type === '999') return failed({ kind: 'notLoggedIn' })
  if (type === '998') return refused({ ...refusal, reason: 'kyc_needed' })
  if (type === '997') return refused({ ...refusal, reason: 'payee_missing' })
  if (type === 'error') return refused({ ...refusal, reason: raw.status === 429 ? 'too_many' : name })
  if (type !== 'ok') return unknown('malformed')
  if (endpoint.wrap === 'beside') return { kind: 'value', places: [{ message, data }] }
  // A plain message is a success with an empty value; where a value is needed, the outcome is asked for again.
  if (endpoint.wrap === 'said') return { kind: 'value', places: [data, message, {}] }
  return { kind: 'value', places: [message, data] }
}

/** Candles and the chat service: a number is the result. */
const byCode = (endpoint: Endpoint, raw: RawReply): Verdict | null => {
  const read = decode(codeEnvelope, raw.body)
  if (!read.success) return null
  const { code, message, msg, data, reason: name, params } = read.data
  const refusal = { params, text: message ?? msg, afterMs: raw.retryAfterMs }
  if (code === 200 && endpoint.isBeside === true) return { kind: 'value', places: [raw.body] }
  if (code === 1 || (code === 200 && name === undefined)) return { kind: 'value', places: [data, message] }
  if (code === 401 || code === 999) return failed({ kind: 'notLoggedIn' })
  if (code === 998) return refused({ ...refusal, reason: 'kyc_needed' })
  if (code === 997) return refused({ ...refusal, reason: 'payee_missing' })
  if (code === 429) return refused({ ...refusal, reason: 'too_many' })
  if (code === -1 || code === 200 || (code >= 400 && code < 500)) return refused({ ...refusal, reason: name })
  return unknown(code >= 500 && code < 600 ? 'fault' : 'malformed')
}

/** The one refusal that comes with a status of 5xx: the server decided nothing, because it could store nothing. */
const isReadOnly = ({ body }: RawReply) => {
  const read = decode(refusalName, body)
  return read.success && read.data.reason === 'read_only'
}

const verdictOf = (endpoint: Endpoint, raw: RawReply): Verdict => {
  if (raw.status >= 500)
    return isReadOnly(raw) ? refused({ reason: 'read_only', text: null, afterMs: raw.retryAfterMs }) : unknown('fault')
  const verdict = byType(endpoint, raw) ?? byCode(endpoint, raw)
  if (verdict === null) return byStatus(raw)
  // A success needs a status of 2xx; a refusal may have any.
  return verdict.kind === 'value' && (raw.status < 200 || raw.status > 299) ? byStatus(raw) : verdict
}

/**
 * What a reply means for this call. Only an explicit refusal is a refusal; after a reply that cannot be read the change
 * may have been done, so it is `unknown`.
 */
export const understand = <E extends Endpoint>(endpoint: E, raw: RawReply): Reply<OutputOf<E>> => {
  const verdict = verdictOf(endpoint, raw)
  if (verdict.kind === 'failure') return { ok: false, failure: verdict.failure }
  const output: E['output'] = endpoint.output
  for (const place of verdict.places) {
    const value = decode(output, place)
    if (value.success) return { ok: true, value: value.data }
  }
  return { ok: false, failure: { kind: 'unknown', because: 'malformed' } }
}
