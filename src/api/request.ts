import { urlOf, type Endpoint, type InputOf, type OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { tryEncode } from '#contract/wire/coded.ts'
import { understand, type RawReply } from './understand.ts'

/** One call as it is sent, encoded for the wire. */
export type SentCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly as: 'query' | 'json' | 'form'
  readonly body: unknown
  readonly key: string | null
  /** Replaces the caller's tokens, for a login or logout in progress. */
  readonly tokens: { readonly token: string; readonly chatToken: string | null } | null
  readonly signal: AbortSignal | null
}

/** Sends a call; null when no reply came. */
export type Send = (sent: SentCall) => Promise<RawReply | null>
export type Options = { readonly signal?: AbortSignal; readonly token?: string; readonly chatToken?: string }

type Ports = { readonly send: Send; readonly onTooOld?: () => void }

/** A change that the wire calls by GET is sent to its POST form: secrets never stand in an address. */
const methodOf = ({ method, does }: Endpoint): SentCall['method'] =>
  method === 'GET' && does === 'changes' ? 'POST' : method
const wireForm = (endpoint: Endpoint): SentCall['as'] =>
  methodOf(endpoint) === 'GET' ? 'query' : (endpoint.body ?? 'json')

/** The only way to call the server. A change cannot be sent without a key. */
export const createRequest = ({ send, onTooOld }: Ports) => {
  const call = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    key: string | null,
    { signal, token, chatToken }: Options,
  ): Promise<Reply<OutputOf<E>>> => {
    const schema: E['input'] = endpoint.input
    const body = tryEncode(schema, input)
    if (!body.success) {
      const path = body.error.issues[0]?.path.join('.') ?? ''
      const refusal = { kind: 'refused', reason: 'malformed', params: { path }, text: null, afterMs: null } as const
      return { ok: false, failure: refusal }
    }
    const sent: SentCall = {
      method: methodOf(endpoint),
      url: urlOf(endpoint),
      as: wireForm(endpoint),
      body: body.data,
      key,
      tokens: token === undefined ? null : { token, chatToken: chatToken ?? null },
      signal: signal ?? null,
    }
    const raw = await send(sent).catch(() => null)
    if (raw === null) return { ok: false, failure: { kind: 'unknown', because: 'unreachable' } }
    const reply = understand(endpoint, raw)
    if (!reply.ok && reply.failure.kind === 'refused' && reply.failure.reason === 'app_too_old') onTooOld?.()
    return reply
  }
  let changes = 0
  return {
    /** How many changes were sent: what was read before the last of them may be wrong. */
    changes: () => changes,
    read: <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>, options: Options = {}) =>
      call(endpoint, input, null, options),
    change: <E extends Endpoint<'changes'>>(endpoint: E, input: InputOf<E>, key: string, options: Options = {}) => {
      changes += 1
      return call(endpoint, input, key, options).finally(() => (changes += 1))
    },
  }
}
export type Request = ReturnType<typeof createRequest>
