import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { maxPayouts } from './exposure.ts'
import { optionHold } from './rows.ts'
import type { OptionContext } from './context.ts'

/**
 * Audits stakes: each open stake equals its hold and no other stake hold exists (O6); no side of a round exceeds the
 * cap on payouts (O8).
 */
export function auditOption({
  tables: { optionOrders, holds },
  ledger,
  settings,
}: Pick<OptionContext, 'tables' | 'ledger' | 'settings'>): Breach[] {
  const breaches: Breach[] = []
  const openHolds = new Set<string>()
  for (const { id, stake, status } of optionOrders.all()) {
    if (status === 'closed') continue
    openHolds.add(optionHold(id))
    if (ledger.leftOf(optionHold(id)) !== parseDec(stake)) breaches.push({ rule: 'O6', at: optionHold(id) })
  }
  breaches.push(...strayHolds({ holds }, { rule: 'O6', prefix: optionHold(0).slice(0, -2), known: openHolds }))
  const cap = parseDec(settings.option.exposure)
  for (const [side, sum] of maxPayouts([...optionOrders.all()])) if (sum > cap) breaches.push({ rule: 'O8', at: side })
  return breaches
}
