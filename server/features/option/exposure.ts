import { parseDec } from '#contract/wire/money.ts'
import { payoutOf } from '#contract/option-outcome.ts'
import { isOptionOpen, type OptionRow } from './rows.ts'

export type Exposed = Pick<OptionRow, 'round' | 'type' | 'coin' | 'stake' | 'fee' | 'ratio'>
/** One side of one round in one coin. */
export const sideOf = ({ round, type, coin }: Exposed) => `${round}|${type}|${coin}`
/** What an order brings if its side wins. */
export const worstOf = ({ type, stake, fee, ratio }: Exposed) =>
  payoutOf({ type, stake: parseDec(stake), fee: parseDec(fee), ratio: parseDec(ratio) }, type)

/** What the house may have to pay, for each side of each round. */
export function worstPayouts(rows: readonly OptionRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) if (isOptionOpen(row)) sums.set(sideOf(row), (sums.get(sideOf(row)) ?? 0n) + worstOf(row))
  return sums
}
