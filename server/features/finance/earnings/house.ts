import type { EarningSource } from '#contract/finance/earnings.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Breach, Posting } from '#server/core/ledger.ts'
import { Refusal } from '#server/core/refusal.ts'
import { promiseId, type PromiseRow } from './rows.ts'
import type { EarningsContext } from './context.ts'

const kind = 'change'
type Books = Pick<EarningsContext, 'tables' | 'settings'>

/** The declared limit of the house in a coin, in units of 10^-8. */
const limitOf = ({ tables, settings }: Books, asset: number) =>
  parseDec(settings.earnings[tables.coins.need(asset).name] ?? '0')
/** What the house has paid in a coin, and what it owes to running orders, over all products. */
const accountOf = ({ tables }: Pick<Books, 'tables'>, asset: number) => {
  let paid = 0n
  let promised = 0n
  for (const row of tables.housePromises.group('asset', asset)) {
    paid += parseDec(row.paid)
    promised += parseDec(row.promised)
  }
  return { paid, promised }
}
/** What the house may still promise in a coin. */
export const roomOf = (ctx: Books, asset: number) => {
  const { paid, promised } = accountOf(ctx, asset)
  const room = limitOf(ctx, asset) - paid - promised
  return room > 0n ? room : 0n
}

const change = (
  { tables }: Pick<Books, 'tables'>,
  source: EarningSource,
  asset: number,
  by: { paid?: bigint; promised: bigint },
) => {
  const row: PromiseRow = tables.housePromises.get(promiseId(source, asset)) ?? {
    source,
    asset,
    paid: '0',
    promised: '0',
  }
  const promised = parseDec(row.promised) + by.promised
  if (promised < 0n) throw new Error(`${source} pays more than it has promised in asset ${asset}`)
  tables.housePromises.put({
    ...row,
    paid: formatDec(parseDec(row.paid) + (by.paid ?? 0n)),
    promised: formatDec(promised),
  })
}
/** Promises what an order will earn. A product closes before the house could owe more than its limit (L11). */
export const promise = (ctx: Books, source: EarningSource, asset: number, amount: bigint) => {
  if (amount > roomOf(ctx, asset)) throw new Refusal('product_closed')
  change(ctx, source, asset, { promised: amount })
  ctx.tables.houseGrants.put({ asset, limit: formatDec(limitOf(ctx, asset)) })
}
/** Takes back what an order that has ended early will not earn. */
export const releasePromise = (ctx: Books, source: EarningSource, asset: number, amount: bigint) =>
  change(ctx, source, asset, { promised: -amount })
/** Turns a part of a promise into a payment; the posting is the house's side of it. */
export const payFromHouse = (ctx: Books, source: EarningSource, asset: number, amount: bigint): Posting => {
  change(ctx, source, asset, { paid: amount, promised: -amount })
  return { owner: 'yield', asset, kind, free: -amount }
}

/** The house's account in every coin that has a limit or in which something was promised. */
export const houseAccounts = (ctx: Books) =>
  [...ctx.tables.coins.all()].flatMap(({ id, name }) => {
    const account = { name, limit: limitOf(ctx, id), ...accountOf(ctx, id), room: roomOf(ctx, id) }
    return account.limit > 0n || account.paid > 0n || account.promised > 0n ? [account] : []
  })

/**
 * What the house has paid is what its account lacks, and with what it owes never more than the limit when it last
 * promised (L11).
 */
export function auditHouseLimits({ tables, ledger }: Pick<EarningsContext, 'tables' | 'ledger'>): Breach[] {
  const assets = new Set([...tables.housePromises.all()].map(({ asset }) => asset))
  return [...assets].flatMap((asset) => {
    const { paid, promised } = accountOf({ tables }, asset)
    const limit = parseDec(tables.houseGrants.get(asset)?.limit ?? '0')
    const isWhole = ledger.balance({ owner: 'yield', asset, kind }).free === -paid
    return isWhole && paid + promised <= limit ? [] : [{ rule: 'L11', at: `yield:${asset}` }]
  })
}
/** What a product has promised is the sum of what its running orders will still earn. */
export function auditPromises(
  { tables }: Pick<EarningsContext, 'tables'>,
  source: EarningSource,
  owed: Iterable<{ asset: number; rest: bigint }>,
): Breach[] {
  const sums = new Map<number, bigint>()
  for (const { asset, rest } of owed) sums.set(asset, (sums.get(asset) ?? 0n) + rest)
  for (const row of tables.housePromises.all())
    if (row.source === source) sums.set(row.asset, (sums.get(row.asset) ?? 0n) - parseDec(row.promised))
  return [...sums]
    .filter(([, difference]) => difference !== 0n)
    .map(([asset]) => ({ rule: 'L11', at: `${source}:${asset}` }))
}
