import * as z from 'zod/mini'
import { accountType } from './session.ts'
import { change, CODE, read } from '#contract/wire/endpoint.ts'
import { ms, str, typed, typedCode, whole } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'
import { TOTP, typedTotp } from './session-proof.ts'
import { spec } from '#contract/wire/spec.ts'

// Additions: how a person who has lost the authenticator app comes in again, and how an account is shut and opened.

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

const areacode = z.optional(z.string().check(z.regex(/^\+?\d{1,4}$/)))
/** Who asks without a login: the account, its password, and a code of the purpose `forget` that was sent to it. */
const claim = {
  user_type: z.optional(accountType),
  user_string: typed(100),
  areacode,
  password: secret(z.optional(z.string().check(z.maxLength(64)))),
  code: typedCode,
}
const CLAIM = [
  'account_required',
  'account_malformed',
  'password_required',
  'login_wrong',
  'account_locked',
  ...CODE,
] as const

export const recovery = {
  /** One tap of whoever is logged in: it can only be undone by all that proves who owns the account. */
  freeze: change({
    description:
      'Freeze the account: every login and API key ends, waiting orders and withdrawals are cancelled, ads are taken ' +
      'back. Positions, the stops that protect them and open OTC orders go on.',
    method: 'POST',
    path: 'user/freeze',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({}),
    output: z.object({ orders: whole, withdrawals: whole, ads: whole, frozen_ms: ms }),
    refusals: [],
  }),
  unfreeze: change({
    description:
      'Unfreeze the account with the password, a code and, where there is one, the authenticator app; withdrawals ' +
      'are held for a while.',
    rate: 'guess',
    method: 'POST',
    path: 'user/unfreeze',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ ...claim, totp: typedTotp }),
    /** `session`: the token of the login that it opens, told once as that of a registration is. */
    output: z.object({ session: secret(z.optional(z.string())) }),
    refusals: [...CLAIM, ...TOTP],
  }),
  changeContact: change({
    description:
      'Change or add the mail address or the phone number of the account, with a code of the purpose `bind` sent to ' +
      'the new one and one sent to the address it has, and the authenticator app where there is one; withdrawals are ' +
      'held for a while. A refusal about the new code says so in `params.of`.',
    rate: 'guess',
    method: 'POST',
    path: 'user/contact',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      user_type: accountType,
      user_string: typed(100),
      areacode,
      new_code: typedCode,
      code: typedCode,
      totp: typedTotp,
    }),
    /** The new one, masked. */
    output: z.object({ contact: z.string() }),
    refusals: ['account_required', 'account_malformed', 'account_taken', ...CODE, ...TOTP],
  }),
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
    input: z.strictObject({ ...claim, reason: z.optional(str(maxLostReason)) }),
    output: totpRemoval,
    refusals: [...CLAIM, 'totp_unset', 'reason_required'],
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
