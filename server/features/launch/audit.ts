import { parseDec } from '#contract/wire/money.ts'
import type { Breach } from '#server/core/ledger.ts'
import { launchHold } from './rows.ts'
import { missingAtIssuer } from './owed.ts'
import { unlockAt } from './view.ts'
import type { LaunchContext } from './context.ts'

/**
 * N1: never more allotted than issued, the money of each order under review is held, and the issuer has what is still
 * to be handed over.
 */
export function auditLaunch({ tables, ledger }: Pick<LaunchContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  for (const product of tables.launchProducts.all()) {
    const rows = tables.launchOrders.group('product', product.id)
    const open = rows.filter(({ stage }) => stage !== 'rejected').reduce((sum, { coins }) => sum + parseDec(coins), 0n)
    const sold = parseDec(product.sold)
    if (sold > parseDec(product.num) || open > sold) breaches.push({ rule: 'N1', at: `launch:product:${product.id}` })
    if (missingAtIssuer({ tables, ledger }, product) > 0n)
      breaches.push({ rule: 'N1', at: `launch:owed:${product.id}` })
  }
  for (const row of tables.launchOrders.all()) {
    const isHeld = ledger.leftOf(launchHold(row.id)) === (row.stage === 'underReview' ? parseDec(row.amount) : 0n)
    const isEarly = row.stage === 'completed' && row.updatedAt < unlockAt(row)
    if (!isHeld || isEarly) breaches.push({ rule: 'N1', at: launchHold(row.id) })
  }
  return breaches
}
