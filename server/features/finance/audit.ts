import { daysLeft } from '#contract/finance/earnings-term.ts'
import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { auditPromises } from './earnings/house.ts'
import { termOf } from './view.ts'
import { hostingHold } from './rows.ts'
import type { FinanceContext } from './context.ts'

/**
 * The hold of each running order is its amount and no other hold exists (F1), no order has more paid days than its term
 * (F2), and the house owes what they will earn (L11).
 */
export function auditFinance({ tables, ledger }: Pick<FinanceContext, 'tables' | 'ledger'>): Breach[] {
  const rows = [...tables.hostingOrders.all()].filter(({ status }) => status === 'hosting')
  const held = new Set(rows.map(({ id }) => hostingHold(id)))
  const taken = new Map<number, bigint>()
  for (const { product, amount } of rows) taken.set(product, (taken.get(product) ?? 0n) + parseDec(amount))
  return [
    ...rows.flatMap((row) =>
      ledger.leftOf(hostingHold(row.id)) === parseDec(row.amount) ? [] : [{ rule: 'F1', at: hostingHold(row.id) }],
    ),
    ...strayHolds(tables, { rule: 'F1', prefix: hostingHold(0).slice(0, -2), known: held }),
    ...rows.flatMap((row) =>
      daysLeft(termOf(row)) > 0 && row.paid >= 0 ? [] : [{ rule: 'F2', at: hostingHold(row.id) }],
    ),
    ...[...tables.hostingProducts.all()].flatMap(({ id, taken: counted }) =>
      parseDec(counted) === (taken.get(id) ?? 0n) ? [] : [{ rule: 'F1', at: `product:${id}` }],
    ),
    ...auditPromises(
      { tables },
      'hosting',
      rows.map((row) => ({ asset: row.coin, rest: parseDec(row.daily) * BigInt(daysLeft(termOf(row))) })),
    ),
  ]
}
