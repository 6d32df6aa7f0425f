import { isTriggerOver } from '#contract/trigger/trigger.ts'
import type { Breach } from '#server/core/ledger.ts'
import type { TriggerContext } from './context.ts'
import { triggerHold } from './rows.ts'
import { groupHold, groupNeed } from './sizes.ts'

const prefixes = [triggerHold(0), groupHold(0)].map((id) => id.slice(0, -1))

/**
 * Audits triggers: no group has done more than its quantity (TR-6), what closes a position has one that lives (TR-10),
 * a group holds what it needs and nothing else is held (TR-11).
 */
export function auditTrigger({ tables, ledger }: Pick<TriggerContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const known = new Set<string>()
  for (const group of tables.triggerGroups.all()) {
    if (group.isOver) continue
    const id = groupHold(group.id)
    known.add(id)
    if (group.done > group.q) breaches.push({ rule: 'TR-6', at: id })
    if (ledger.leftOf(id) !== groupNeed({ tables }, group)) breaches.push({ rule: 'TR-11', at: id })
  }
  for (const row of tables.triggers.all()) {
    if (isTriggerOver(row)) continue
    known.add(triggerHold(row.id))
    if (row.parent?.kind !== 'position') continue
    const position = tables.leverPositions.get(row.parent.id)
    if (position?.status !== 'trading' && position?.status !== 'pending')
      breaches.push({ rule: 'TR-10', at: `trigger:${row.id}` })
  }
  for (const { id, left } of tables.holds.all())
    if (left !== '0' && prefixes.some((prefix) => id.startsWith(prefix)) && !known.has(id))
      breaches.push({ rule: 'TR-11', at: id })
  return breaches
}
