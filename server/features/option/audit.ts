import { parseDec } from '#contract/wire/money.ts'
import type { Breach } from '#server/core/ledger.ts'
import { worstPayouts } from './exposure.ts'
import { optionHold } from './rows.ts'
import type { OptionContext } from './context.ts'

/** What the standing auditor asks of rounds: each open stake is what its hold has, no hold is without one, and no side is above its cap. */
export function auditOption({ tables: { optionOrders, holds }, ledger, settings }: Pick<OptionContext, 'tables' | 'ledger' | 'settings'>): Breach[] {
  const breaches: Breach[] = []
  const known = new Set<string>()
  for (const { id, stake, status } of optionOrders.all()) {
    if (status === 'closed') continue
    known.add(optionHold(id))
    if (ledger.leftOf(optionHold(id)) !== parseDec(stake)) breaches.push({ rule: 'O6', at: optionHold(id) })
  }
  for (const { id, left } of holds.all()) if (id.startsWith('option:') && left !== '0' && !known.has(id)) breaches.push({ rule: 'O6', at: id })
  const cap = parseDec(settings.option.exposure)
  for (const [side, sum] of worstPayouts([...optionOrders.all()])) if (sum > cap) breaches.push({ rule: 'O8', at: side })
  return breaches
}
