import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { withdrawHold } from './rows.ts'
import type { WithdrawContext } from './context.ts'

/**
 * Audits withdrawals: each that is processing holds exactly its amount, amount is fee plus receipt, and no other hold
 * of a withdrawal is left (L12).
 */
export function auditWithdraw({
  tables: { withdrawals, holds },
  ledger: { leftOf },
}: Pick<WithdrawContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const open = new Set<string>()
  for (const { id, number, fee, receipt, status } of withdrawals.all()) {
    if (status !== 'processing') continue
    open.add(withdrawHold(id))
    const isHeld = leftOf(withdrawHold(id)) === parseDec(number)
    if (!isHeld || parseDec(number) !== parseDec(fee) + parseDec(receipt) || parseDec(receipt) <= 0n)
      breaches.push({ rule: 'L12', at: withdrawHold(id) })
  }
  return [...breaches, ...strayHolds({ holds }, { rule: 'L12', prefix: withdrawHold(0).slice(0, -2), known: open })]
}
