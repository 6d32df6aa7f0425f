import { freeOf } from '#contract/assets/assets.ts'
import { compareDec, parseDec } from '#contract/wire/money.ts'
import type { Balances } from '#streams/assets/assets.ts'

/** The free amount of a coin in the spot account. */
export const changeOf = ({ cells }: Balances, currencyId: number) => {
  const cell = cells.change.find(({ currency }) => currency === currencyId)
  return cell === undefined ? '0' : freeOf(cell, 'change')
}
/** The lesser of two amounts; a bound of zero or null does not apply. */
export const lesser = (amount: string, bound: string | null) =>
  bound === null || compareDec(bound, '0') === 0 || compareDec(amount, bound) < 0 ? amount : bound
/** How much of a total is left, in whole percent. */
export const percentLeft = (left: string, total: string) =>
  compareDec(total, '0') === 0 ? 0 : Number((parseDec(left) * 100n) / parseDec(total))
