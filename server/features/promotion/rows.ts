import { int } from '#server/core/table-def.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** One share of one fee: `fee` is what was paid, `level` how many invitations lie between. Amounts as text. */
export type RebateRow = {
  id: number
  user: number
  from: number
  level: number
  coin: number
  value: string
  fee: string
  ref: string
  day: number
  at: number
}
/** What a person has earned on one platform day, worth in the base coin when it was earned. */
type RebateDay = { id: string; user: number; day: number; worth: string; at: number }
/** What a person has earned altogether. */
type RebateTotal = { user: number; worth: string; at: number }

export const rebateTable = 'rebates'
export const rebateDayId = (user: number, day: number) => `${user}|${day}`
export const createPromotionTables = (open: OpenTable) => ({
  rebates: open<RebateRow>({
    name: rebateTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { user: int(({ user }) => user), day: int(({ day }) => day) },
    paths: [['user'], ['user', 'day']],
  }),
  rebateDays: open<RebateDay>({
    name: 'rebate_days',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user, day: ({ day }) => day },
  }),
  rebateTotals: open<RebateTotal>({ name: 'rebate_totals', key: 'int', id: ({ user }) => user }),
})
export type PromotionTables = ReturnType<typeof createPromotionTables>
