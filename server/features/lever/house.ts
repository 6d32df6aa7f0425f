import type { Breach } from '#server/core/ledger.ts'
import type { MarketTables } from '#server/features/market/rows.ts'
import { isLeverOpen, type LeverRow, type LeverTables } from './rows.ts'

type HouseTables = Pick<LeverTables, 'leverHouse' | 'leverPositions'>
type SignedLots = Pick<LeverRow, 'pair' | 'side' | 'lots'>
const signedLots = ({ side, lots }: SignedLots) => (side === 'long' ? lots : -lots)
const changeHouseLots = ({ leverHouse }: Pick<HouseTables, 'leverHouse'>, pair: number, lots: number) =>
  leverHouse.put({ pair, lots: (leverHouse.get(pair)?.lots ?? 0) + lots })

/** Adds the house's opposite side of a position that starts trading. */
export const addHouseLots = (tables: Pick<HouseTables, 'leverHouse'>, row: SignedLots) =>
  changeHouseLots(tables, row.pair, -signedLots(row))
/** Removes the house's opposite side of a position that ends. */
export const removeHouseLots = (tables: Pick<HouseTables, 'leverHouse'>, row: SignedLots) =>
  changeHouseLots(tables, row.pair, signedLots(row))

/** Net lots (long less short) of all users' trading positions, by pair. */
function netLotsOfUsers({ leverPositions }: Pick<HouseTables, 'leverPositions'>) {
  const sums = new Map<number, number>()
  for (const row of leverPositions.all())
    if (isLeverOpen(row) && row.status !== 'pending') sums.set(row.pair, (sums.get(row.pair) ?? 0) + signedLots(row))
  return sums
}
/** Creates the house's row for pairs that have none yet. */
export const seedHouse = ({ leverHouse, leverPositions, pairs }: HouseTables & Pick<MarketTables, 'pairs'>) => {
  const sums = netLotsOfUsers({ leverPositions })
  for (const { id, isLever } of pairs.all())
    if (isLever && !leverHouse.get(id)) leverHouse.put({ pair: id, lots: 0 - (sums.get(id) ?? 0) })
}
/** Net lots of the users plus those of the house, which are stored separately, must be zero for each pair (P4). */
export function auditHouse(tables: HouseTables): Breach[] {
  const sums = netLotsOfUsers(tables)
  for (const { pair, lots } of tables.leverHouse.all()) sums.set(pair, (sums.get(pair) ?? 0) + lots)
  return [...sums].filter(([, sum]) => sum !== 0).map(([pair]) => ({ rule: 'P4', at: `lever_house:${pair}` }))
}
