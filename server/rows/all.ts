import type { OpenTable } from '../tables.ts'
import { createCoreTables } from './core.ts'

/** Every table of the venue, by word. */
export const createAllTables = (open: OpenTable) => ({
  ...createCoreTables(open),
})
export type Tables = ReturnType<typeof createAllTables>
