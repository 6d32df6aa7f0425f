import type { OpenTable } from '../tables.ts'
import { createCoreTables } from './core.ts'
import { createLeverTables } from './lever.ts'
import { createMarketTables } from './market.ts'
import { createNewsTables } from './news.ts'
import { createOptionTables } from './option.ts'
import { createPeopleTables } from './people.ts'
import { createSpotTables } from './spot.ts'

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
