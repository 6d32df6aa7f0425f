import * as z from 'zod/mini'
import { change, CODE, PIN, read } from '#contract/wire/endpoint.ts'
import { flag, ms, typedCode } from '#contract/wire/fields.ts'
import { askedCalls, askedChanged } from './account-asked.ts'
import { apiKeyCalls } from './account-keys.ts'
import { securityCalls } from './account-security.ts'
import { center, favourites, hasPassword, readCenter } from './account-center.ts'
import { ownCode } from '#contract/session/session-proof.ts'
import { coded } from '#contract/wire/coded.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

/** The locks of an account, and when each ends. */
export const lock = z.object({
  account_lock: flag,
  account_until_ms: z.nullable(ms),
  trade_lock: flag,
  trade_until_ms: z.nullable(ms),
  withdraw_lock: flag,
  withdraw_until_ms: z.nullable(ms),
  pay_password_until_ms: z.nullable(ms),
  reason: z.nullable(z.string()),
  server_now_ms: ms,
})
export type Lock = z.output<typeof lock>
/** True if the received copy is newer than the one held: the server says when it looked. */
export const isLockAhead = (held: Lock, received: Lock) => received.server_now_ms > held.server_now_ms

const password = secret(z.optional(z.string().check(z.maxLength(64))))
const passwordKind = coded(z.enum(['login', 'fund']), { login: 1, fund: 2 })

export const account = {
  ...apiKeyCalls,
  ...securityCalls,
  ...askedCalls,
  center: readCenter,
  isLock: read({
    description: 'Read which locks are on the account, and until when.',
    method: 'GET',
    path: 'user/isLock',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: lock,
    refusals: [],
  }),
  hasPassword: read({
    description: 'Read whether the fund password is set.',
    method: 'POST',
    path: 'user/has_password',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: hasPassword,
    refusals: [],
  }),
  keepFavourites: change({
    description:
      'Addition. Keep these markets as the favourites of the account, in this order, in place of those before.',
    method: 'POST',
    path: 'user/favourites',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ markets: favourites }),
    output: z.object({ markets: favourites }),
    refusals: [],
  }),
  changePassword: change({
    description: 'Change the login password; other logins and all API keys end.',
    rate: 'guess',
    method: 'POST',
    path: 'user/e_pwd',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      type: z.optional(passwordKind),
      old_password: password,
      password,
      re_password: password,
      code: typedCode,
    }),
    output: z.object({}),
    refusals: [
      'password_required',
      'old_password_wrong',
      'password_too_short',
      'password_common',
      'password_mismatch',
      'pay_password_common',
      ...PIN,
      ...CODE,
    ],
  }),
  changePayPassword: change({
    description: 'Set or change the fund password.',
    rate: 'guess',
    method: 'POST',
    path: 'safe/update_password',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ oldpassword: password, password, re_password: password, code: typedCode }),
    output: z.object({ has_password: hasPassword }),
    refusals: [...PIN, ...CODE, 'pay_password_common', 'password_mismatch'],
  }),
  ...ownCode,
}

/** Sent when the profile or a KYC level changes, and when a lock is set. */
export const accountChanged = z.object({ ev: z.literal('account.changed'), v: center, why: z.optional(z.string()) })
export const lockChanged = z.object({ ev: z.literal('account.lockChanged'), v: lock, why: z.optional(z.string()) })

/** An addition. Sent when somebody logs in from a device that the account does not know. */
export const loggedIn = z.object({
  ev: z.literal('account.loggedIn'),
  v: z.object({ device: z.nullable(z.string()), place: z.nullable(z.string()), at_ms: ms }),
})

export const accountSpec = spec({
  about: 'The profile, passwords and API keys.',
  calls: account,
  events: [accountChanged, lockChanged, loggedIn, askedChanged],
  channels: {},
})
