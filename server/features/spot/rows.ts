import type { FillRole, SpotKind, SpotOrder, SpotSide, SpotStatus } from '#contract/spot.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** A spot order as stored: price in ticks, amounts in steps, money in ledger units (10^-8) as text. */
export type SpotRow = {
  id: number
  user: number
  pair: number
  side: SpotSide
  kind: SpotKind
  /** 0 for a market order. */
  price: number
  /** 0 for a market buy by total. */
  amount: number
  filled: number
  /** Quote paid or received for the filled amount. */
  total: string
  fee: string
  /** Fee as a fraction, fixed when the order was submitted. */
  rate: string
  status: SpotStatus
  reason: SpotOrder['cancel_reason']
  createdAt: number
  updatedAt: number
  rev: number
}

/** One trade as the owner of one of its orders sees it: price in ticks, amount in steps, money as text. */
export type SpotFillRow = {
  id: number
  user: number
  pair: number
  order: number
  side: SpotSide
  role: FillRole
  price: number
  amount: number
  total: string
  fee: string
  at: number
}
export const spotFillTable = 'spot_fills'

export const createSpotTables = (open: OpenTable) => ({
  spotOrders: open<SpotRow>({
    name: 'spot_orders',
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'waiting',
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      status: text(({ status }) => status),
      at: int(({ createdAt }) => createdAt),
    },
    groups: { user: ({ user }) => user, pair: ({ pair }) => pair },
    paths: [['user'], ['user', 'at']],
  }),
  spotFills: open<SpotFillRow>({
    name: spotFillTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      side: text(({ side }) => side),
      role: text(({ role }) => role),
      at: int(({ at }) => at),
    },
    paths: [['user'], ['user', 'at']],
  }),
})
/** Id of the hold of an order. */
export const spotHold = (id: number) => `spot:${id}`
export type SpotTables = ReturnType<typeof createSpotTables>
