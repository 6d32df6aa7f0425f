import type { Kyc } from '#server/identity/rows.ts'
import { baseUnits, quoteUnits } from '#server/features/market/units.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { SpotRow } from '#server/features/spot/rows.ts'
import type { LedgerWatch, OnBreach } from './watch-ledger.ts'
import { watchLever } from './watch-lever.ts'
import type { MarksWatch } from './watch-marks.ts'
import { watchRounds } from './watch-rounds.ts'

type Ports = { ledger: LedgerWatch; marks: MarksWatch; onBreach: OnBreach; cap: bigint }

/** Follows the lives of orders, contracts and stakes as they are written; of orders: M2, M5, M8, M9, M10. */
export function watchLives({ ledger, marks, onBreach, cap }: Ports) {
  const spot = new Map<number, SpotRow>()
  const ended = new Set<number>()
  let gone: number[] = []
  const pairs = new Map<number, Pair>()
  const verified = new Set<number>()
  const reached = new Map<string, number>()
  const count = (name: string) => void reached.set(name, (reached.get(name) ?? 0) + 1)
  const shared = {
    ledger,
    marks,
    onBreach,
    count,
    pairOf: (id: number) => pairs.get(id),
    isVerified: (user: number) => verified.has(user),
  }
  const lever = watchLever(shared)
  const rounds = watchRounds({ ...shared, cap })

  const needed = ({ pair: id, side, price, amount, filled }: SpotRow) => {
    const pair = pairs.get(id)
    if (!pair) return 0n
    return side === 'buy' ? quoteUnits(pair, price, amount - filled) : baseUnits(pair, amount - filled)
  }
  /** Who pays, with what: the owner, in the coin that this side of this market gives. */
  const payer = ({ user, side, pair: id }: SpotRow) => {
    const pair = pairs.get(id)
    return `${user}|${side === 'buy' ? pair?.quote : pair?.base}|change`
  }
  const readSpot = (row: SpotRow) => {
    const at = `spot:${row.id}`
    const before = spot.get(row.id)
    if (ended.has(row.id) || (before && (before.user !== row.user || row.rev <= before.rev))) onBreach('M10', at)
    if (
      row.filled < (before?.filled ?? 0) ||
      BigInt(row.total) < BigInt(before?.total ?? 0) ||
      (row.amount > 0 && row.filled > row.amount)
    )
      onBreach('M2', at)
    if (row.status === 'completed' && row.amount > 0 && row.filled !== row.amount) onBreach('M8', at)
    const must = row.status === 'waiting' ? needed(row) : 0n
    // An order of a trigger pays out of what that or its group has set aside.
    if (
      row.hold === undefined ? ledger.leftOf(at) !== must : ledger.leftOf(at) !== 0n || ledger.leftOf(row.hold) < must
    )
      onBreach('M5', at)
    if ((ledger.holdCell(at) ?? payer(row)) !== payer(row)) onBreach('M9', at)
    count(`spot ${row.status}`)
    spot.set(row.id, row)
    if (row.status === 'waiting') return
    ended.add(row.id)
    gone.push(row.id)
  }
  const spotOf = (body: string): SpotRow => JSON.parse(body)
  const pairOf = (body: string): Pair => JSON.parse(body)
  const readKyc = (body: string) => {
    const { user, level, status }: Kyc = JSON.parse(body)
    if (level !== 1) return
    if (status === 'passed') verified.add(user)
    else verified.delete(user)
    count(`kyc ${status}`)
  }
  const readers: Readonly<Record<string, (body: string) => void>> = {
    pairs: (body) => void pairs.set(pairOf(body).id, pairOf(body)),
    kycs: readKyc,
    spot_orders: (body) => readSpot(spotOf(body)),
    lever_house: lever.readHouse,
    lever_positions: lever.read,
    ...rounds.readers,
  }
  return {
    /** A group begins: what ended in the one before is not asked for any more. */
    begin: () => {
      for (const id of gone) spot.delete(id)
      gone = []
    },
    read: (table: string, body: string) => readers[table]?.(body),
    settle: () => {
      lever.settle()
      rounds.settle()
    },
    spotOf: (id: number) => spot.get(id),
    pairOf: (id: number) => pairs.get(id),
    isRoundOpen: rounds.isOpen,
    reached,
    count,
  }
}
