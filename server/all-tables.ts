import type { OpenTable } from '#server/core/tables.ts'
import { createCoreTables } from '#server/core/rows.ts'
import { createLeverTables } from '#server/features/lever/rows.ts'
import { createMarketTables } from '#server/features/market/rows.ts'
import { createNewsTables } from '#server/features/news/rows.ts'
import { createOptionTables } from '#server/features/option/rows.ts'
import { createPeopleTables } from '#server/identity/rows.ts'
import { createSpotTables } from '#server/features/spot/rows.ts'

/** Every table of the venue, by word. */
export const createAllTables = (open: OpenTable) => ({
  ...createCoreTables(open),
  ...createPeopleTables(open),
  ...createNewsTables(open),
  ...createMarketTables(open),
  ...createSpotTables(open),
  ...createLeverTables(open),
  ...createOptionTables(open),
})
export type Tables = ReturnType<typeof createAllTables>
