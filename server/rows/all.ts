import type { OpenTable } from '../tables.ts'
import { createCoreTables } from './core.ts'
import { createNewsTables } from './news.ts'
import { createPeopleTables } from './people.ts'

/** Every table of the venue, by word. */
export const createAllTables = (open: OpenTable) => ({
  ...createCoreTables(open),
  ...createPeopleTables(open),
  ...createNewsTables(open),
})
export type Tables = ReturnType<typeof createAllTables>
