import { flowTypes, maxPnlDays, type CoinCost, type PnlDay } from '#contract/assets.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, mulDec, SCALE } from '#contract/wire/money.ts'
import type { LogRow } from '#server/core/rows.ts'

const dayMs = 86_400_000
const one = 10n ** BigInt(SCALE)
export const dayOf = (atMs: number) => Math.floor(atMs / dayMs)
export const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Price of a coin in the base coin at the end of a day, in units of 10^-8; 0 if it has no market. */
export type PriceAt = (asset: number, day: number) => bigint
export type PnlInput = { readonly rows: readonly LogRow[]; readonly priceAt: PriceAt; readonly nowMs: number }

/** What every asset of a user amounts to, over all accounts, as bookings are applied one after another. */
function createHoldings(rows: readonly LogRow[]) {
  const cells = new Map<string, bigint>()
  const totals = new Map<number, bigint>()
  const put = (asset: number, cell: string, units: bigint) => {
    totals.set(asset, (totals.get(asset) ?? 0n) + units - (cells.get(cell) ?? 0n))
    cells.set(cell, units)
  }
  const cellOf = ({ asset, kind }: LogRow) => `${asset}|${kind}`
  // The first booking that was read may rest on earlier ones.
  for (const row of rows) if (!cells.has(cellOf(row))) put(row.asset, cellOf(row), BigInt(row.before))
  return {
    totals,
    apply: (row: LogRow) => put(row.asset, cellOf(row), BigInt(row.after)),
    worth: (day: number, priceAt: PriceAt) => {
      let sum = 0n
      for (const [asset, units] of totals) if (units > 0n) sum += mulDec(units, priceAt(asset, day))
      return sum
    },
  }
}

/** Profit and loss of every day from the first booking to today. `rows`: the account log, oldest first. */
export function pnlDays({ rows, priceAt, nowMs }: PnlInput): PnlDay[] {
  const [oldest] = rows
  if (!oldest) return []
  const today = dayOf(nowMs)
  const first = dayOf(oldest.at)
  const holdings = createHoldings(rows)
  let before = holdings.worth(first, priceAt)
  let at = 0
  const days: PnlDay[] = []
  for (let day = first; day <= today; day += 1) {
    let flow = 0n
    for (let row = rows[at]; row !== undefined && dayOf(row.at) <= day; row = rows[at]) {
      if (flowTypes.has(row.type)) flow += signedWorth(BigInt(row.value), priceAt(row.asset, day))
      holdings.apply(row)
      at += 1
    }
    const worth = holdings.worth(day, priceAt)
    days.push({ day: dayText(day), worth: formatDec(worth), flow: formatDec(flow), pnl: formatDec(worth - before - flow) })
    before = worth
  }
  return days.slice(-maxPnlDays)
}
/** Rounded towards zero on both sides, so that what went out and came back is worth the same. */
const signedWorth = (units: bigint, price: bigint) => (units < 0n ? -mulDec(-units, price) : mulDec(units, price))

type Basis = { amount: bigint; cost: bigint }
/**
 * What the coins that are still held have cost, by the average of their purchases. A purchase against the base coin costs what was paid;
 * what came in otherwise counts at the price of its day. A sale takes its share of the cost along.
 */
export function coinCosts({ rows, priceAt, nowMs }: PnlInput): CoinCost[] {
  const bases = new Map<number, Basis>()
  for (const [asset, amount] of createHoldings(rows).totals) if (amount > 0n) bases.set(asset, { amount, cost: mulDec(amount, priceAt(asset, dayOf(rows[0]?.at ?? nowMs))) })
  for (const { moves, day } of entriesOf(rows)) {
    const paid = -(moves.get(baseCoin.id) ?? 0n)
    const bought = [...moves].filter(([asset, moved]) => asset !== baseCoin.id && moved > 0n)
    for (const [asset, moved] of moves) {
      if (asset === baseCoin.id || moved === 0n) continue
      const basis = bases.get(asset) ?? { amount: 0n, cost: 0n }
      if (moved > 0n) {
        const cost = paid > 0n && bought.length === 1 ? paid : mulDec(moved, priceAt(asset, day))
        bases.set(asset, { amount: basis.amount + moved, cost: basis.cost + cost })
      } else {
        const amount = basis.amount + moved
        bases.set(asset, amount <= 0n ? { amount: 0n, cost: 0n } : { amount, cost: (basis.cost * amount) / basis.amount })
      }
    }
  }
  const today = dayOf(nowMs)
  return [...bases]
    .filter(([, { amount }]) => amount > 0n)
    .map(([currency, { amount, cost }]) => ({
      currency, amount: formatDec(amount), average: formatDec((cost * one) / amount), cost: formatDec(cost), pnl: formatDec(mulDec(amount, priceAt(currency, today)) - cost),
    }))
    .toSorted((a, b) => a.currency - b.currency)
}

/** The bookings of one journal entry together, by what each asset moved over all accounts of the user. */
function* entriesOf(rows: readonly LogRow[]): Generator<{ moves: Map<number, bigint>; day: number }> {
  let moves = new Map<number, bigint>()
  for (const [at, row] of rows.entries()) {
    moves.set(row.asset, (moves.get(row.asset) ?? 0n) + BigInt(row.value))
    if (rows[at + 1]?.seq === row.seq) continue
    yield { moves, day: dayOf(row.at) }
    moves = new Map()
  }
}
