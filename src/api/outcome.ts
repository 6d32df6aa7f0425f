import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session/session.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { Request } from './request.ts'
import { understand } from './understand.ts'

/** What is known about a key: its reply, that it was never seen, or nothing yet. */
export type Outcome<T> =
  | { readonly kind: 'known'; readonly reply: Reply<T> }
  /** Done, but its value is not stored. */
  | { readonly kind: 'done' }
  /** Nothing was done, and a late request with this key is refused. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'unclear' }

/** Asks for the outcome of a key; with `mayRevoke` a key the server has never seen is revoked. */
export const outcomeOf = async <E extends Endpoint<'changes'>>(
  request: Pick<Request, 'change'>,
  endpoint: E,
  key: string,
  mayRevoke: boolean,
): Promise<Outcome<OutputOf<E>>> => {
  const input = mayRevoke ? { key, burn: true } : { key }
  const asked = await request.change(session.outcome, input, newKey())
  if (!asked.ok) return { kind: 'unclear' }
  const { state, status = 200, answer } = asked.value
  if (state === 'unseen') return { kind: 'unseen' }
  if (state === 'burnt') return { kind: 'revoked' }
  if (state === 'running') return { kind: 'unclear' }
  const reply = understand(endpoint, { status, retryAfterMs: null, body: answer })
  if (reply.ok || reply.failure.kind === 'refused') return { kind: 'known', reply }
  return { kind: 'done' }
}
