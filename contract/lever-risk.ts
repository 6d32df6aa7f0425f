import type { CloseReason, LeverSide } from './lever.ts'
import { divDown, divUp, SCALE } from '#contract/wire/money.ts'

/**
 * The sums of contracts, once for the venue, the preview and the position on the screen. Everything is a whole number of 10^-8:
 * prices, coins, money, percent. What is asked of the owner is rounded up, what is owed to the owner down.
 */
export const one = 10n ** BigInt(SCALE)
const hundred = 100n * one

const floor = (a: bigint, b: bigint): bigint => {
  const cut = divDown(a, b)
  return cut * b !== a && a < 0n !== b < 0n ? cut - 1n : cut
}
const ceil = (a: bigint, b: bigint): bigint => -floor(-a, b)
const sum = <T>(all: readonly T[], of: (each: T) => bigint) => all.reduce((so, each) => so + of(each), 0n)

/** Coins in so many lots. */
export const numberOf = (lots: number, lotSize: bigint) => BigInt(lots) * lotSize
/** What is paid at this mark: the spread is always against the owner. */
export const entryPrice = (side: LeverSide, mark: bigint, spread: bigint) => (side === 'long' ? mark + spread : mark - spread)
/** Worth at a price. */
export const valueOf = (price: bigint, number: bigint) => divUp(price * number, one)
/** What is set aside for a position. */
export const marginOf = (price: bigint, number: bigint, multiple: number) => divUp(price * number, one * BigInt(multiple))
/** A percentage of the worth: the fee, or one night. */
export const shareOf = (price: bigint, number: bigint, percent: bigint) => divUp(price * number * percent, one * hundred)
/** What it has brought at this mark. */
export const profitOf = (side: LeverSide, price: bigint, mark: bigint, number: bigint) =>
  floor((side === 'long' ? mark - price : price - mark) * number, one)
/** Profit in percent of the margin. */
export const returnOf = (profit: bigint, margin: bigint) => (margin === 0n ? 0n : floor(profit * hundred, margin))
/** The mark at which a position has brought so much, to the tick on which it has at least that. */
export const priceAtProfit = (side: LeverSide, price: bigint, number: bigint, profit: bigint, tick: bigint) => {
  if (number === 0n) return price
  const raw = profit * one
  return side === 'long' ? ceil(price * number + raw, number * tick) * tick : floor(price * number - raw, number * tick) * tick
}

export type Opening = { side: LeverSide; price: bigint; lots: number; lotSize: bigint; multiple: number; fee: bigint }
/** Everything that opening at this price costs. */
export const openingOf = ({ price, lots, lotSize, multiple, fee }: Opening) => {
  const number = numberOf(lots, lotSize)
  const margin = marginOf(price, number, multiple)
  const feeMoney = shareOf(price, number, fee)
  return { number, value: valueOf(price, number), margin, fee: feeMoney, cost: margin + feeMoney }
}

/** One open position as the account's risk sees it. */
export type Leg = { pair: number; side: LeverSide; price: bigint; number: bigint; margin: bigint; mark: bigint }
/** All that one person has open in one quote coin: free money stands behind every position. */
export type RiskAccount = { free: bigint; legs: readonly Leg[] }

export const legProfit = ({ side, price, mark, number }: Leg) => profitOf(side, price, mark, number)
export const marginSum = ({ legs }: RiskAccount) => sum(legs, ({ margin }) => margin)
export const profitSum = ({ legs }: RiskAccount) => sum(legs, legProfit)
/** What would be there if all were closed at the mark. */
export const equityOf = (account: RiskAccount) => account.free + marginSum(account) + profitSum(account)
/** Equity in percent of the margin, cut; 0 when nothing is open or nothing is left. */
export const hazardRate = (account: RiskAccount) => {
  const margin = marginSum(account)
  const equity = equityOf(account)
  return margin === 0n || equity <= 0n ? 0n : (equity * hundred) / margin
}
/** The money there has fallen to what the burst rate asks for; told without a division, so that no rounding decides. */
export const isBurst = (account: RiskAccount, burst: bigint) =>
  account.legs.length > 0 && equityOf(account) * hundred <= burst * marginSum(account)

/**
 * The mark of one pair at which the account bursts, all else as now: the first tick on the way there. Positions of one pair
 * move together, so what counts is what is left of long against short. Null if no price does it.
 */
export const liquidationPrice = (account: RiskAccount, pair: number, burst: bigint, tick: bigint): bigint | null => {
  const own = account.legs.filter((leg) => leg.pair === pair)
  const [first] = own
  const net = sum(own, ({ side, number }) => (side === 'long' ? number : -number))
  if (!first || net === 0n) return null
  const above = burst * marginSum(account) - equityOf(account) * hundred
  // above ÷ (100 × net) is how far the mark may move; over one denominator, so that it is rounded once.
  const reach = first.mark * 100n * net + above
  const price = (net > 0n ? floor(reach, 100n * net * tick) : ceil(reach, 100n * net * tick)) * tick
  return price > 0n ? price : null
}

/** How many tenths of the way from warning to burst lie behind; null while there is nothing to warn of. */
export const riskTenth = (account: RiskAccount, warn: bigint, burst: bigint): number | null => {
  if (account.legs.length === 0) return null
  const rate = hazardRate(account)
  if (rate > warn) return null
  if (rate <= burst || warn <= burst) return 10
  return Number(((warn - rate) * 10n) / (warn - burst))
}

export type Stops = { takeProfit: bigint; stopLoss: bigint }
/** Whether stops lie where they may: take-profit beyond all of these prices, stop-loss short of all of them; 0 is none. */
export const areStopsRight = (side: LeverSide, { takeProfit, stopLoss }: Stops, from: readonly bigint[]) => {
  const isAbove = (price: bigint) => price === 0n || from.every((each) => price > each)
  const isBelow = (price: bigint) => price === 0n || from.every((each) => price < each)
  return side === 'long' ? isAbove(takeProfit) && isBelow(stopLoss) : isBelow(takeProfit) && isAbove(stopLoss)
}
/** Which stop this mark has reached; the loss first, should both be. */
export const stopReached = (side: LeverSide, { takeProfit, stopLoss }: Stops, mark: bigint): Extract<CloseReason, 'take_profit' | 'stop_loss'> | null => {
  const isFallenTo = (price: bigint) => price !== 0n && mark <= price
  const isRisenTo = (price: bigint) => price !== 0n && mark >= price
  if (side === 'long' ? isFallenTo(stopLoss) : isRisenTo(stopLoss)) return 'stop_loss'
  return (side === 'long' ? isRisenTo(takeProfit) : isFallenTo(takeProfit)) ? 'take_profit' : null
}
/** A waiting entry opens once it would cost its own price or better, spread and all. */
export const isEntryReached = (side: LeverSide, target: bigint, mark: bigint, spread: bigint) =>
  side === 'long' ? entryPrice(side, mark, spread) <= target : entryPrice(side, mark, spread) >= target
/** A limit price must lie where the market still has to go: long below the mark, short above. */
export const isLimitRight = (side: LeverSide, target: bigint, mark: bigint) => (side === 'long' ? target < mark : target > mark)
/** Whether a price is worse than the one seen by more than so many percent. */
export const isWorse = (side: LeverSide, price: bigint, seen: bigint, percent: bigint) =>
  (side === 'long' ? price - seen : seen - price) * hundred > seen * percent
