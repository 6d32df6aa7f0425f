import { programSpec } from '#contract/program/program.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import type { ProgramContext } from './context.ts'
import { programHandlers } from './handlers.ts'
import { createProgramTables, planExpiry } from './rows.ts'

export const programFeature = feature<ProgramContext>()({
  name: 'program',
  uses: ['market', 'spot'],
  spec: programSpec,
  handlers: programHandlers,
  tables: createProgramTables,
  deadlines: [on(planExpiry, (ctx, ticket) => ctx.tables.orderPlans.remove(ticket))],
})
