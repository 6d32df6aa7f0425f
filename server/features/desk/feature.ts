import { deskSpec } from '#contract/desk.ts'
import { feature } from '#server/core/feature.ts'
import type { DeskContext } from './context.ts'
import { deskHandlers } from './handlers.ts'
import { createDeskTables } from './rows.ts'

export const deskFeature = feature<DeskContext>()({
  name: 'desk', uses: ['kyc', 'assets'], spec: deskSpec, handlers: deskHandlers, tables: createDeskTables,
})
