import { baseUnits, quoteUnits } from '#server/market-units.ts'
import type { Pair } from '#server/rows/market.ts'
import { leverRowOf, type LeverRow } from '#server/rows/lever.ts'
import type { OptionRow } from '#server/rows/option.ts'
import type { SpotRow } from '#server/rows/spot.ts'
import type { LedgerWatch, OnBreach } from './watch-ledger.ts'

const one = 10n ** 8n
const unitsOf = (text: string) => {
  const [whole = '0', parts = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * one + BigInt(parts.padEnd(8, '0').slice(0, 8))
  return text.startsWith('-') ? -units : units
}
const far = (a: bigint, b: bigint) => (a > b ? a - b : b - a)
const ticksOf = (text: string, scale: number) => unitsOf(text) / 10n ** BigInt(8 - scale)

/** Follows the lives of orders, contracts and stakes as they are written, and says where one goes wrong: M2, M5, M10, P1, P2, P5, O4, O5, O6. */
export function watchLives(ledger: LedgerWatch, onBreach: OnBreach) {
  const spot = new Map<number, SpotRow>()
  const lever = new Map<number, LeverRow>()
  const option = new Map<number, OptionRow>()
  const pairs = new Map<number, Pair>()
  const reached = new Map<string, number>()
  const count = (name: string) => reached.set(name, (reached.get(name) ?? 0) + 1)

  const needed = ({ pair: id, side, price, amount, filled }: SpotRow) => {
    const pair = pairs.get(id)
    if (!pair) return 0n
    return side === 'buy' ? quoteUnits(pair, price, amount - filled) : baseUnits(pair, amount - filled)
  }
  const readSpot = (row: SpotRow) => {
    const at = `spot:${row.id}`
    const before = spot.get(row.id)
    if (before && (before.status !== 'waiting' || before.user !== row.user || row.rev <= before.rev)) onBreach('M10', at)
    if (row.filled < (before?.filled ?? 0) || BigInt(row.total) < BigInt(before?.total ?? 0) || (row.amount > 0 && row.filled > row.amount)) onBreach('M2', at)
    if (row.status === 'completed' && row.amount > 0 && row.filled !== row.amount) onBreach('M8', at)
    if (ledger.leftOf(at) !== (row.status === 'waiting' ? needed(row) : 0n)) onBreach('M5', at)
    count(`spot ${row.status}`)
    spot.set(row.id, row)
  }
  const readLever = (row: LeverRow) => {
    const at = `lever:${row.id}`
    const before = lever.get(row.id)
    if (before && (before.status === 'closed' || before.status === 'cancelled' || row.rev <= before.rev)) onBreach('P5', at)
    const isOpen = row.status === 'pending' || row.status === 'trading'
    if (ledger.leftOf(at) !== (isOpen ? row.margin : 0n) || row.status === 'closing') onBreach('P1', at)
    const worth = row.price * row.number
    const multiple = BigInt(row.multiple) * one
    if (!before && (row.firstMargin * multiple < worth || (row.firstMargin - 1n) * multiple >= worth)) onBreach('P1', at)
    if (row.status === 'closed' && row.closePrice !== null) {
      const moved = (row.side === 'long' ? row.closePrice - row.price : row.price - row.closePrice) * row.number
      if (far(row.profit, moved / one) > 1n || row.profit * one > moved) onBreach('P2', at)
    }
    count(`lever ${row.status}${row.reason === 'liquidated' ? ' by force' : ''}`)
    lever.set(row.id, row)
  }
  const readOption = (row: OptionRow) => {
    const at = `option:${row.id}`
    const before = option.get(row.id)
    if (before && (before.status === 'closed' || row.rev <= before.rev)) onBreach('O6', at)
    count(`option ${row.status}${row.reason === null ? '' : ` void ${row.reason}`}`)
    option.set(row.id, row)
    if (row.status !== 'closed') {
      if (ledger.leftOf(at) !== unitsOf(row.stake)) onBreach('O6', at)
      return
    }
    const { receipt, entry } = row
    const net = row.reason === null ? unitsOf(row.profit) - unitsOf(row.fee) : 0n
    if (ledger.netOf(at) !== net || ledger.leftOf(at) !== 0n) onBreach('O5', at)
    if (row.reason !== null || !entry || !receipt?.delivery) return
    const end = ticksOf(receipt.delivery.price, pairs.get(row.pair)?.priceScale ?? 0)
    const won = end === BigInt(entry[1]) ? 'even' : end > BigInt(entry[1]) ? 'call' : 'put'
    if (receipt.outcome !== won || (row.result === 'win') !== (row.type === won)) onBreach('O4', at)
  }
  const spotOf = (body: string): SpotRow => JSON.parse(body)
  const pairOf = (body: string): Pair => JSON.parse(body)
  const optionOf = (body: string): OptionRow => JSON.parse(body)
  const readers: Readonly<Record<string, (body: string) => void>> = {
    pairs: (body) => void pairs.set(pairOf(body).id, pairOf(body)),
    spot_orders: (body) => readSpot(spotOf(body)),
    lever_positions: (body) => readLever(leverRowOf(body)),
    option_orders: (body) => readOption(optionOf(body)),
  }
  return {
    read: (table: string, body: string) => readers[table]?.(body),
    spotOf: (id: number) => spot.get(id),
    pairOf: (id: number) => pairs.get(id),
    reached,
    count,
  }
}
export type LivesWatch = ReturnType<typeof watchLives>
