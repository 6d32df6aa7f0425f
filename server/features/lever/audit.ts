import { strayHolds, type Breach } from '#server/core/ledger.ts'
import type { LeverContext } from './context.ts'
import { auditHouse } from './house.ts'
import { isLeverOpen, leverHold } from './rows.ts'

/**
 * Audits positions: the margin of each open one (of a waiting one also its fee) equals its hold and no other such hold
 * exists (P1), lots are valid (P5), house lots offset users' lots (P4).
 */
export function auditLever({ tables, ledger: { leftOf } }: Pick<LeverContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const openHolds = new Set<string>()
  const open = [...tables.leverPositions.all()].filter(isLeverOpen)
  for (const { id, margin, fee, lots, status } of open) {
    openHolds.add(leverHold(id))
    if (leftOf(leverHold(id)) !== (status === 'pending' ? margin + fee : margin))
      breaches.push({ rule: 'P1', at: leverHold(id) })
    if (!Number.isInteger(lots) || lots < 1 || status === 'closing') breaches.push({ rule: 'P5', at: leverHold(id) })
  }
  return [
    ...breaches,
    ...strayHolds(tables, { rule: 'P1', prefix: leverHold(0).slice(0, -2), known: openHolds }),
    ...auditHouse(tables),
  ]
}
