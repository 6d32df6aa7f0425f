import * as z from 'zod/mini'
import { accountType } from './session.ts'
import { change, CODE, read } from '#contract/wire/endpoint.ts'
import { ms, str, typed, typedCode } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

// Additions: how a person who has lost the authenticator app comes in again.

/** How much a person may write about what happened. */
export const maxLostReason = 300
/**
 * A request to take the authenticator app off an account. The desk may pass it from `from_ms` on; until it is decided
 * the account may cancel it.
 */
export const totpRemoval = z.object({
  asked_ms: ms,
  from_ms: ms,
  /** Where it was asked: browser and system, and the address without its last parts; null where it was not told. */
  device: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export type TotpRemoval = z.output<typeof totpRemoval>

export const recovery = {
  /**
   * Asked without the app: the password and a code of the purpose `forget`, sent to the account, prove who asks. A
   * second request of the same account tells of the first.
   */
  loseTotp: change({
    description:
      'Ask the desk to take a lost authenticator app off the account, with password, code and reason; ' +
      'it may pass it after a day, and the account may cancel it until then.',
    rate: 'guess',
    method: 'POST',
    path: 'user/totp/lost',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({
      user_type: z.optional(accountType),
      user_string: typed(100),
      areacode: z.optional(z.string().check(z.regex(/^\+?\d{1,4}$/))),
      password: secret(z.optional(z.string().check(z.maxLength(64)))),
      code: typedCode,
      reason: z.optional(str(maxLostReason)),
    }),
    output: totpRemoval,
    refusals: [
      'account_required',
      'account_malformed',
      'password_required',
      'login_wrong',
      'account_locked',
      'totp_unset',
      'reason_required',
      ...CODE,
    ],
  }),
  /** The request that waits for the desk, if there is one. */
  totpRemoval: read({
    description: 'Read the request that waits for the desk.',
    method: 'GET',
    path: 'user/totp/removal',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ removal: z.nullable(totpRemoval), server_now_ms: ms }),
    refusals: [],
  }),
  keepTotp: change({
    description: 'Cancel the request: the authenticator app stays.',
    method: 'POST',
    path: 'user/totp/keep',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({}),
    output: z.object({}),
    refusals: ['not_found'],
  }),
}

export const recoverySpec = spec({ calls: recovery, events: [], channels: {} })
