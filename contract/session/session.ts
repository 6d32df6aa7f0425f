import * as z from 'zod/mini'
import { change, CODE } from '#contract/wire/endpoint.ts'
import { flag, id, str, typed, typedCode } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'
import { codeSent, TOTP, typedTotp } from './session-proof.ts'

/** Purpose of a verification code. */
export const codePurpose = z.enum(['register', 'forget', 'login', 'bind'])
export const accountType = z.enum(['email', 'mobile'])
export type AccountType = z.output<typeof accountType>

const account = typed(100)
const areacode = z.optional(z.string().check(z.regex(/^\+?\d{1,4}$/)))
const password = secret(z.optional(z.string().check(z.maxLength(64))))
/**
 * Addition: what a passkey signed in place of the code, as JSON text; a refusal that asks for the code offers one in
 * `params.passkey`.
 */
const passkey = secret(z.optional(z.string().check(z.maxLength(32_768))))
const PASSKEY = ['passkey_wrong', 'passkey_expired', 'passkey_copied'] as const
const codeRefusals = ['account_required', 'account_malformed', 'code_too_many', 'send_failed'] as const
const accountRefusals = ['account_required', 'account_malformed'] as const
const passwordRefusals = ['password_required', 'password_too_short', 'password_common', 'password_mismatch'] as const

/** The state of one idempotency key. */
export const keyState = z.enum(['unseen', 'running', 'done', 'burnt'])

export const session = {
  sendMailCode: change({
    description: 'Send a verification code by mail.',
    rate: 'code',
    method: 'POST',
    path: 'sms_mail',
    aliases: ['user/sms_mail'],
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ user_string: account, type: codePurpose, lang: z.optional(lang) }),
    output: codeSent,
    refusals: codeRefusals,
    isSecret: true,
  }),
  sendSmsCode: change({
    description: 'Send a verification code by text message.',
    rate: 'code',
    method: 'POST',
    path: 'sms_send',
    aliases: ['user/sms_send'],
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ user_string: account, area_code: areacode, country_code: areacode, type: codePurpose }),
    output: codeSent,
    refusals: codeRefusals,
    isSecret: true,
  }),
  checkMobile: change({
    description: 'Check a code sent to a phone, without spending it.',
    rate: 'guess',
    method: 'POST',
    path: 'user/check_mobile',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ mobile_code: typedCode, user_string: account, areacode, type: z.optional(codePurpose) }),
    output: z.object({}),
    refusals: [...accountRefusals, ...CODE],
  }),
  checkEmail: change({
    description: 'Check a code sent by mail, without spending it.',
    rate: 'guess',
    method: 'POST',
    path: 'user/check_email',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ email_code: typedCode, user_string: account, type: z.optional(codePurpose) }),
    output: z.object({}),
    refusals: [...accountRefusals, ...CODE],
  }),
  register: change({
    description:
      'Open an account with a mail address or a phone number; the answer bears the token of its first ' +
      'login, once.',
    rate: 'guess',
    method: 'POST',
    path: 'user/register',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({
      type: accountType,
      user_string: account,
      areacode,
      area_code_id: z.optional(id),
      code: typedCode,
      password,
      re_password: password,
      extension_code: typed(16),
      line_account: typed(64),
    }),
    /**
     * `session`: the token of the login that a registration opens. It is told once: the answer to a repeated key goes
     * without it.
     */
    output: z.object({ id, session: secret(z.optional(z.string())) }),
    refusals: [...accountRefusals, ...CODE, ...passwordRefusals, 'invite_unknown', 'account_taken'],
  }),
  login: change({
    description: 'Log in; the answer is the token for `Authorization`.',
    rate: 'guess',
    method: 'POST',
    path: 'user/login',
    who: 'any',
    wrap: 'plain',
    isSecret: true,
    input: z.strictObject({
      user_type: z.optional(accountType),
      type: typed(20),
      user_string: account,
      areacode,
      password,
      code: typedCode,
      totp: typedTotp,
      passkey,
    }),
    output: z.string(),
    refusals: [
      ...accountRefusals,
      'password_required',
      ...CODE,
      ...TOTP,
      ...PASSKEY,
      'login_wrong',
      'account_locked',
      'account_frozen',
    ],
  }),
  forget: change({
    description: 'Set a new login password with a code; all logins and API keys end.',
    rate: 'guess',
    method: 'POST',
    path: 'user/forget',
    who: 'any',
    wrap: 'said',
    input: z.strictObject({ account, areacode, code: typedCode, password, repassword: password }),
    output: z.object({}),
    refusals: [...accountRefusals, ...CODE, ...passwordRefusals],
  }),
  outcome: change({
    description:
      'Ask what became of a change, by its idempotency key; `burn` makes sure that a key not seen yet ' +
      'is never accepted.',
    method: 'POST',
    path: 'key/status',
    who: 'in',
    scope: 'trade',
    wrap: 'plain',
    isSecret: true,
    isAsking: true,
    input: z.strictObject({ key: str(64), burn: z.optional(flag) }),
    output: z.object({ state: keyState, status: z.optional(z.int()), answer: z.optional(z.unknown()) }),
    refusals: ['key_malformed'],
  }),
}

export const sessionSpec = spec({
  about: 'Registering, logging in, and the outcome of a change by its key.',
  calls: session,
  events: [],
  channels: {},
})
