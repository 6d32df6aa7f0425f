import { parseDec } from '#contract/wire/money.ts'
import type { LaunchContext } from './context.ts'
import type { LaunchProductRow } from './rows.ts'

/** How much more of a launched coin is still to be handed to its subscribers than its issuer has. */
export function missingAtIssuer(
  { tables, ledger }: Pick<LaunchContext, 'tables' | 'ledger'>,
  { id, coin }: LaunchProductRow,
): bigint {
  if (coin === null) return 0n
  const owed = tables.launchOrders
    .group('product', id)
    .filter(({ stage }) => stage === 'redemption')
    .reduce((sum, { coins }) => sum + parseDec(coins), 0n)
  return owed - ledger.balance({ owner: 'issuer', asset: coin, kind: 'change' }).free
}
