import * as z from 'zod/mini'
import { TOTP, typedTotp } from '#contract/session/session-proof.ts'
import { decode } from '#contract/wire/coded.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, ms, sid, time, typed } from '#contract/wire/fields.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { jsonIn } from '#contract/wire/json.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

// Additions: a passkey (WebAuthn) takes the place of the code at login, and of the password on a device that locked
// itself. Options and answers have the names of WebAuthn's own JSON.

export const maxPasskeys = 10
export const passkeyNameLength = 30
/** How long a browser may take to answer; the challenge ends at an instant of the venue. */
export const passkeyLifeMs = 300_000

/** Bytes as base64url. */
const bytes = z.string().check(z.regex(/^[\w-]{1,16384}$/))
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const credential = z.object({ id: bytes, type: z.literal('public-key'), transports: z.array(transport) })

/** What a browser is asked to make a passkey with: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreation = z.object({
  challenge: bytes,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  excludeCredentials: z.array(credential),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

/**
 * What a browser is asked to sign with one of the passkeys: `PublicKeyCredentialRequestOptionsJSON`. A refused login
 * has it in `params.passkey`.
 */
export const passkeyRequest = z.object({
  challenge: bytes,
  rpId: z.string(),
  allowCredentials: z.array(credential),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>
/** The passkey that a refusal of the login offers in place of the code; null where it offers none. */
export const offeredPasskey = (failure: Failure): PasskeyRequest | null => {
  const offered = failure.kind === 'refused' ? decode(passkeyRequest, failure.params['passkey']) : null
  return offered?.success === true ? offered.data : null
}

/** The part of a browser's answer that the venue reads, of a new passkey and of one that signed. */
const made = z.object({
  id: bytes,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.optional(z.array(z.string())) }),
})
const signed = z.object({
  id: bytes,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
const answerOf = <S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | null => {
  const read = decode(schema, jsonIn(text))
  return read.success ? read.data : null
}
export const madePasskey = (text: string) => answerOf(made, text)
export const signedPasskey = (text: string) => answerOf(signed, text)
export const isTransport = (name: string): name is z.output<typeof transport> => decode(transport, name).success
export type Transport = z.output<typeof transport>

export const passkey = z.object({
  id: sid,
  name: z.string(),
  created_time: time,
  used_time: z.nullable(time),
  /** Its counter went back, so there may be a copy of it: it is not accepted any more. */
  is_copied: flag,
})
export type Passkey = z.output<typeof passkey>
const passkeyList = z.object({ list: z.array(passkey), max: z.int(), server_now_ms: ms })

const password = secret(z.optional(z.string().check(z.maxLength(64))))
const proof = ['password_required', 'old_password_wrong', ...TOTP] as const
const name = typed(passkeyNameLength)

export const passkeys = {
  list: read({
    description: 'List the passkeys of the account.',
    method: 'GET',
    path: 'user/passkeys',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: passkeyList,
    refusals: [],
  }),
  /** The challenge is good once, for five minutes, and for the origin of the page that asked. */
  begin: change({
    description:
      'Ask for the options by which a browser makes a passkey; the challenge is good once, for five minutes.',
    method: 'POST',
    path: 'user/passkeys/begin',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({}),
    output: passkeyCreation,
    refusals: ['passkey_off', 'passkey_limit'],
  }),
  /** `answer`: what the browser made, as JSON text. The authenticator app is asked for where there is one. */
  confirm: change({
    description:
      'Add the passkey that the browser made, with the login password and, where there is an ' +
      'authenticator app, its code; withdrawals are held for a while.',
    rate: 'guess',
    method: 'POST',
    path: 'user/passkeys/confirm',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ name, password, totp: typedTotp, answer: secret(z.string().check(z.maxLength(32_768))) }),
    output: passkeyList,
    refusals: ['title_required', 'passkey_limit', 'passkey_expired', 'passkey_wrong', ...proof],
  }),
  rename: change({
    description: 'Give a passkey another name.',
    method: 'POST',
    path: 'user/passkeys/rename',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id: sid, name }),
    output: passkeyList,
    refusals: ['title_required', 'not_found'],
  }),
  end: change({
    description:
      'End a passkey with the login password and, where there is an authenticator app, its code; ' +
      'withdrawals are held for a while.',
    rate: 'guess',
    method: 'POST',
    path: 'user/passkeys/end',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id: sid, password, totp: typedTotp }),
    output: passkeyList,
    refusals: ['not_found', ...proof],
  }),
  /**
   * What a device that locked itself has one of the passkeys sign; null where none belongs to the page that asks. The
   * challenge unlocks and does nothing else.
   */
  beginUnlock: change({
    method: 'POST',
    path: 'user/passkeys/unlock/begin',
    who: 'in',
    wrap: 'said',
    isSecret: true,
    input: z.strictObject({}),
    output: z.object({ passkey: z.nullable(passkeyRequest) }),
    refusals: [],
  }),
  /** Beside `user/unlock`, with its count of wrong guesses: `answer` is what a passkey signed, as JSON text. */
  unlock: change({
    rate: 'guess',
    method: 'POST',
    path: 'user/passkeys/unlock',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ answer: secret(z.string().check(z.maxLength(32_768))) }),
    output: z.object({}),
    refusals: ['passkey_wrong', 'passkey_expired', 'passkey_copied', 'account_locked'],
  }),
}

export const passkeySpec = spec({ calls: passkeys, events: [], channels: {} })
