import { isAdOver, isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { otcEscrow } from '#contract/otc/otc-sums.ts'
import { parseDec } from '#contract/wire/money.ts'
import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { adHold, bailHold, orderHold } from './rows.ts'
import type { OtcContext } from './context.ts'

/**
 * Audits OTC: the parts of each ad add up (E1), each hold is what its ad, order or deposit needs and no other hold
 * exists (E2, E9), and the orders of an ad are what it has locked.
 */
export function auditOtc({ tables, ledger }: Pick<OtcContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const known = new Set<string>()
  for (const ad of tables.otcAds.all()) {
    const at = adHold(ad.id)
    known.add(at)
    const parts = [ad.surplus, ad.locked, ad.done, ad.takenBack].map((text) => parseDec(text))
    if (parts.some((part) => part < 0n) || parts.reduce((all, part) => all + part, 0n) !== parseDec(ad.total))
      breaches.push({ rule: 'E1', at })
    const open = tables.otcOrders.group('ad', ad.id).filter((order) => !isOtcOrderOver(order))
    if (open.reduce((all, { number }) => all + parseDec(number), 0n) !== parseDec(ad.locked))
      breaches.push({ rule: 'E1', at })
    const left = ledger.leftOf(at)
    const needed =
      ad.side === 'sell' && !isAdOver(ad)
        ? otcEscrow(parseDec(ad.surplus), ad.feeRate, tables.coins.need(ad.coin).scale)
        : 0n
    if (left < needed || (needed === 0n && ad.side === 'buy' && left > 0n) || (isAdOver(ad) && left > 0n))
      breaches.push({ rule: 'E2', at })
  }
  for (const order of tables.otcOrders.all()) {
    const at = orderHold(order)
    known.add(at)
    const needed = isOtcOrderOver(order)
      ? 0n
      : parseDec(order.number) + (order.feePayer === 'seller' ? parseDec(order.fee) : 0n)
    if (ledger.leftOf(at) !== needed) breaches.push({ rule: 'E2', at })
    const { split } = order
    if (split && parseDec(split.to_buyer) + parseDec(split.to_seller) !== parseDec(order.number))
      breaches.push({ rule: 'E12', at })
  }
  for (const merchant of tables.otcMerchants.all()) {
    const at = bailHold(merchant)
    known.add(at)
    if (ledger.leftOf(at) !== (merchant.bail === 'held' ? parseDec(merchant.bailAmount) : 0n))
      breaches.push({ rule: 'E9', at })
  }
  return [...breaches, ...strayHolds(tables, { rule: 'E2', prefix: 'otc-', known })]
}
