import { divUp, SCALE } from '#contract/wire/money.ts'

const one = 10n ** BigInt(SCALE)
/** Units of 10^-8 cut, or rounded up, to a coarser scale. */
export const cutTo = (units: bigint, scale: number) => {
  const step = 10n ** BigInt(SCALE - scale)
  return (units / step) * step
}
export const upTo = (units: bigint, scale: number) => {
  const step = 10n ** BigInt(SCALE - scale)
  return divUp(units, step) * step
}
/** What an exchange gives: the gross result, the fee in it, and what is received. All units of 10^-8. */
type Exchanged = { gross: bigint; fee: bigint; result: bigint }

/** A fee as a fraction of an amount, rounded up to the scale and never less than one unit of it. */
const feeOf = (amount: bigint, rate: bigint, scale: number) => {
  const exact = upTo(divUp(amount * rate, one), scale)
  const least = 10n ** BigInt(SCALE - scale)
  return rate > 0n && exact < least ? least : exact
}
/**
 * Coins for coins: worth times amount, less the spread, cut to the scale of what is received; the fee is taken from
 * that.
 */
export function flashSums(input: {
  num: bigint
  leftWorth: bigint
  rightWorth: bigint
  spread: bigint
  feeRate: bigint
  scale: number
}): Exchanged {
  const { num, leftWorth, rightWorth, spread, feeRate, scale } = input
  const gross = cutTo((num * leftWorth * (one - spread)) / (rightWorth * one), scale)
  const fee = feeOf(gross, feeRate, scale)
  return { gross, fee, result: gross - fee }
}
/** The price without and with the spread: right coin per left coin, rounded down. */
export const flashPrice = (leftWorth: bigint, rightWorth: bigint, spread: bigint) =>
  (leftWorth * (one - spread)) / rightWorth

/** Fiat for the base coin, at a price in fiat per coin: cut to the coin's scale, the fee taken from it. */
export function bankInSums(input: { num: bigint; price: bigint; feeRate: bigint; scale: number }): Exchanged {
  const gross = cutTo((input.num * one) / input.price, input.scale)
  const fee = feeOf(gross, input.feeRate, input.scale)
  return { gross, fee, result: gross - fee }
}
/** The base coin for fiat: the fee is taken from the coins, and what is left is paid, cut to the scale of the fiat. */
export function bankOutSums(input: {
  num: bigint
  price: bigint
  feeRate: bigint
  feeMin: bigint
  coinScale: number
  fiatScale: number
}): Exchanged {
  const exact = feeOf(input.num, input.feeRate, input.coinScale)
  const fee = exact > input.feeMin ? exact : input.feeMin
  const paid = input.num > fee ? input.num - fee : 0n
  return { gross: input.num, fee, result: cutTo((paid * input.price) / one, input.fiatScale) }
}
