import { programSpec } from '#contract/program/program.ts'
import { feature } from '#server/core/feature.ts'
import type { ProgramContext } from './context.ts'
import { programHandlers } from './handlers.ts'

export const programFeature = feature<ProgramContext>()({
  name: 'program',
  uses: ['market', 'spot'],
  spec: programSpec,
  handlers: programHandlers,
})
