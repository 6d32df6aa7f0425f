import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { Request } from './request.ts'
import { understand } from './understand.ts'

/** What is known about a key: its answer, that it was never seen, or nothing yet. */
export type Outcome<T> =
  | { readonly kind: 'known'; readonly reply: Reply<T> }
  /** Done, but its value is not kept. */
  | { readonly kind: 'done' }
  /** Nothing was done, and nothing will be: a late packet is refused. */
  | { readonly kind: 'burnt' }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'unclear' }

/** Asks what became of a key; with `burn` a key never seen is withdrawn. */
export const outcomeOf = async <E extends Endpoint<'changes'>>(
  request: Pick<Request, 'change'>,
  endpoint: E,
  key: string,
  burn: boolean,
): Promise<Outcome<OutputOf<E>>> => {
  const told = await request.change(session.outcome, burn ? { key, burn } : { key }, newKey())
  if (!told.ok) return { kind: 'unclear' }
  const { state, status = 200, answer } = told.value
  if (state === 'unseen') return { kind: 'unseen' }
  if (state === 'burnt') return { kind: 'burnt' }
  if (state === 'running') return { kind: 'unclear' }
  const reply = understand(endpoint, { status, retryAfterMs: null, body: answer })
  if (reply.ok || reply.failure.kind === 'refused') return { kind: 'known', reply }
  return { kind: 'done' }
}
