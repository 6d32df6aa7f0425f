import type { Failure } from '#contract/wire/reply.ts'

/** Refusals of the code that goes with a change, and the field they belong to. */
export const factorFieldOf = {
  code_required: 'code',
  code_wrong: 'code',
  code_expired: 'code',
  totp_required: 'code',
  totp_wrong: 'code',
  totp_locked: 'code',
} as const
export const isAboutFactor = (failure: Failure | null) =>
  failure?.kind === 'refused' && Object.hasOwn(factorFieldOf, failure.reason)
