import type { Endpoint } from '#contract/wire/endpoint.ts'
import { commonRefusals, type Reason } from '#contract/wire/refusals.ts'
import type { Params } from '#contract/wire/reply.ts'

/**
 * The only error a handler throws on purpose: the command is rolled back and the caller gets the reason. Anything else
 * thrown is a bug.
 */
export class Refusal extends Error {
  readonly reason: Reason
  readonly params: Params
  constructor(reason: Reason, params: Params = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}

/** A call was refused with a reason that its contract does not list, so clients are not prepared for it. */
export class UnlistedRefusal extends Error {}

const common = new Set<Reason>(commonRefusals)
export const isListed = ({ refusals }: Pick<Endpoint, 'refusals'>, reason: Reason) =>
  common.has(reason) || refusals.includes(reason)
