import type { Reason } from '#contract/wire/refusals.ts'
import type { Params } from '#contract/wire/reply.ts'

/** The one thing a handler throws: nothing is done, and this is why. Anything else thrown is a bug. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly params: Params
  constructor(reason: Reason, params: Params = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}
