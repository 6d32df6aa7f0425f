import type { Breach } from '#server/core/ledger.ts'
import type { PromotionContext } from './context.ts'

/** B1: nobody stands above themselves, and no account of fees has shared out more than came in. */
export function auditPromotion({ tables }: Pick<PromotionContext, 'tables'>): Breach[] {
  const breaches: Breach[] = []
  // An inviter was there first, so along a chain of invitations the numbers only fall.
  for (const { id, inviter } of tables.users.all())
    if (inviter !== null && inviter >= id) breaches.push({ rule: 'B1', at: String(id) })
  for (const { asset, kind, free } of tables.balances.group('owner', 'fee'))
    if (free < 0n) breaches.push({ rule: 'B1', at: `fee|${asset}|${kind}` })
  return breaches
}
