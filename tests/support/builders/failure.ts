import type { Failure } from '#contract/wire/reply.ts'

/** A refusal by the server. */
export const aRefusal = (
  reason: Extract<Failure, { kind: 'refused' }>['reason'],
  afterMs: number | null = null,
): Failure => ({
  kind: 'refused',
  reason,
  params: {},
  text: null,
  afterMs,
})
/** A reply that was lost, so that the outcome is unknown. */
export const aLoss: Failure = { kind: 'unknown', because: 'unreachable' }
