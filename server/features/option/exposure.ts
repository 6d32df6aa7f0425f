import { parseDec } from '#contract/wire/money.ts'
import { payoutOf } from '#contract/option/option-outcome.ts'
import { isOptionOpen, type OptionRow } from './rows.ts'

type StakeTerms = Pick<OptionRow, 'round' | 'type' | 'coin' | 'stake' | 'fee' | 'ratio'>
/** Key of one side of one round in one coin. */
export const sideOf = ({ round, type, coin }: StakeTerms) => `${round}|${type}|${coin}`
/** Payout of an order if its side wins. */
export const maxPayoutOf = ({ type, stake, fee, ratio }: StakeTerms) =>
  payoutOf({ type, stake: parseDec(stake), fee: parseDec(fee), ratio: parseDec(ratio) }, type)

/** The most the house may have to pay, by side of a round (`sideOf`). */
export function maxPayouts(rows: readonly OptionRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) if (isOptionOpen(row)) sums.set(sideOf(row), (sums.get(sideOf(row)) ?? 0n) + maxPayoutOf(row))
  return sums
}
