import type { Failure } from '#contract/wire/reply.ts'

export type Frozen = { readonly at: number; readonly hasTotp: boolean }
/** What a refused login says of an account that its owner has frozen; null for another refusal. */
export const frozenIn = (failure: Failure | null): Frozen | null =>
  failure?.kind === 'refused' && failure.reason === 'account_frozen'
    ? { at: Number(failure.params['at_ms']), hasTotp: failure.params['totp'] === 1 }
    : null
