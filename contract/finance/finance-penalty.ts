import * as z from 'zod/mini'
import { divUp, SCALE } from '#contract/wire/money.ts'

/** What leaving early costs: one and a half days of interest, or a part of the amount for each day that remains. */
export const penaltyRule = z.enum(['interest_1_5', 'breach_ratio'])
export type PenaltyRule = z.output<typeof penaltyRule>

const one = 10n ** BigInt(SCALE)
const stepOf = (scale: number) => 10n ** BigInt(SCALE - scale)
/**
 * Interest of one day, in units of 10^-8: as fine as the coin, rounded against the owner once. `dayRate` is a fraction.
 */
export const dailyInterest = (amount: bigint, dayRate: bigint, scale: number) =>
  ((amount * dayRate) / (one * stepOf(scale))) * stepOf(scale)

export type PenaltyTerms = {
  rule: PenaltyRule
  amount: bigint
  dayRate: bigint
  ratio: bigint
  daysLeft: number
  scale: number
}
/** What leaving now costs, in units of 10^-8: rounded up once, and never more than the amount (F3). */
export const penaltyOf = ({ rule, amount, dayRate, ratio, daysLeft, scale }: PenaltyTerms) => {
  const step = stepOf(scale)
  const cost =
    rule === 'interest_1_5'
      ? divUp(amount * dayRate * 3n, one * 2n * step)
      : divUp(amount * ratio * BigInt(daysLeft), one * step)
  return cost * step < amount ? cost * step : amount
}
