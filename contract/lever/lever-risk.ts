import type { CloseReason, LeverSide } from './lever-position.ts'
import { divDown, divUp, SCALE } from '#contract/wire/money.ts'

/**
 * Formulas for leveraged positions, shared by server and client. All values are integers in units of 10^-8: prices,
 * base amounts, money, percent. What the owner pays is rounded up, what the owner receives is rounded down.
 * docs/lever.md has worked examples.
 */
export const one = 10n ** BigInt(SCALE)
const hundred = 100n * one

/** a ÷ b, rounded toward minus infinity. */
const floor = (a: bigint, b: bigint): bigint => {
  const quotient = divDown(a, b)
  return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient
}
const ceil = (a: bigint, b: bigint): bigint => -floor(-a, b)
const sum = <T>(all: readonly T[], of: (each: T) => bigint) => all.reduce((total, each) => total + of(each), 0n)

/** Base amount of a number of lots: lots × lot size. */
export const numberOf = (lots: number, lotSize: bigint) => BigInt(lots) * lotSize
/** Notional value: price × number, rounded up. */
export const valueOf = (price: bigint, number: bigint) => divUp(price * number, one)
/** Margin: price × number ÷ multiple (the leverage), rounded up (P1). */
export const marginOf = (price: bigint, number: bigint, multiple: number) =>
  divUp(price * number, one * BigInt(multiple))
/** A percentage of the notional value, rounded up: the opening fee, or the charge for one night. */
export const shareOf = (price: bigint, number: bigint, percent: bigint) =>
  divUp(price * number * percent, one * hundred)
/** Profit at a mark price: (mark − price) × number, negated for short, rounded down (P2). */
export const profitOf = (side: LeverSide, price: bigint, mark: bigint, number: bigint) =>
  floor((side === 'long' ? mark - price : price - mark) * number, one)
/** Profit in percent of the margin, rounded down. */
export const returnOf = (profit: bigint, margin: bigint) => (margin === 0n ? 0n : floor(profit * hundred, margin))
/** The mark price, in whole ticks, at which a position first has at least this profit. */
export const priceAtProfit = (side: LeverSide, price: bigint, number: bigint, profit: bigint, tick: bigint) => {
  if (number === 0n) return price
  const raw = profit * one
  return side === 'long'
    ? ceil(price * number + raw, number * tick) * tick
    : floor(price * number - raw, number * tick) * tick
}

export type Opening = { side: LeverSide; price: bigint; lots: number; lotSize: bigint; multiple: number; fee: bigint }
/** Base amount, notional value, margin and fee of a position opened at this price; `cost` is margin plus fee. */
export const openingOf = ({ price, lots, lotSize, multiple, fee }: Opening) => {
  const number = numberOf(lots, lotSize)
  const margin = marginOf(price, number, multiple)
  const feeMoney = shareOf(price, number, fee)
  return { number, value: valueOf(price, number), margin, fee: feeMoney, cost: margin + feeMoney }
}

/** What falls to `lots` of all the lots of a position, rounded down; the rest of the position keeps the remainder. */
export const partOf = (amount: bigint, lots: number, all: number) => divDown(amount * BigInt(lots), BigInt(all))

/** One trading position in a risk account. */
export type Leg = { pair: number; side: LeverSide; price: bigint; number: bigint; margin: bigint; mark: bigint }
/** A user's trading positions in one quote coin with the free balance, which secures all of them (cross margin). */
export type RiskAccount = { free: bigint; legs: readonly Leg[] }

export const legProfit = ({ side, price, mark, number }: Leg) => profitOf(side, price, mark, number)
export const marginSum = ({ legs }: RiskAccount) => sum(legs, ({ margin }) => margin)
export const profitSum = ({ legs }: RiskAccount) => sum(legs, legProfit)
/** Equity: free balance + margins + profits at the mark prices. */
export const equityOf = (account: RiskAccount) => account.free + marginSum(account) + profitSum(account)
/**
 * Hazard rate: equity in percent of the sum of margins, truncated; 0 without positions or without equity. Lower is more
 * dangerous.
 */
