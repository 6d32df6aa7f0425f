import type { Standing } from '#server/core/access.ts'
import type { KycStatus } from '#contract/kyc.ts'
import type { IdentityContext } from './context.ts'
import { kycOf } from './people.ts'

/** Wire numbers of the verification statuses in the parameters of `kyc_needed`. */
const codes = { none: 0, underReview: 1, passed: 2, rejected: 3 } as const satisfies Record<KycStatus, number>

/** The facts about a user that access checks need; null when there is no such user. */
export function standingOf(ctx: Pick<IdentityContext, 'tables'>, id: number): Standing | null {
  const user = ctx.tables.users.get(id)
  if (!user) return null
  return {
    kyc: (level) => {
      const { status } = kycOf(ctx, id, level)
      return { isPassed: status === 'passed', code: codes[status] }
    },
    powers: user.powers,
    lockedUntil: user.accountUntil,
  }
}
