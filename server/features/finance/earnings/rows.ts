import type { EarningSource } from '#contract/finance/earnings.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int } from '#server/core/table-def.ts'

/**
 * What the house has promised to one product in one coin: `paid` so far, and `promised`, which is owed to running
 * orders.
 */
export type PromiseRow = { source: EarningSource; asset: number; paid: string; promised: string }
/** The limit of the house in one coin when it last promised something. */
type GrantRow = { asset: number; limit: string }
/** One payment of one order for one platform day. */
export type AccrualRow = {
  source: EarningSource
  ref: string
  user: number
  asset: number
  amount: string
  day: number
  at: number
}
/** What a user has earned: sums of all time by `source|asset`, and the payments of the last days. */
export type EarnedRow = {
  user: number
  totals: Readonly<Record<string, string>>
  days: readonly { day: number; source: EarningSource; asset: number; amount: string }[]
}

export const promiseId = (source: EarningSource, asset: number) => `${source}|${asset}`
/** An order has one row for each day, whatever the clock does. */
const accrualId = ({ source, ref, day }: Pick<AccrualRow, 'source' | 'ref' | 'day'>) => `${source}|${ref}|${day}`

export const accrualTable = 'accruals'
export const createEarningsTables = (open: OpenTable) => ({
  housePromises: open<PromiseRow>({
    name: 'house_promises',
    key: 'text',
    id: ({ source, asset }) => promiseId(source, asset),
    groups: { asset: ({ asset }) => asset },
  }),
  houseGrants: open<GrantRow>({ name: 'house_grants', key: 'int', id: ({ asset }) => asset }),
  accruals: open<AccrualRow>({
    name: accrualTable,
    key: 'text',
    id: accrualId,
    isLive: () => false,
    columns: { user: int(({ user }) => user), day: int(({ day }) => day) },
    paths: [['user']],
  }),
  earned: open<EarnedRow>({ name: 'earned', key: 'int', id: ({ user }) => user }),
})
export type EarningsTables = ReturnType<typeof createEarningsTables>
