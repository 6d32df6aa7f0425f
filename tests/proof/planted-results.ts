import type { PnlRow } from '#server/features/assets/pnl-rows.ts'
import type { LeverRow } from '#server/features/lever/rows.ts'
import type { Plant } from './simulate.ts'

const spoilResults = (spoil: (row: PnlRow) => PnlRow): Plant => ({
  venue: ({ ctx: { tables } }) => {
    const { put } = tables.pnlDays
    tables.pnlDays.put = (row) => put(spoil(row))
  },
})
const spoilPositions = (spoil: (row: LeverRow) => LeverRow): Plant => ({
  venue: ({ ctx: { tables } }) => {
    const { put } = tables.leverPositions
    tables.leverPositions.put = (row) => put(spoil(row))
  },
})
const withSums = (row: PnlRow, sums: Partial<PnlRow['sums']>): PnlRow => ({ ...row, sums: { ...row.sums, ...sums } })
const btc = 1

/** One deliberate fault for each law of results. */
export const plantedInResults: readonly (readonly [fault: string, rule: string, plant: Plant])[] = [
  [
    'a day that is rewritten when it is over',
    'PNL-1',
    spoilResults((row) => (row.isLatest ? row : withSums(row, { flow: row.sums.flow + 1n }))),
  ],
  [
    'a contract that shows another result than was booked',
    'PNL-2',
    spoilPositions((row) => (row.status === 'closed' ? { ...row, profit: row.profit + 1n } : row)),
  ],
  [
    'a cost that moves with whatever is booked',
    'PNL-3',
    spoilResults((row) => {
      const basis = row.coins.get(btc)
      return basis ? { ...row, coins: new Map([...row.coins, [btc, { ...basis, cost: basis.cost + 1n }]]) } : row
    }),
  ],
  ['income that nobody counts', 'PNL-5', spoilResults((row) => withSums(row, { income: 0n }))],
  [
    'an entry whose fee is left out of equity',
    'EQ-1',
    spoilPositions((row) => (row.status === 'pending' ? { ...row, fee: row.fee - 1n } : row)),
  ],
]
