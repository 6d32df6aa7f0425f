import type { Breach } from '#server/core/ledger.ts'
import type { MarketTables } from '#server/features/market/rows.ts'
import type { LeverRow, LeverTables } from './rows.ts'

type Some = Pick<LeverTables, 'leverHouse' | 'leverPositions'>
type Sided = Pick<LeverRow, 'pair' | 'side' | 'lots'>
const signed = ({ side, lots }: Sided) => (side === 'long' ? lots : -lots)
const move = ({ leverHouse }: Pick<Some, 'leverHouse'>, pair: number, lots: number) =>
  leverHouse.put({ pair, lots: (leverHouse.get(pair)?.lots ?? 0) + lots })

/** The house takes the other side of a contract that begins to trade. */
export const standAgainst = (tables: Pick<Some, 'leverHouse'>, row: Sided) => move(tables, row.pair, -signed(row))
/** The house is rid of a contract that ends. */
export const stepAside = (tables: Pick<Some, 'leverHouse'>, row: Sided) => move(tables, row.pair, signed(row))

/** Lots long less lots short of all people, by pair. */
function lotsOfAll({ leverPositions }: Pick<Some, 'leverPositions'>) {
  const sums = new Map<number, number>()
  for (const row of leverPositions.all()) if (row.status !== 'pending') sums.set(row.pair, (sums.get(row.pair) ?? 0) + signed(row))
  return sums
}
/** The house's book of lots, for pairs that have none yet. */
export const seedHouse = ({ leverHouse, leverPositions, pairs }: Some & Pick<MarketTables, 'pairs'>) => {
  const sums = lotsOfAll({ leverPositions })
  for (const { id, isLever } of pairs.all()) if (isLever && !leverHouse.get(id)) leverHouse.put({ pair: id, lots: 0 - (sums.get(id) ?? 0) })
}
/** What people have and what the house has against it, kept apart, must cancel out. */
export function auditHouse(tables: Some): Breach[] {
  const sums = lotsOfAll(tables)
  for (const { pair, lots } of tables.leverHouse.all()) sums.set(pair, (sums.get(pair) ?? 0) + lots)
  return [...sums].filter(([, sum]) => sum !== 0).map(([pair]) => ({ rule: 'P4', at: `lever_house:${pair}` }))
}
