import type { InputOf } from '#contract/wire/endpoint.ts'
import type { spot } from '#contract/spot/spot.ts'
import { deadline } from '#server/core/deadlines.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** An order that was planned, by its ticket; with `order` it was placed. */
export type PlanRow = {
  id: string
  user: number
  wish: InputOf<typeof spot.submit>
  expiresAt: number
  order: number | null
}
export const planTable = 'order_plans'
/** The instant at which a plan that was not carried out is forgotten. */
export const planExpiry = deadline('planExpiry')
export const createProgramTables = (open: OpenTable) => ({
  orderPlans: open<PlanRow>({
    name: planTable,
    key: 'text',
    id: ({ id }) => id,
    isLive: ({ order }) => order === null,
    spentAt: ({ order, expiresAt }) => (order === null ? null : expiresAt),
  }),
})
export type ProgramTables = ReturnType<typeof createProgramTables>
