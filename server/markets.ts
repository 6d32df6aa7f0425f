import type { Random } from './random.ts'
import type { Tables } from './rows/all.ts'

/** Books, prices and bars of every market. */
export const createMarkets = (_ports: { tables: Tables; random: Random; now: () => number }) => ({})
export type Markets = ReturnType<typeof createMarkets>
