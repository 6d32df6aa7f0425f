import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, ms, sid, time, typed } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'
import { TOTP, typedTotp } from '#contract/session/session-proof.ts'

/** One login of the account, on one device. */
export const deviceLogin = z.object({
  id: sid,
  /** Browser and system as the browser names them, such as `Chrome · Windows`; null where it was not told. */
  device: z.nullable(z.string()),
  /** Where it came from: the address without its last parts; null for logins of older releases. */
  place: z.nullable(z.string()),
  since_time: time,
  /** When it was last used, to the hour. */
  used_time: time,
  /** The login that asks. */
  is_this: flag,
  /** An addition: notifications are also sent to this device. */
  push: z.optional(flag),
})
export type DeviceLogin = z.output<typeof deviceLogin>

/** How the account is protected besides its passwords. */
export const protection = z.object({
  /** The word that stands in every mail and text message of the venue to this account; null if none was chosen. */
  mail_word: z.nullable(z.string()),
  /** An authenticator app is asked for at login and at withdrawals. */
  totp: flag,
  /** Recovery codes that are left. */
  recovery_left: z.int(),
})
export type Protection = z.output<typeof protection>

export const mailWordLength = 20
const password = secret(z.optional(z.string().check(z.maxLength(64))))
const proof = ['password_required', 'old_password_wrong'] as const

export const securityCalls = {
  logins: read({
    description: 'List where the account is logged in.',
    method: 'GET',
    path: 'user/logins',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.object({ list: z.array(deviceLogin), server_now_ms: ms }),
    refusals: [],
  }),
  endLogin: change({
    description: 'End one login; its sockets are closed at once.',
    method: 'POST',
    path: 'user/logins/end',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id: sid }),
    output: z.object({ id: sid }),
    refusals: ['not_found'],
  }),
  endOtherLogins: change({
    description: 'End every login but the one that asks.',
    method: 'POST',
    path: 'user/logins/end_others',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({}),
    output: z.object({ ended: z.int() }),
    refusals: [],
  }),
  protection: read({
    description: 'Read the word in mails and whether an authenticator app protects the account.',
    method: 'GET',
    path: 'user/protection',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: protection,
    refusals: [],
  }),
  setMailWord: change({
    description: 'Choose the word that stands in every message of the venue to this account; blank removes it.',
    method: 'POST',
    path: 'user/mail_word',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ word: typed(mailWordLength) }),
    output: protection,
    refusals: [],
  }),
  /** The secret is told here and never again; it protects nothing before `confirmTotp`. */
  beginTotp: change({
    description: 'Make a secret for an authenticator app; it protects nothing before it is confirmed.',
    method: 'POST',
    path: 'user/totp/begin',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['totp_on'],
  }),
  confirmTotp: change({
    description:
      'Put the authenticator app into effect with the password and its first code; the recovery codes ' +
      'are in this answer and nowhere else.',
    rate: 'guess',
    method: 'POST',
    path: 'user/totp/confirm',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({ password, totp: typedTotp }),
    output: z.object({ recovery: z.array(z.string()) }),
    refusals: ['totp_on', 'totp_unset', ...TOTP, ...proof],
  }),
  endTotp: change({
    description: 'Turn the authenticator app off with the password and a code; withdrawals are held for a while.',
    rate: 'guess',
    method: 'POST',
    path: 'user/totp/end',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ password, totp: typedTotp }),
    output: protection,
    refusals: ['totp_unset', ...TOTP, ...proof],
  }),
  /**
   * Addition: a device that locked itself asks whether this is the login password. Nothing changes but the count of
   * wrong guesses; `left` tells how many are left.
   */
  unlock: change({
    description:
      'Ask whether this is the login password, on a device that locked itself; wrong guesses are ' +
      'counted as at login.',
    rate: 'guess',
    method: 'POST',
    path: 'user/unlock',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ password }),
    output: z.object({}),
    refusals: ['password_required', 'login_wrong', 'account_locked'],
  }),
}
