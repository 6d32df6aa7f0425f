import type { FillRole, SpotKind, SpotOrder, SpotSide, SpotStatus } from '#contract/spot/spot.ts'
import type { EndedWhy, Tif } from '#contract/wire/orders.ts'
import { deadline } from '#server/core/deadlines.ts'
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
  tif?: Tif
  expiresAt?: number
  /** The order it has replaced. */
  from?: number
  endedWhy?: EndedWhy
  /** What its owner calls it. */
  clientId?: string
  /** The trigger that made it. */
  trigger?: number
  /** The hold of a trigger or a group that it pays out of, and the group. */
  hold?: string
  group?: number
  /** The group of triggers that its fills feed. */
  opens?: number
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
export const spotOrderTable = 'spot_orders'

/** The instant of a good-till-date order. */
export const spotExpiry = deadline('spotExpiry')

export const createSpotTables = (open: OpenTable) => ({
  spotOrders: open<SpotRow>({
    name: spotOrderTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'waiting',
    // The receipt of a trigger names the order that it made.
    spentAt: ({ status, filled, trigger, updatedAt }) =>
      status === 'cancelled' && filled === 0 && trigger === undefined ? updatedAt : null,
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      status: text(({ status }) => status),
      at: int(({ createdAt }) => createdAt),
      client: text(({ clientId }) => clientId ?? null),
    },
    groups: { user: ({ user }) => user, pair: ({ pair }) => pair },
    paths: [['user'], ['user', 'at'], ['user', 'client']],
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
      of: int(({ order }) => order),
    },
    paths: [['user'], ['user', 'at']],
  }),
})
/** Id of the own hold of an order. */
export const spotHold = (id: number) => `spot:${id}`
/** True if a trigger or a group of them has to do with the order. */
export const isLinked = ({ trigger, group, opens }: Pick<SpotRow, 'trigger' | 'group' | 'opens'>) =>
  trigger !== undefined || group !== undefined || opens !== undefined
/** The one hold that an order pays out of. */
export const holdOf = ({ id, hold }: Pick<SpotRow, 'id' | 'hold'>) => hold ?? spotHold(id)
export type SpotTables = ReturnType<typeof createSpotTables>
