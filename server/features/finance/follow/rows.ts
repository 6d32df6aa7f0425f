import type { JoinedStatus } from '#contract/finance/follow.ts'
import type { Wording } from '#server/features/finance/earnings/product.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** A plan; amounts in its coin as text, the rate as a fraction. Its texts are in `texts/<lang>.json` under `key`. */
export type PlanRow = {
  /** Of a plan that was made at the desk: its name, and what it says in each language. */
  name?: string
  intro?: Wording
  id: string
  coin: number
  dayRate: string
  days: number
  min: string
  max: string
  total: string
  taken: string
  joinedCount: number
  isOpen: boolean
  startMs: number | null
  endMs: number | null
  sort: number
  cover: string
}
/**
 * Money in a plan, with the terms of the plan when it was joined; `paid` counts the days that were paid from `firstDay`
 * on, `lastDay` is when the last was due.
 */
export type JoinedRow = {
  id: number
  user: number
  plan: string
  coin: number
  amount: string
  dayRate: string
  daily: string
  firstDay: number
  days: number
  paid: number
  lastDay: number
  status: JoinedStatus
  createdAt: number
  updatedAt: number
  finishedAt: number | null
  rev: number
}

export const planHold = (id: number) => `plan:${id}`
export const joinedTable = 'joined_plans'
export const createFollowTables = (open: OpenTable) => ({
  plans: open<PlanRow>({ name: 'plans', key: 'text', id: ({ id }) => id }),
  joinedPlans: open<JoinedRow>({
    name: joinedTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'in_progress',
    groups: { user: ({ user }) => user },
    columns: { user: int(({ user }) => user), status: text(({ status }) => status) },
    paths: [['user']],
  }),
})
export type FollowTables = ReturnType<typeof createFollowTables>
