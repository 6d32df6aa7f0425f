import type { Event } from '#contract/wire/down.ts'
import { cellOf, logOf } from './view.ts'
import type { Rooms } from '#server/core/context.ts'
import type { Told } from '#server/core/ledger.ts'

/** What a user is told of balances that have moved in one command. */
export function describeBalances(rooms: Rooms, { user, cells, logs }: Told): Event {
  const shown = [...cells.values()].flatMap(({ asset, kind }) => {
    const coin = rooms.tables.coins.get(asset)
    return coin ? [cellOf(rooms, user, coin, [kind])] : []
  })
  const last = logs.at(-1)
  return {
    ev: 'assets.balanceChanged',
    v: { cells: shown, log: last ? logOf(rooms, last) : null, seq: rooms.journal.next() - 1 },
    ...(last && { why: last.type }),
  }
}
