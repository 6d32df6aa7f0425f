import type { Breach } from '#server/core/ledger.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'

/** Whose kept amounts are not what their accounts hold: a statistic, so that it never halts trading. */
export function resultsAstray({ tables }: Pick<AssetsContext, 'tables'>): Breach[] {
  const breaches: Breach[] = []
  const held = new Map<string, bigint>()
  for (const { owner, asset, free, held: bound } of tables.balances.all())
    if (typeof owner === 'number') held.set(`${owner}|${asset}`, (held.get(`${owner}|${asset}`) ?? 0n) + free + bound)
  for (const { user, coins, isLatest } of tables.pnlDays.all()) {
    if (!isLatest) continue
    for (const [asset, { amount }] of coins) {
      const id = `${user}|${asset}`
      if ((held.get(id) ?? 0n) !== amount) breaches.push({ rule: 'PNL-6', at: id })
      held.delete(id)
    }
  }
  for (const [id, amount] of held) if (amount !== 0n) breaches.push({ rule: 'PNL-6', at: id })
  return breaches
}
