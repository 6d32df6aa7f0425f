import { compareDec } from '#contract/wire/money.ts'

/**
 * What an amount must not be below or above; a bound that is absent or zero does not apply, except the free balance.
 */
type Bounds = { readonly min?: string; readonly max?: string; readonly free?: string | null }

/** Why an amount cannot be sent, as the key of its sentence; null if it can. */
export const amountFault = (amount: string, { min = '0', max = '0', free }: Bounds = {}) => {
  if (amount === '' || compareDec(amount, '0') === 0) return 'refusals:amount_required'
  if (compareDec(amount, min) < 0) return 'refusals:amount_below_min'
  if (compareDec(max, '0') > 0 && compareDec(amount, max) > 0) return 'refusals:amount_above_max'
  return free !== undefined && free !== null && compareDec(amount, free) > 0 ? 'refusals:insufficient_balance' : null
}
