import { decimalsOf, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Coin } from '#server/features/market/rows.ts'

/**
 * The amount put into a product, as typed: as fine as the coin, and within the product's bounds; a `max` of 0 is none.
 */
export function checkAmount(
  typed: string | undefined,
  { scale, name }: Pick<Coin, 'scale' | 'name'>,
  { min, max }: { min: string; max: string },
): bigint {
  const amount = typed === undefined || typed === '' ? 0n : parseDec(typed)
  if (amount === 0n || typed === undefined) throw new Refusal('amount_required')
  if (decimalsOf(typed.includes('.') ? typed.replace(/0+$/, '') : typed) > scale)
    throw new Refusal('amount_step', { scale })
  if (amount < parseDec(min)) throw new Refusal('amount_below_min', { min, coin: name })
  if (parseDec(max) > 0n && amount > parseDec(max)) throw new Refusal('amount_above_max', { max, coin: name })
  return amount
}
