import { createHash } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import {
  isTransport,
  madePasskey,
  maxPasskeys,
  passkeyLifeMs,
  signedPasskey,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
} from '#contract/account/passkey.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { factorGuessId } from './authenticator.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import { askerOf } from './devices.ts'
import { countGuess, forgetGuesses, unlockGuessId } from './guesses.ts'
import type { PasskeyChallenge, PasskeyRow } from './passkey-rows.ts'

/** Signatures that the venue can check: ES256, EdDSA and RS256, by their numbers in COSE. */
const algorithms = [-7, -8, -257]
/** Challenges of one account that may be open at once, one for each installation that asks. */
const maxChallenges = 10
type Tables = Pick<IdentityContext, 'tables'>
type Asking = Pick<Caller, 'device' | 'address' | 'origin'>
type Use = 'add' | Signing
/** What a signature is good for; that of one is never taken for the other. */
type Signing = 'login' | 'unlock'
/** Guesses of the login are those of its other factor too, guesses at the lock of a device those at its password. */
const guessIdOf = { login: factorGuessId, unlock: unlockGuessId } as const
const locked = { login: 'totp_locked', unlock: 'account_locked' } as const

/** The public name of a passkey. */
const nameOf = (id: string) => createHash('sha256').update(`passkey|${id}`).digest('base64url').slice(0, 22)
const ownOf = ({ tables }: Tables, user: number) =>
  tables.passkeys.group('user', user).toSorted((a, b) => a.createdAt - b.createdAt)
export const passkeysOf = (ctx: Tables, user: number): Passkey[] =>
  ownOf(ctx, user).map(({ id, name, createdAt, usedAt, isCopied }) => ({
    id: nameOf(id),
    name,
    created_time: timeOf(createdAt),
    used_time: usedAt === null ? null : timeOf(usedAt),
    is_copied: isCopied,
  }))
export const hasPasskey = ({ tables }: Tables, user: number) => tables.passkeys.group('user', user).length > 0
/** A passkey of a user by its public name; one of somebody else is not found. */
const passkeyNamed = (ctx: Tables, user: number, name: string): PasskeyRow => {
  const row = ownOf(ctx, user).find(({ id }) => nameOf(id) === name)
  if (!row) throw new Refusal('not_found')
  return row
}
export const renamePasskey = (ctx: IdentityContext, user: number, id: string, name: string) =>
  ctx.tables.passkeys.put({ ...passkeyNamed(ctx, user, id), name })
export const endPasskey = (ctx: IdentityContext, user: number, id: string) =>
  ctx.tables.passkeys.remove(passkeyNamed(ctx, user, id).id)

/**
 * The host that passkeys of a page belong to; null where browsers make none: a program, or a page under a bare address.
 */
const siteOf = (origin: string | undefined) => {
  if (origin === undefined) return null
  const rp = new URL(origin).hostname
  // A URL has every bare address in one of these two forms.
  return rp.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(rp) ? null : { origin, rp }
}
const challengeId = (use: Use, user: number, asking: Asking) => `${use}|${user}|${askerOf(asking)}`
/** Opens a challenge in place of the one that this installation had; null on a page that can have no passkeys. */
function openChallenge(ctx: IdentityContext, use: Use, user: number, asking: Asking): PasskeyChallenge | null {
  const site = siteOf(asking.origin)
  if (site === null) return null
  const { tables } = ctx
  const at = ctx.now()
  const id = challengeId(use, user, asking)
  const others = tables.passkeyChallenges
    .group('user', user)
    .filter((row) => row.id !== id)
    .toSorted((a, b) => b.until - a.until)
  others.forEach((row, place) => {
    if (row.until <= at || place >= maxChallenges - 1) tables.passkeyChallenges.remove(row.id)
  })
  return tables.passkeyChallenges.put({
    id,
    user,
    challenge: ctx.random.bytes(32).toString('base64url'),
    ...site,
    until: at + passkeyLifeMs,
  })
}
/** Takes the challenge away, whatever becomes of its answer; null without one that is still good. */
function takeChallenge(
  { tables, now }: IdentityContext,
  use: Use,
  user: number,
  asking: Asking,
): PasskeyChallenge | null {
  const row = tables.passkeyChallenges.get(challengeId(use, user, asking))
  if (!row) return null
  tables.passkeyChallenges.remove(row.id)
  return row.until > now() ? row : null
}
const credentialOf = ({ id, transports }: PasskeyRow) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
})

/** The options with which a browser makes a passkey. */
export function beginPasskey(ctx: IdentityContext, user: number, asking: Asking): PasskeyCreation {
  const own = ownOf(ctx, user)
  if (own.length >= maxPasskeys) throw new Refusal('passkey_limit', { max: maxPasskeys })
  const opened = openChallenge(ctx, 'add', user, asking)
  if (opened === null) throw new Refusal('passkey_off')
  const { email, nickname } = ctx.tables.users.need(user)
  return {
    challenge: opened.challenge,
    rp: { id: opened.rp, name: ctx.settings.appName },
    user: { id: Buffer.from(String(user)).toString('base64url'), name: email ?? `K${user}`, displayName: nickname },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyLifeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: own.filter(({ rp }) => rp === opened.rp).map(credentialOf),
  }
}
const expectedOf = ({ challenge, origin, rp }: PasskeyChallenge) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rp,
  requireUserVerification: true,
})
/**
 * The library throws at whatever does not fit: another origin, host or challenge, no user verification, bytes that say
 * nothing.
 */
