import { noBooks, nothingOpen, noSums, sumNames, type Books, type OpenResults, type Sums } from '#contract/pnl.ts'

/**
 * What a user's bookings have come to at the end of a day, since the first one. The latest row stays in memory and
 * grows with each booking; a day without one has no row. `open` is as of the end of the day.
 */
export type PnlRow = Books & {
  readonly user: number
  readonly day: number
  readonly open: OpenResults
  readonly isLatest: boolean
}
/**
 * A day of the venue, as days since the epoch: the prices of all coins at its end, as decimal text; the day that runs
 * has none yet.
 */
export type DayRow = {
  readonly day: number
  readonly isOver: boolean
  readonly prices: Readonly<Record<number, string>>
}

type Stored = {
  user: number
  day: number
  isLatest: boolean
  coins: readonly (readonly [number, string, string, string])[]
  sums: Readonly<Record<string, string>>
  open: readonly [gross: string, lever: string, option: string]
}
export const encodePnl = ({ user, day, isLatest, coins, sums, open }: PnlRow) => {
  const stored: Stored = {
    user,
    day,
    isLatest,
    coins: [...coins].map(([asset, { amount, cost, realised }]) => [
      asset,
      String(amount),
      String(cost),
      String(realised),
    ]),
    sums: Object.fromEntries(sumNames.map((name) => [name, String(sums[name])])),
    open: [String(open.gross), String(open.lever), String(open.option)],
  }
  return JSON.stringify(stored)
}
const sumsIn = (stored: Stored['sums']): Sums => {
  const sums = { ...noSums }
  for (const name of sumNames) sums[name] = BigInt(stored[name] ?? '0')
  return sums
}
/** Decodes a stored day of a user. */
export const pnlRowOf = (body: string): PnlRow => {
  const {
    user,
    day,
    isLatest,
    coins,
    sums,
    open: [gross, lever, option],
  }: Stored = JSON.parse(body)
  return {
    coins: new Map(
      coins.map(([asset, amount, cost, realised]) => [
        asset,
        { amount: BigInt(amount), cost: BigInt(cost), realised: BigInt(realised) },
      ]),
    ),
    sums: sumsIn(sums),
    user,
    day,
    open: { gross: BigInt(gross), lever: BigInt(lever), option: BigInt(option) },
    isLatest,
  }
}
export const firstPnl = (user: number, day: number): PnlRow => ({
  ...noBooks,
  user,
  day,
  open: nothingOpen,
  isLatest: true,
})
