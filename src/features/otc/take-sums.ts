import type { Ad, OtcMarket, OtcMeans } from '#contract/otc/otc-order.ts'
import { otcSums, otcWorth } from '#contract/otc/otc-sums.ts'
import { parseDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'

export type Scales = { readonly coinScale: number; readonly fiatScale: number }
type Sums = ReturnType<typeof otcSums>

export const scalesOf = (ad: Ad, { coins, fiats }: OtcMarket): Scales => ({
  coinScale: coins.find(({ currency_id }) => currency_id === ad.currency_id)?.decimal_scale ?? 8,
  fiatScale: fiats.find(({ code }) => code === ad.fiat)?.scale ?? 2,
})
export const meansIn = (text: string): OtcMeans => (text === 'number' ? 'number' : 'money')

/** What an amount comes to in money and coins; null for what is no number. */
export const takeSums = (means: string, typed: string, ad: Ad, scales: Scales): Sums | null =>
  unitsOf(typed) === null ? null : otcSums(meansIn(means), typed, ad.price, scales)

/** The most money for which this ad can be taken now. */
export const mostOf = (ad: Ad, { fiatScale }: Scales) => {
  const rest = otcWorth(parseDec(ad.surplus_number), ad.price, fiatScale)
  return rest < parseDec(ad.max_amount) ? rest : parseDec(ad.max_amount)
}

/** Why these sums do not fit the ad, as the key of a sentence; null if they do. */
export function takeFault(ad: Ad, sums: Sums | null, scales: Scales): string | null {
  if (sums === null || sums.number === 0n) return 'refusals:amount_required'
  if (sums.total < parseDec(ad.min_amount)) return 'refusals:amount_below_min'
  if (sums.number > parseDec(ad.surplus_number)) return 'refusals:ad_short'
  return sums.total > mostOf(ad, scales) ? 'refusals:amount_above_max' : null
}
