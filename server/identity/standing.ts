import { deskPowers } from '#contract/desk/desk-cases.ts'
import type { Standing } from '#server/core/access.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import type { IdentityContext } from './context.ts'
import { authenticatorOf } from './authenticator.ts'
import { hasPasskey } from './passkeys.ts'
import { kycOf } from './people.ts'
import type { User } from './rows.ts'

/** Wire numbers of the verification statuses in the parameters of `kyc_needed`. */
const codes = { none: 0, underReview: 1, passed: 2, rejected: 3 } as const satisfies Record<KycStatus, number>

/**
 * The powers of a user: those granted, and all of the desk's for an account that the environment names
 * (`DESK_ACCOUNTS`).
 */
export const powersOf = (
  { settings }: Pick<IdentityContext, 'settings'>,
  { email, mobile, powers }: User,
): readonly string[] =>
  settings.identity.operators.some((account) => account === email || account === mobile)
    ? [...new Set([...powers, ...deskPowers])]
    : powers

/** The facts about a user that access checks need; null when there is no such user. */
export function standingOf(ctx: Pick<IdentityContext, 'tables' | 'settings'>, id: number): Standing | null {
  const user = ctx.tables.users.get(id)
  if (!user) return null
  return {
    kyc: (level) => {
      const { status } = kycOf(ctx, id, level)
      return { isPassed: status === 'passed', code: codes[status] }
    },
    powers: powersOf(ctx, user),
    lacksFactor: ctx.settings.identity.deskFactor && authenticatorOf(ctx, id) === null && !hasPasskey(ctx, id),
    lockedUntil: user.accountUntil,
  }
}
