import type { Breach } from '#server/core/ledger.ts'
import type { LeverContext } from './context.ts'
import { auditHouse } from './house.ts'
import { leverHold } from './rows.ts'

/** What the standing auditor asks of contracts: each open position's margin is what its hold has, nothing else is held for one, and the house stands against them all. */
export function auditLever({ tables: { leverPositions, leverHouse, holds }, ledger: { leftOf } }: Pick<LeverContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const known = new Set<string>()
  for (const { id, margin, lots, status } of leverPositions.all()) {
    known.add(leverHold(id))
    if (leftOf(leverHold(id)) !== margin) breaches.push({ rule: 'P1', at: leverHold(id) })
    if (!Number.isInteger(lots) || lots < 1 || status === 'closing') breaches.push({ rule: 'P5', at: leverHold(id) })
  }
  for (const { id } of holds.all()) if (id.startsWith(leverHold(0).slice(0, -1)) && !known.has(id)) breaches.push({ rule: 'P1', at: id })
  return [...breaches, ...auditHouse({ leverPositions, leverHouse })]
}
