import { createHash } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import { countGuess, forgetGuesses } from './guesses.ts'
import type { Authenticator } from './rows.ts'
import { fromBase32, stepOf, toBase32 } from './totp.ts'

const secretBytes = 20
const recoveryCodes = 10
/** Guesses at the second factor of a user, be it a code or a passkey. */
export const factorGuessId = (user: number) => `totp:${user}`
/** Recovery codes are read and typed by people: case and separators do not matter. */
const plainCode = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '')
const hashOf = (code: string) => createHash('sha256').update(plainCode(code)).digest('base64url')

type Tables = Pick<IdentityContext, 'tables'>
/** The authenticator of a user while it protects the account; null without one, or before it was confirmed. */
export const authenticatorOf = ({ tables }: Tables, user: number): Authenticator | null => {
  const row = tables.authenticators.get(user)
  return row === undefined || row.confirmedAt === null ? null : row
}

/** Makes a secret that `confirmAuthenticator` puts into effect; one that was not confirmed is replaced. */
export function beginAuthenticator(ctx: IdentityContext, user: number) {
  if (authenticatorOf(ctx, user)) throw new Refusal('totp_on')
  const secret = toBase32(ctx.random.bytes(secretBytes))
  ctx.tables.authenticators.put({ user, secret, step: 0, recovery: [], confirmedAt: null })
  const issuer = ctx.settings.appName
  const label = encodeURIComponent(`${issuer}:${ctx.tables.users.need(user).email ?? `K${user}`}`)
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` }
}

/**
 * Checks a code of the app, or a recovery code, and marks it as used at once. The guess is counted in its own committed
 * command before it is compared, so that parallel guesses each count (K4), and a code is accepted once.
 */
async function checkAgainst(asyncCtx: AsyncIdentityContext, user: number, code: string | undefined): Promise<void> {
  if (code === undefined || code === '') throw new Refusal('totp_required')
  const { left, until } = await asyncCtx.command((ctx) => countGuess(ctx, factorGuessId(user)))
  if (until !== null) throw new Refusal('totp_locked', { until_ms: until })
  const isRight = await asyncCtx.command((ctx) => {
    const row = ctx.tables.authenticators.get(user)
    const used = row === undefined ? null : useCode(row, code, ctx.now())
    if (used === null) return false
    ctx.tables.authenticators.put(used)
    forgetGuesses(ctx, factorGuessId(user))
    return true
  })
  if (!isRight) throw new Refusal('totp_wrong', { left })
}
/** The row after this code was used; null if the code is wrong, of the past, or was used before. */
function useCode(row: Authenticator, code: string, atMs: number): Authenticator | null {
  if (/^\d{6}$/.test(code.replace(/\s/g, ''))) {
    const step = stepOf(fromBase32(row.secret), code.replace(/\s/g, ''), atMs, row.step)
    return step === null ? null : { ...row, step }
  }
  const hash = hashOf(code)
  return row.recovery.includes(hash) ? { ...row, recovery: row.recovery.filter((each) => each !== hash) } : null
}

/** Checks the second factor of an account that has one; true if there was one to check. */
export async function checkAuthenticator(
  asyncCtx: AsyncIdentityContext,
  user: number,
  code: string | undefined,
): Promise<boolean> {
  if (authenticatorOf(asyncCtx.ctx, user) === null) return false
  await checkAgainst(asyncCtx, user, code)
  return true
}
/** Checks the first code of a new authenticator, before it is put into effect. */
export async function checkNewAuthenticator(asyncCtx: AsyncIdentityContext, user: number, code: string | undefined) {
  const row = asyncCtx.ctx.tables.authenticators.get(user)
  if (!row) throw new Refusal('totp_unset')
  if (row.confirmedAt !== null) throw new Refusal('totp_on')
  await checkAgainst(asyncCtx, user, code)
  return row.secret
}
/** Puts a checked authenticator into effect. Returns the recovery codes, of which only hashes are stored. */
export function confirmAuthenticator(ctx: IdentityContext, user: number, secret: string): string[] {
  const row = ctx.tables.authenticators.get(user)
  // Another secret may have been made since the code of this one was checked.
  if (row?.secret !== secret) throw new Refusal('totp_unset')
  if (row.confirmedAt !== null) throw new Refusal('totp_on')
  const codes = Array.from({ length: recoveryCodes }, () =>
    toBase32(ctx.random.bytes(7))
      .slice(0, 10)
      .replace(/^(.{5})/, '$1-'),
  )
  ctx.tables.authenticators.put({ ...row, recovery: codes.map(hashOf), confirmedAt: ctx.now() })
  return codes
}
export function endAuthenticator(ctx: IdentityContext, user: number) {
  if (authenticatorOf(ctx, user) === null) throw new Refusal('totp_unset')
  ctx.tables.authenticators.remove(user)
}