export const hazardRate = (account: RiskAccount) => {
  const margin = marginSum(account)
  const equity = equityOf(account)
  return margin === 0n || equity <= 0n ? 0n : (equity * hundred) / margin
}
/**
 * True when the account must be liquidated: equity × 100 ≤ `burst` × sum of margins, with `burst` in percent. No
 * division, so that rounding cannot decide.
 */
export const isBurst = (account: RiskAccount, burst: bigint) =>
  account.legs.length > 0 && equityOf(account) * hundred <= burst * marginSum(account)

/**
 * The first mark price of one pair, in whole ticks, at which the account is liquidated if all other mark prices stay
 * the same. Only the net amount (long less short) of the pair counts. Null if there is no such price.
 */
export const liquidationPrice = (account: RiskAccount, pair: number, burst: bigint, tick: bigint): bigint | null => {
  const pairLegs = account.legs.filter((leg) => leg.pair === pair)
  const [first] = pairLegs
  const net = sum(pairLegs, ({ side, number }) => (side === 'long' ? number : -number))
  if (!first || net === 0n) return null
  const excess = burst * marginSum(account) - equityOf(account) * hundred
  // The price is mark + excess ÷ (100 × net); with one common denominator, so that it is rounded once.
  const numerator = first.mark * 100n * net + excess
  const price = (net > 0n ? floor(numerator, 100n * net * tick) : ceil(numerator, 100n * net * tick)) * tick
  return price > 0n ? price : null
}

/**
 * How many tenths of the way from the warning rate to the liquidation rate the hazard rate has gone (0 to 10); null
 * above the warning rate.
 */
export const riskTenth = (account: RiskAccount, warn: bigint, burst: bigint): number | null => {
  if (account.legs.length === 0) return null
  const rate = hazardRate(account)
  if (rate > warn) return null
  if (rate <= burst || warn <= burst) return 10
  return Number(((warn - rate) * 10n) / (warn - burst))
}

export type Stops = { takeProfit: bigint; stopLoss: bigint }
/**
 * True if the stops are on the correct side of all prices in `from`: for long, take-profit above and stop-loss below;
 * for short the reverse. 0 is no stop. The price is the current mark, so that a stop may lock a profit in; for a
 * pending entry it is the limit price.
 */
export const areStopsRight = (side: LeverSide, { takeProfit, stopLoss }: Stops, from: readonly bigint[]) => {
  const isAbove = (price: bigint) => price === 0n || from.every((each) => price > each)
  const isBelow = (price: bigint) => price === 0n || from.every((each) => price < each)
  return side === 'long' ? isAbove(takeProfit) && isBelow(stopLoss) : isBelow(takeProfit) && isAbove(stopLoss)
}
/** The stop that this mark price has reached; the stop-loss if both are reached. */
export const stopReached = (
  side: LeverSide,
  { takeProfit, stopLoss }: Stops,
  mark: bigint,
): Extract<CloseReason, 'take_profit' | 'stop_loss'> | null => {
  const hasFallenTo = (price: bigint) => price !== 0n && mark <= price
  const hasRisenTo = (price: bigint) => price !== 0n && mark >= price
  if (side === 'long' ? hasFallenTo(stopLoss) : hasRisenTo(stopLoss)) return 'stop_loss'
  return (side === 'long' ? hasRisenTo(takeProfit) : hasFallenTo(takeProfit)) ? 'take_profit' : null
}
/**
 * True if the price at which the house would open a position now is at a limit price or better: then an entry opens, at
 * that price.
 */
export const isAtLimit = (side: LeverSide, limit: bigint, price: bigint) =>
  side === 'long' ? price <= limit : price >= limit
/** True if a limit price is not reached yet: below the mark price for long, above it for short. */
export const isLimitRight = (side: LeverSide, target: bigint, mark: bigint) =>
  side === 'long' ? target < mark : target > mark
/** True if a price is worse for the owner than the one seen by more than `percent`. */
export const isWorse = (side: LeverSide, price: bigint, seen: bigint, percent: bigint) =>
  (side === 'long' ? price - seen : seen - price) * hundred > seen * percent
