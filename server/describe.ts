import type { Event } from '#contract/down.ts'
import type { Rooms } from './handler.ts'
import type { Told } from './ledger.ts'

/** What a user is told of balances that have moved in one command. */
export const describeBalances = (rooms: Rooms, { cells: _cells, logs: _logs }: Told): Event => ({
  ev: 'assets.balanceChanged',
  v: { cells: [], log: null, seq: rooms.journal.next() - 1 },
})
