import { coinsFor, costOf, type LaunchProduct } from '#contract/launch/launch.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'

const hundred = 100n
/** How much of the issue is subscribed, in percent with one decimal, cut. */
export const soldPercent = ({ num, last_num }: Pick<LaunchProduct, 'num' | 'last_num'>) => {
  const all = parseDec(num)
  return all === 0n ? '0' : formatDec(((all - parseDec(last_num)) * hundred * 10n) / all, 1)
}

export type Bounds = { readonly min: string; readonly max: string }
/** Least and most to pay in one coin; `max` 0 is none. What is left bounds both. */
export function payBounds({ buy_num, buy_max, last_num }: LaunchProduct, rate: string, payScale: number): Bounds {
  const cost = (coins: string) => formatDec(costOf(parseDec(coins), parseDec(rate), payScale))
  const atMost = compareDec(buy_max, '0') > 0 && compareDec(buy_max, last_num) < 0 ? buy_max : last_num
  return { min: cost(compareDec(last_num, buy_num) < 0 ? last_num : buy_num), max: cost(atMost) }
}
/** What an amount buys. */
export const coinsOf = (amount: string, rate: string) =>
  amount === '' ? '0' : formatDec(coinsFor(parseDec(amount), parseDec(rate)))
