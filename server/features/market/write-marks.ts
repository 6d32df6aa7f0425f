import type { MarketContext } from './context.ts'

/**
 * Stores the newest mark of each market, with its averaged premium. Once a second: what a crash loses of an average
 * over 150 s is nothing.
 */
export const writeMarks = ({ priceIndex, tables }: MarketContext) => {
  for (const row of priceIndex.rows()) if (tables.marks.get(row.market)?.at !== row.at) tables.marks.put(row)
}
