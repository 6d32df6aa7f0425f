import * as z from 'zod/mini'
import { change } from '#contract/wire/endpoint.ts'
import { ms, str } from '#contract/wire/fields.ts'
import { secret } from '#contract/wire/secret.ts'

/** Answer to sending a code. `demo_code` only in the demo, where no provider sends it. */
export const codeSent = z.object({
  target: z.string(),
  expires_ms: ms,
  again_ms: ms,
  server_now_ms: ms,
  demo_code: z.optional(z.string()),
})
export type CodeSent = z.output<typeof codeSent>

/** Refusals of a call that asks for the authenticator app. */
export const TOTP = ['totp_required', 'totp_wrong', 'totp_locked'] as const
/**
 * A code of the authenticator app, or a recovery code. May be absent or blank, for which the call has its own refusal.
 */
export const typedTotp = secret(z.optional(str(16)))

/** Of the calls of an account the one that each form with a code makes, the login's too. */
export const ownCode = {
  sendOwnCode: change({
    description: 'Send a verification code to the address of the account itself.',
    rate: 'code',
    method: 'POST',
    path: 'set/sms_other_mail',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({ type: z.optional(z.enum(['address', 'withdraw', 'password'])) }),
    output: codeSent,
    refusals: ['code_too_many', 'send_failed'],
  }),
}
