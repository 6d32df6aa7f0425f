import { urlOf, type Endpoint, type InputOf, type OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { tryEncode } from '#contract/wire/coded.ts'
import { understand, type Heard } from './understand.ts'

/** One call as it leaves: already spelled for the wire. */
export type Sent = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly as: 'query' | 'json' | 'form'
  readonly body: unknown
  readonly key: string | null
  /** Instead of the tokens of who is here: of somebody who is just coming or going. */
  readonly tokens: { readonly token: string; readonly chatToken: string | null } | null
  readonly signal: AbortSignal | null
}
/** Carries a call over; null when no answer came. */
export type Send = (sent: Sent) => Promise<Heard | null>
export type Options = { readonly signal?: AbortSignal; readonly token?: string; readonly chatToken?: string }

type Ports = { readonly send: Send; readonly onTooOld?: () => void }

const wireForm = ({ method, body }: Endpoint): Sent['as'] => (method === 'GET' ? 'query' : (body ?? 'json'))

/** The one way out to the server. What changes something cannot leave without a key. */
export const createRequest = ({ send, onTooOld }: Ports) => {
  const carry = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    key: string | null,
    { signal, token, chatToken }: Options,
  ): Promise<Reply<OutputOf<E>>> => {
    const schema: E['input'] = endpoint.input
    const body = tryEncode(schema, input)
    if (!body.success) {
      const path = body.error.issues[0]?.path.join('.') ?? ''
      return { ok: false, failure: { kind: 'refused', reason: 'malformed', params: { path }, text: null, afterMs: null } }
    }
    const sent: Sent = {
      method: endpoint.method,
      url: urlOf(endpoint),
      as: wireForm(endpoint),
      body: body.data,
      key,
      tokens: token === undefined ? null : { token, chatToken: chatToken ?? null },
      signal: signal ?? null,
    }
    const heard = await send(sent).catch(() => null)
    if (heard === null) return { ok: false, failure: { kind: 'unknown', because: 'unreachable' } }
    const reply = understand(endpoint, heard)
    if (!reply.ok && reply.failure.kind === 'refused' && reply.failure.reason === 'app_too_old') onTooOld?.()
    return reply
  }
  return {
    read: <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>, options: Options = {}) =>
      carry(endpoint, input, null, options),
    change: <E extends Endpoint<'changes'>>(endpoint: E, input: InputOf<E>, key: string, options: Options = {}) =>
      carry(endpoint, input, key, options),
  }
}
export type Request = ReturnType<typeof createRequest>
