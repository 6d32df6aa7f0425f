import { isTriggerOver } from '#contract/trigger/trigger.ts'
import type { Breach } from '#server/core/ledger.ts'
import type { TriggerContext } from './context.ts'
import { triggerHold } from './rows.ts'
import { groupHold, groupNeed } from './sizes.ts'

type Reads = Pick<TriggerContext, 'tables' | 'ledger'>
/** After so many rows others may come: each row is whole, so that commands may run between two of them. */
const perStep = 32

function* auditGroups({ tables, ledger }: Reads): Generator<Breach | null> {
  for (const group of tables.triggerGroups.all()) {
    const at = groupHold(group.id)
    if (!group.isOver && group.done > group.q) yield { rule: 'TR-6', at }
    if (!group.isOver && ledger.leftOf(at) !== groupNeed({ tables }, group)) yield { rule: 'TR-11', at }
    yield null
  }
}
function* auditRows({ tables }: Reads): Generator<Breach | null> {
  for (const row of tables.triggers.all()) {
    const position = row.parent?.kind === 'position' ? tables.leverPositions.get(row.parent.id) : null
    const isStray = position?.status !== 'trading' && position?.status !== 'pending'
    if (position !== null && isStray && !isTriggerOver(row)) yield { rule: 'TR-10', at: `trigger:${row.id}` }
    yield null
  }
}
/** The number in the id of a hold that one of ours could have. */
const numberIn = (id: string, holdOf: (number: number) => string): number | null => {
  const number = Number(id.slice(id.indexOf(':') + 1))
  return holdOf(number) === id ? number : null
}
/** Holds that nobody needs any more. */
function* auditHolds({ tables }: Reads): Generator<Breach | null> {
  for (const { id, left } of tables.holds.all()) {
    const [single, shared] = [numberIn(id, triggerHold), numberIn(id, groupHold)]
    const row = tables.triggers.get(single ?? 0)
    const isStray =
      (single !== null && (!row || isTriggerOver(row))) ||
      (shared !== null && tables.triggerGroups.get(shared)?.isOver !== false)
    if (left !== '0' && isStray) yield { rule: 'TR-11', at: id }
    yield null
  }
}

/**
 * Audits triggers: no group has done more than its quantity (TR-6), what closes a position has one that lives (TR-10),
 * a group holds what it needs and nothing else is held (TR-11).
 */
export function* auditTrigger(reads: Reads): Generator<Breach | null> {
  let rows = 0
  for (const audit of [auditGroups, auditRows, auditHolds])
    for (const found of audit(reads)) if (found !== null || (rows += 1) % perStep === 0) yield found
}
