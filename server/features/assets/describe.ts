import type { Event } from '#contract/endpoints.ts'
import { cellOf, logOf } from './view.ts'
import type { BalanceChange } from '#server/core/ledger.ts'
import type { AssetsContext } from './context.ts'

/** What a user is told of balances that have moved in one command. */
export function describeBalances(ctx: AssetsContext, { user, cells, logs }: BalanceChange): Event {
  const shown = [...cells.values()].flatMap(({ asset, kind }) => {
    const coin = ctx.tables.coins.get(asset)
    return coin ? [cellOf(ctx, user, coin, [kind])] : []
  })
  const last = logs.at(-1)
  return {
    ev: 'assets.balanceChanged',
    v: { cells: shown, log: last ? logOf(ctx, last) : null, seq: ctx.journal.next() - 1 },
    ...(last && { why: last.type }),
  }
}
