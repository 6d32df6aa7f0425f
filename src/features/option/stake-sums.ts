import type { Currency } from '#contract/market/market.ts'
import { compareDec, decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { OptionPeriod, OptionType } from '#contract/option/option.ts'
import { optionFee, winOf } from '#contract/option/option-outcome.ts'
import { unitsOf } from '#src/lib/amount.ts'

export const types: readonly OptionType[] = ['call', 'put', 'even']

type Limits = Pick<OptionPeriod, 'min_num' | 'max_num'>
type CoinRules = Pick<Currency, 'micro_min' | 'micro_max' | 'micro_trade_fee' | 'decimal_scale'>

export const ratioOf = (
  { profit_ratio, even_ratio }: Pick<OptionPeriod, 'profit_ratio' | 'even_ratio'>,
  type: OptionType,
) => (type === 'even' ? even_ratio : profit_ratio)

/** The minimum and maximum stake; null: no maximum. */
export function limitsOf(period: Limits, coin: CoinRules): { readonly min: string; readonly max: string | null } {
  const min = compareDec(period.min_num, coin.micro_min) > 0 ? period.min_num : coin.micro_min
  const mosts = [period.max_num, coin.micro_max].filter((most) => compareDec(most, '0') > 0).toSorted(compareDec)
  return { min, max: mosts[0] ?? null }
}

/** The cost and possible payout of a stake, in units, as the server books them; null without an amount. */
export type StakeSums = {
  readonly fee: bigint
  /** Stake and fee: charged at once. */
  readonly pay: bigint
  /** The payout of a win, stake included. */
  readonly back: bigint
  /** The profit of a win and the loss otherwise, fee included. */
  readonly gain: bigint
}
export function sumsOf(number: string, ratio: string, coin: Pick<CoinRules, 'micro_trade_fee'>): StakeSums | null {
  const stake = unitsOf(number)
  if (stake === null || stake === 0n) return null
  const fee = optionFee(stake, parseDec(coin.micro_trade_fee))
  const win = winOf(stake, parseDec(ratio))
  return { fee, pay: stake + fee, back: stake + win, gain: win - fee }
}

export type StakeProblem = {
  readonly field: 'period' | 'number'
  readonly reason: ProblemReason
  readonly params: Record<string, string>
}
type ProblemReason =
  | 'period_required'
  | 'amount_required'
  | 'amount_step'
  | 'amount_below_min'
  | 'amount_above_max'
  | 'insufficient_balance'

/** The first fault of a stake, or null. The server checks the same rules again. */
export function problemOf(
  number: string,
  period: (Limits & Pick<OptionPeriod, 'profit_ratio'>) | null,
  coin: CoinRules & { readonly name: string },
  free: string | null,
): StakeProblem | null {
  if (period === null) return { field: 'period', reason: 'period_required', params: {} }
  const sums = sumsOf(number, period.profit_ratio, coin)
  if (sums === null) return { field: 'number', reason: 'amount_required', params: {} }
  if (decimalsOf(number) > coin.decimal_scale)
    return { field: 'number', reason: 'amount_step', params: { scale: String(coin.decimal_scale) } }
  const { min, max } = limitsOf(period, coin)
  if (compareDec(number, min) < 0)
    return { field: 'number', reason: 'amount_below_min', params: { min, coin: coin.name } }
  if (max !== null && compareDec(number, max) > 0)
    return { field: 'number', reason: 'amount_above_max', params: { max, coin: coin.name } }
  if (free !== null && sums.pay > parseDec(free)) return { field: 'number', reason: 'insufficient_balance', params: {} }
  return null
}

/** The largest stake that the balance covers, fee included, cut to the coin's decimals. */
export function mostOf(free: string, max: string | null, { micro_trade_fee, decimal_scale }: CoinRules): string {
  const whole = parseDec('100')
  const part = (parseDec(free) * whole) / (whole + parseDec(micro_trade_fee))
  const unit = 10n ** BigInt(8 - Math.min(decimal_scale, 8))
  const cut = formatDec(part - (part % unit))
  return max !== null && compareDec(cut, max) > 0 ? max : cut
}
