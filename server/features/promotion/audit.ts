import type { Breach } from '#server/core/ledger.ts'
import type { PromotionContext } from './context.ts'

/** So many accounts are looked at without a pause. */
const usersPerStep = 1000

/** B1: nobody stands above themselves, and no account of fees has shared out more than came in. */
export function* auditPromotion({ tables }: Pick<PromotionContext, 'tables'>): Generator<Breach | null> {
  for (const { asset, kind, free } of tables.balances.group('owner', 'fee'))
    if (free < 0n) yield { rule: 'B1', at: `fee|${asset}|${kind}` }
  let looked = 0
  // An inviter was there first, so along a chain of invitations the numbers only fall.
  for (const { id, inviter } of tables.users.all()) {
    if (inviter !== null && inviter >= id) yield { rule: 'B1', at: String(id) }
    else if ((looked += 1) % usersPerStep === 0) yield null
  }
}
