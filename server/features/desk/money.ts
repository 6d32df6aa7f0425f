import { createHash } from 'node:crypto'
import { maxPoolRows, poolLow, type DeskMoney, type DeskPool, type MoneyGap } from '#contract/desk/desk-money.ts'
import type { desk } from '#contract/desk/desk.ts'
import { addressOn } from '#contract/market/market-address.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { openAccounts } from '#server/features/wallet/deposit/check.ts'
import { placeOf, poolAddressId } from '#server/features/wallet/deposit/rows.ts'
import { actAs, waitsOf, type Plan } from './acts.ts'
import { linesOf } from './lines.ts'
import { freeOf, poolOf, wayId, wayName, waysIn, type Way } from './ways-in.ts'
import type { DeskContext } from './context.ts'

const poolSubject = (id: string) => `pool|${id}`
const poolView = (ctx: DeskContext, way: Way): DeskPool => ({
  id: wayId(way),
  name: wayName(way),
  way: way.network.deposit.way,
  is_open: way.network.isEnabled && way.network.deposit.isOpen,
  free: freeOf(ctx, way),
  given: ctx.tables.depositPools.get(poolOf(ctx, way))?.given ?? 0,
  waits: waitsOf(ctx, poolSubject(wayId(way))),
})
/** Deposits that a person has to look at: the newest. */
const shownTroubles = 5
const troubles = ({ tables }: DeskContext): MoneyGap[] =>
  tables.chainDeposits
    .group('trouble', 'all')
    .slice(-shownTroubles)
    .map(({ id, amount, coin, isLost }) => ({
      gap: isLost ? 'lost' : 'stray',
      about: `${amount} ${tables.coins.get(coin)?.name ?? ''} · ${id.replaceAll('|', ' · ')}`,
    }))

/** What keeps money from moving; nothing in the demo, whose money is play money. */
export function gapsOf(ctx: DeskContext): MoneyGap[] {
  if (ctx.settings.deposit.hasDemoAddresses) return []
  const pools = waysIn(ctx)
    .map((way) => poolView(ctx, way))
    .filter(({ is_open }) => is_open)
  const low = pools.flatMap(({ way, free, name }): MoneyGap[] =>
    way === 'pool' && free <= poolLow ? [{ gap: free === 0 ? 'pool_empty' : 'pool_low', about: name }] : [],
  )
  return [
    ...(ctx.settings.identity.operators.length < 2 ? [{ gap: 'one_desk', about: '' } as const] : []),
    ...(pools.length === 0 ? [{ gap: 'no_network', about: '' } as const] : []),
    ...(openAccounts(ctx, 'remittance').length === 0 ? [{ gap: 'no_account', about: '' } as const] : []),
    ...low,
    ...troubles(ctx),
  ]
}
const moneyView = (ctx: DeskContext): DeskMoney => ({
  pools: waysIn(ctx).map((way) => poolView(ctx, way)),
  gaps: gapsOf(ctx),
})

/** The addresses of a file, each as its network writes it; a wrong line is named, and nothing is taken. */
function addressesIn(ctx: DeskContext, { network }: Way, csv: string): string[] {
  const found = new Set<string>()
  for (const { line, text } of linesOf(csv, 'address')) {
    const address = addressOn(network.name, text.replace(/^"(.*)"$/, '$1'))
    if (
      address === null ||
      found.has(address) ||
      found.size >= maxPoolRows ||
      ctx.tables.depositAddresses.one('place', placeOf(network.name, address))
    )
      throw new Refusal('line_wrong', { line })
    found.add(address)
  }
  if (found.size === 0) throw new Refusal('line_wrong', { line: 1 })
  return [...found]
}

/** Addresses for the pool of a network; a rotation begins a new one, so that everybody gets another address. */
export function planPool(ctx: DeskContext, { id, csv, rotate }: InputOf<typeof desk.addPool>): Plan {
  const way = waysIn(ctx).find((each) => wayId(each) === id)
  if (way === undefined) throw new Refusal('not_found')
  const addresses = addressesIn(ctx, way, csv)
  const pool = poolOf(ctx, way)
  const held = ctx.tables.depositPools.get(pool)
  return {
    kind: 'change',
    subject: poolSubject(id),
    action: 'pool',
    about: wayName(way),
    // What is free changes while it waits: it is no part of what is approved.
    after: {
      addresses: addresses.length,
      rotate: rotate ? '1' : '0',
      first: addresses[0],
      last: addresses.at(-1),
      sha256: createHash('sha256').update(addresses.join('\n')).digest('hex'),
    },
    takesTwo: true,
    apply: () => {
      const generation = (held?.generation ?? 1) + (rotate && held !== undefined ? 1 : 0)
      const [size, given] = rotate || held === undefined ? [0, 0] : [held.size, held.given]
      for (const [at, address] of addresses.entries()) {
        const row = { pool, network: way.network.name, generation, n: size + at + 1, address, user: null }
        ctx.tables.depositAddresses.put({ ...row, id: poolAddressId(row) })
      }
      ctx.tables.depositPools.put({ id: pool, generation, size: size + addresses.length, given })
    },
  }
}

export const moneyHandlers: Handlers<Pick<typeof desk, 'money' | 'addPool'>, DeskContext> = {
  money: (ctx) => moneyView(ctx),
  addPool: (ctx, { user }, input) => {
    if (!input.reason) throw new Refusal('reason_required')
    actAs(ctx, user, { call: 'addPool', input }, planPool(ctx, input))
    return moneyView(ctx)
  },
}
