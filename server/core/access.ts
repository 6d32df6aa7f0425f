import type { Endpoint, Who } from '#contract/wire/endpoint.ts'
import type { Caller } from './context.ts'
import { Refusal } from './refusal.ts'

/** The facts about a user that access checks need. */
export type Standing = {
  /** Status of a KYC level; `code` is its number on the wire. */
  kyc: (level: 1 | 2) => { isPassed: boolean; code: number }
  powers: readonly string[]
  /** True if its powers at the desk wait for a second factor, which it does not have yet. */
  lacksFactor: boolean
  /** End of the account lock in epoch milliseconds; 0 if it was never locked. */
  lockedUntil: number
}
/** The standing of a user; null when there is no such user. */
export type StandingOf = (user: number) => Standing | null

/** Refuses a caller who may not make this call: not logged in, KYC level too low, or a missing power. */
export const checkWho = (standingOf: StandingOf, caller: Caller, who: Who, isHidden = false) => {
  if (caller.isMismatched) throw new Refusal('token_mismatch')
  if (who === 'any') return
  const standing = caller.user === 0 ? null : standingOf(caller.user)
  if (!standing) throw new Refusal('not_logged_in')
  if (who === 'in') return
  if (who === 'k1' || who === 'k2') {
    const level = who === 'k1' ? 1 : 2
    const { isPassed, code } = standing.kyc(level)
    if (!isPassed) throw new Refusal('kyc_needed', { level, status: code })
    return
  }
  const powers = who.slice('pw:'.length).split('|')
  if (!powers.some((power) => standing.powers.includes(power))) throw new Refusal(isHidden ? 'not_found' : 'forbidden')
  if (isHidden && standing.lacksFactor) throw new Refusal('desk_factor')
}

/** Refuses an API key a call that is not in its scope. What anyone may read needs no scope. */
export const checkScope = (
  { apiKey }: Pick<Caller, 'apiKey'>,
  { scope, who, does, isCapped, isAsking }: Pick<Endpoint, 'scope' | 'who' | 'does' | 'isCapped' | 'isAsking'>,
) => {
  if (apiKey === undefined || (who === 'any' && does === 'reads')) return
  const held = ['read', apiKey.scope, ...(apiKey.areas ?? [])]
  if (scope === undefined || !held.includes(scope)) throw new Refusal('key_scope')
  // What its caps do not count could pass by them.
  const isCounted = isCapped === true || isAsking === true || does === 'reads'
  if (apiKey.isCapped === true && !isCounted) throw new Refusal('key_scope')
}

/**
 * True for a change that is refused without an idempotency key: any by an API key. Older clients of people know no
 * keys.
 */
export const isKeyDue = ({ apiKey }: Pick<Caller, 'apiKey'>, { does, isAsking }: Pick<Endpoint, 'does' | 'isAsking'>) =>
  apiKey !== undefined && does === 'changes' && isAsking !== true

/** Refuses a change by a locked account or by a client that is too old. */
export const checkMayChange = (
  standingOf: StandingOf,
  caller: Caller,
  { minVersionCode, now }: { minVersionCode: number; now: number },
) => {
  if (caller.appVersion !== null && caller.appVersion < minVersionCode) throw new Refusal('app_too_old')
  const until_ms = standingOf(caller.user)?.lockedUntil ?? 0
  if (until_ms > now) throw new Refusal('account_locked', { until_ms })
}
