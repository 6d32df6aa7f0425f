import type { IdentityContext } from './context.ts'
import { kycId, type Kyc } from './rows.ts'

/** The verification of a user at one level; its status is `none` if they never applied. */
export const kycOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number, level: 1 | 2): Kyc =>
  tables.kycs.get(kycId(user, level)) ?? {
    id: kycId(user, level),
    user,
    level,
    status: 'none',
    reason: null,
    name: null,
    country: null,
    card: null,
    address: null,
    front: null,
    reverse: null,
    hand: null,
    submittedAt: null,
    reviewedAt: null,
    rev: 0,
  }
