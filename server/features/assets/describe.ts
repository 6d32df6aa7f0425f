import type { Event } from '#contract/events.ts'
import { keepResults } from './results.ts'
import { cellOf, logOf } from './view.ts'
import type { BalanceChange } from '#server/core/ledger.ts'
import { langOf } from '#contract/wire/languages.ts'
import type { AssetsContext } from './context.ts'

/** The event for the balances of a user that one command has changed; with the balances, its results are kept. */
export function describeBalances(ctx: AssetsContext, change: BalanceChange): Event {
  keepResults(ctx, change)
  const { user, cells, logs } = change
  const changedCells = [...cells.values()].flatMap(({ asset, kind }) => {
    const coin = ctx.tables.coins.get(asset)
    return coin ? [cellOf(ctx, user, coin, [kind])] : []
  })
  const last = logs.at(-1)
  const lang = ctx.tables.users.get(user)?.lang ?? langOf(null)
  return {
    ev: 'assets.balanceChanged',
    v: { cells: changedCells, log: last ? logOf(ctx, last, lang) : null, seq: ctx.journal.next() - 1 },
    ...(last && { why: last.type }),
  }
}
