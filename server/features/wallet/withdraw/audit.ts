import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { batchTable, isBatchOpen, withdrawHold } from './rows.ts'
import type { WithdrawContext } from './context.ts'

/**
 * Audits withdrawals: each that is processing holds exactly its amount, amount is fee plus receipt, and no other hold
 * of a withdrawal is left (L12); one stands in an open batch exactly when that batch holds it, in one at most.
 */
export function auditWithdraw({
  tables: { withdrawals, withdrawBatches, holds },
  ledger: { leftOf },
}: Pick<WithdrawContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const open = new Set<string>()
  const batched = [...withdrawBatches.all()]
    .filter(isBatchOpen)
    .flatMap(({ id, items }) => items.map((item) => [item.id, id] as const))
  const batchOf = new Map(batched)
  if (batchOf.size !== batched.length) breaches.push({ rule: 'L12', at: batchTable })
  for (const { id, number, fee, receipt, status, send } of withdrawals.all()) {
    if (status !== 'processing') continue
    if ((send?.batch ?? null) !== (batchOf.get(id) ?? null)) breaches.push({ rule: 'L12', at: `${batchTable}:${id}` })
    batchOf.delete(id)
    open.add(withdrawHold(id))
    const isHeld = leftOf(withdrawHold(id)) === parseDec(number)
    if (!isHeld || parseDec(number) !== parseDec(fee) + parseDec(receipt) || parseDec(receipt) <= 0n)
      breaches.push({ rule: 'L12', at: withdrawHold(id) })
  }
  for (const id of batchOf.keys()) breaches.push({ rule: 'L12', at: `${batchTable}:${id}` })
  return [...breaches, ...strayHolds({ holds }, { rule: 'L12', prefix: withdrawHold(0).slice(0, -2), known: open })]
}
