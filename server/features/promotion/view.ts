import { inviteLevels, type Invited, type Rebate } from '#contract/promotion/promotion.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { User } from '#server/identity/rows.ts'
import { maskOf } from '#server/identity/targets.ts'
import type { RebateRow } from './rows.ts'
import type { PromotionContext } from './context.ts'

type Reader = Pick<PromotionContext, 'tables'>
/** An account as others may see it. */
export const maskedName = ({ email, mobile, nickname }: Pick<User, 'email' | 'mobile' | 'nickname'>) =>
  maskOf.email(email) ?? maskOf.mobile(mobile) ?? nickname

export const rebateOf = ({ tables }: Reader, row: RebateRow): Rebate => {
  const from = tables.users.get(row.from)
  return {
    id: row.id,
    type: 33,
    currency: row.coin,
    currency_name: tables.coins.get(row.coin)?.name ?? '',
    user_id: row.user,
    from_user_id: row.from,
    from_account_number: from ? maskedName(from) : '',
    level: row.level,
    value: row.value,
    created_time: timeOf(row.at),
  }
}
export const invitedOf = ({ user, level }: { user: User; level: number }): Invited => ({
  id: user.id,
  parent_id: user.inviter ?? 0,
  account_number: String(user.id),
  phone: maskOf.mobile(user.mobile),
  email: maskOf.email(user.email),
  account: maskedName(user),
  level,
  time: timeOf(user.createdAt),
})

/** Everybody below an account, three levels deep, newest first. */
export function invitedBy({ tables }: Reader, root: number): { user: User; level: number }[] {
  const found: { user: User; level: number }[] = []
  let above = [root]
  for (let level = 1; level <= inviteLevels; level += 1) {
    const below = above.flatMap((inviter) => tables.users.group('inviter', inviter))
    found.push(...below.map((user) => ({ user, level })))
    above = below.map(({ id }) => id)
  }
  return found.toSorted((a, b) => b.user.id - a.user.id)
}
