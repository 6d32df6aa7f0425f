import type { HostingStatus } from '#contract/finance/finance.ts'
import type { PenaltyRule } from '#contract/finance/finance-penalty.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/**
 * A product; amounts in its coin as text, rates as fractions. `total` bounds what is hosted at the same time; 0 is no
 * bound.
 */
export type ProductRow = {
  id: number
  coin: number
  dayRate: string
  days: number
  min: string
  max: string
  total: string
  taken: string
  rule: PenaltyRule
  ratio: string
  isOpen: boolean
  sort: number
  createdAt: number
}
/**
 * An order. Its terms are those of the product when it was placed; `paid` counts the days that were paid from
 * `firstDay` on.
 */
export type HostingRow = {
  id: number
  user: number
  product: number
  coin: number
  amount: string
  dayRate: string
  daily: string
  rule: PenaltyRule
  ratio: string
  firstDay: number
  days: number
  paid: number
  status: HostingStatus
  isCancelled: boolean
  cancelFee: string
  createdAt: number
  updatedAt: number
  finishedAt: number | null
  rev: number
}

export const hostingHold = (id: number) => `hosting:${id}`
export const hostingTable = 'hosting_orders'
export const createFinanceTables = (open: OpenTable) => ({
  hostingProducts: open<ProductRow>({ name: 'hosting_products', key: 'int', id: ({ id }) => id }),
  hostingOrders: open<HostingRow>({
    name: hostingTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'hosting',
    groups: { user: ({ user }) => user },
    columns: {
      user: int(({ user }) => user),
      status: text(({ status }) => status),
      cancelled: int(({ isCancelled }) => (isCancelled ? 1 : 0)),
    },
    paths: [['user']],
  }),
})
export type FinanceTables = ReturnType<typeof createFinanceTables>
