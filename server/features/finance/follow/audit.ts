import { daysLeft } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { auditPromises } from '#server/features/finance/earnings/house.ts'
import { termOf } from './view.ts'
import { planHold } from './rows.ts'
import type { FollowContext } from './context.ts'

/**
 * The hold of each joined plan is its amount and no other hold exists (F1), none has more paid days than its term (F2),
 * and the house owes what they will earn (L11).
 */
export function auditFollow({ tables, ledger }: Pick<FollowContext, 'tables' | 'ledger'>): Breach[] {
  const rows = [...tables.joinedPlans.all()].filter(({ status }) => status === 'in_progress')
  const held = new Set(rows.map(({ id }) => planHold(id)))
  const taken = new Map<string, bigint>()
  for (const { plan, amount } of rows) taken.set(plan, (taken.get(plan) ?? 0n) + parseDec(amount))
  return [
    ...rows.flatMap((row) =>
      ledger.leftOf(planHold(row.id)) === parseDec(row.amount) ? [] : [{ rule: 'F1', at: planHold(row.id) }],
    ),
    ...strayHolds(tables, { rule: 'F1', prefix: planHold(0).slice(0, -2), known: held }),
    ...rows.flatMap((row) =>
      daysLeft(termOf(row)) > 0 && row.paid >= 0 ? [] : [{ rule: 'F2', at: planHold(row.id) }],
    ),
    ...[...tables.plans.all()].flatMap(({ id, taken: counted, total }) =>
      parseDec(counted) === (taken.get(id) ?? 0n) && parseDec(counted) <= parseDec(total)
        ? []
        : [{ rule: 'F1', at: `plan:${id}` }],
    ),
    ...auditPromises(
      { tables },
      'plan',
      rows.map((row) => ({ asset: row.coin, rest: parseDec(row.daily) * BigInt(daysLeft(termOf(row))) })),
    ),
  ]
}
