import type { Endpoint } from '#contract/wire/endpoint.ts'
import { commonRefusals, type Reason } from '#contract/wire/refusals.ts'
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

/** A call was refused for a reason that its contract does not list: clients were never told of it. */
export class UnlistedRefusal extends Error {}

const common = new Set<Reason>(commonRefusals)
export const isListed = ({ refusals }: Pick<Endpoint, 'refusals'>, reason: Reason) => common.has(reason) || refusals.includes(reason)