const orNull = <T>(checked: Promise<T>) => checked.catch(() => null)

/**
 * True for an attestation without a certificate, which is what browsers pass on when none is asked for. A certificate
 * names addresses that the
 * library would ask whether it was revoked: whoever sends one would choose where the venue connects to.
 */
export function isPlainAttestation(attestation: string): boolean {
  try {
    const read = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url')))
    const format = read.get('fmt')
    return format === 'none' || (format === 'packed' && read.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}
/** Checks what the browser made; resolves to the row of the passkey without its name. */
export async function checkNewPasskey(
  asyncCtx: AsyncIdentityContext,
  { user, ...asking }: Asking & { user: number },
  text: string,
): Promise<Omit<PasskeyRow, 'name'>> {
  const challenge = await asyncCtx.command((ctx) => takeChallenge(ctx, 'add', user, asking))
  if (challenge === null) throw new Refusal('passkey_expired')
  const made = madePasskey(text)
  const checked =
    made &&
    isPlainAttestation(made.response.attestationObject) &&
    (await orNull(
      verifyRegistrationResponse({
        response: {
          id: made.id,
          rawId: made.id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: made.response.clientDataJSON,
            attestationObject: made.response.attestationObject,
          },
        },
        ...expectedOf(challenge),
        supportedAlgorithmIDs: algorithms,
      }),
    ))
  if (!made || !checked || !checked.verified) throw new Refusal('passkey_wrong')
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return {
    id,
    user,
    rp: challenge.rp,
    key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: (made.response.transports ?? []).filter(isTransport),
    createdAt: asyncCtx.ctx.now(),
    usedAt: null,
    isCopied: false,
  }
}
/** Adds a checked passkey. */
export function addPasskey(ctx: IdentityContext, row: PasskeyRow) {
  if (ownOf(ctx, row.user).length >= maxPasskeys) throw new Refusal('passkey_limit', { max: maxPasskeys })
  // A credential has one owner: under another account it could speak for both.
  if (ctx.tables.passkeys.get(row.id)) throw new Refusal('passkey_wrong')
  ctx.tables.passkeys.put(row)
}

/** Asks the passkeys that belong to this page to sign; null if there is none. */
export function offerPasskey(ctx: IdentityContext, use: Signing, user: number, asking: Asking): PasskeyRequest | null {
  const rp = siteOf(asking.origin)?.rp
  const fit = ownOf(ctx, user).filter((row) => row.rp === rp && !row.isCopied)
  const opened = fit.length === 0 ? null : openChallenge(ctx, use, user, asking)
  return (
    opened && {
      challenge: opened.challenge,
      rpId: opened.rp,
      allowCredentials: fit.map(credentialOf),
      timeout: passkeyLifeMs,
      userVerification: 'required',
    }
  )
}

/**
 * Checks what a passkey signed. The challenge is taken away and the guess counted in a committed command before
 * anything is compared, so that parallel answers each count (K4) and one answer is accepted once. At a login the
 * counter is of the codes too: who guesses at one guesses at both.
 */
export async function checkPasskey(
  asyncCtx: AsyncIdentityContext,
  use: Signing,
  { user, ...asking }: Asking & { user: number },
  text: string,
): Promise<void> {
  const guessId = guessIdOf[use](user)
  const { challenge, left, until } = await asyncCtx.command((ctx) => {
    const taken = takeChallenge(ctx, use, user, asking)
    return { challenge: taken, ...(taken === null ? { left: 0, until: null } : countGuess(ctx, guessId)) }
  })
  if (challenge === null) throw new Refusal('passkey_expired')
  if (until !== null) throw new Refusal(locked[use], { until_ms: until })
  const answer = signedPasskey(text)
  const row = answer && asyncCtx.ctx.tables.passkeys.get(answer.id)
  if (!answer || row?.user !== user || row.rp !== challenge.rp) throw new Refusal('passkey_wrong', { left })
  const checked = await orNull(
    verifyAuthenticationResponse({
      response: {
        id: row.id,
        rawId: row.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: answer.response,
      },
      ...expectedOf(challenge),
      // The counter is compared below, with the row as it is then.
      credential: { id: row.id, publicKey: Uint8Array.from(Buffer.from(row.key, 'base64url')), counter: 0 },
    }),
  )
  if (checked?.verified !== true) throw new Refusal('passkey_wrong', { left })
  const counter = checked.authenticationInfo.newCounter
  const became = await asyncCtx.command((ctx) => {
    const now = ctx.tables.passkeys.get(row.id)
    if (now?.user !== user) return 'passkey_wrong'
    // A passkey that counts at all counts upwards; many never count.
    const isBack = (counter > 0 || now.counter > 0) && counter <= now.counter
    if (isBack || now.isCopied) {
      ctx.tables.passkeys.put({ ...now, isCopied: true })
      return 'passkey_copied'
    }
    ctx.tables.passkeys.put({ ...now, counter, usedAt: ctx.now() })
    forgetGuesses(ctx, guessId)
    return null
  })
  if (became !== null) throw new Refusal(became, { left })
}
