import type { Ad, OtcMarket } from '#contract/otc/otc-order.ts'
import { shiftHours, otcBand, otcFloatPrice, otcWorth } from '#contract/otc/otc-sums.ts'
import { parseDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { indexOf } from './ad-card.tsx'

/** The fields of an ad's form, as typed; ways are joined by commas. */
export type Terms = {
  side: string
  coin: string
  fiat: string
  price: string
  total: string
  min: string
  max: string
  ways: string
  /** Further methods of these ways, by their ids. */
  methods: string
  minutes: string
  remark: string
  /** `fixed`, or `above` and `below` the index by `margin` per cent. */
  kind: string
  margin: string
  /** Opening hours in the zone of this device; empty: always. */
  from: string
  to: string
  /** Never stored. */
  pin: string
}
/** How far the clock of this device is ahead of UTC. */
export const localMinutes = () => -new Date().getTimezoneOffset()
export const signed = (margin: string) => (margin.startsWith('-') ? margin : `+${margin}`)
/** The terms of an ad as the form shows them. */
export const termsOf = (ad: Ad): Terms => {
  const [from = '', to = ''] = shiftHours(ad.hours, localMinutes()).split('-')
  return {
    side: ad.side,
    coin: ad.currency_name,
    fiat: ad.fiat,
    price: ad.price,
    total: ad.total_number,
    min: ad.min_amount,
    max: ad.max_amount,
    ways: ad.ways.join(','),
    methods: ad.methods.flatMap(({ id }) => (id === 0 ? [] : [id])).join(','),
    minutes: String(ad.pay_minutes),
    remark: ad.remark,
    kind: ad.margin === '' ? 'fixed' : ad.margin.startsWith('-') ? 'below' : 'above',
    margin: ad.margin.replace('-', ''),
    from,
    to,
    pin: '',
  }
}
/** The margin as the wire has it; empty for a fixed price. */
export const marginOf = ({ kind, margin }: Pick<Terms, 'kind' | 'margin'>) =>
  kind === 'fixed' || unitsOf(margin) === null ? '' : kind === 'below' && unitsOf(margin) !== 0n ? `-${margin}` : margin
export const hoursOf = ({ from, to }: Pick<Terms, 'from' | 'to'>) =>
  from === '' || to === '' || from === to ? '' : shiftHours(`${from}-${to}`, -localMinutes())
/** The unit price that the terms mean now. */
export const priceOf = (texts: Terms, market: OtcMarket): string => {
  const band = bandOf(texts, market)
  const margin = marginOf(texts)
  if (texts.kind === 'fixed') return texts.price
  return band === null || margin === '' ? '' : otcFloatPrice(band.index, margin, band.fiat.scale)
}
export const firstTerms = ({ coins, pay_minutes }: OtcMarket, fiat: string): Terms => ({
  side: 'sell',
  coin: coins[0]?.currency_name ?? '',
  fiat,
  price: '',
  total: '',
  min: '',
  max: '',
  ways: 'bank',
  methods: '',
  minutes: String(pay_minutes[0] ?? ''),
  remark: '',
  kind: 'fixed',
  margin: '',
  from: '',
  to: '',
  pin: '',
})
/** Which field a refusal of the venue belongs to. */
export const fieldOfRefusal = {
  price_required: 'price',
  price_out_of_band: 'price',
  quantity_required: 'total',
  amount_step: 'total',
  insufficient_balance: 'total',
  amount_required: 'min',
  amount_range: 'min',
  amount_below_min: 'min',
  amount_above_max: 'max',
  ...pinFieldOf,
} as const

/** What stands in a field, in units; a text that is no number counts as none, and its field says so by itself. */
const typed = (text: string) => unitsOf(text) ?? 0n
const isBlank = (text: string) => typed(text) === 0n
const outside = (text: string, low: string, high: string) => typed(text) < parseDec(low) || typed(text) > parseDec(high)
type Faults = Partial<Record<keyof Terms, string | null>>

/** The band in which a price may lie now; null while the market does not know the coin. */
export function bandOf({ coin, fiat: code }: Pick<Terms, 'coin' | 'fiat'>, market: OtcMarket) {
  const fiat = market.fiats.find((each) => each.code === code)
  const id = market.coins.find(({ currency_name }) => currency_name === coin)?.currency_id
  const index = id === undefined ? null : indexOf(market, id, code)
  return fiat === undefined || index === null ? null : { index, fiat, ...otcBand(index, market.price_band, fiat.scale) }
}

/** What is wrong with each field, as the key of a sentence. The venue checks all of it again. */
export function checkTerms(texts: Terms, market: OtcMarket, ad: Ad | null): Faults {
  const band = bandOf(texts, market)
  const price = priceOf(texts, market)
  const priceFault = isBlank(price)
    ? 'refusals:price_required'
    : band !== null && outside(price, band.low, band.high)
      ? 'otc:faults.band'
      : null
  const quantity = ad === null ? texts.total : ad.surplus_number
  const worth =
    isBlank(price) || isBlank(quantity) || band === null
      ? null
      : otcWorth(typed(quantity) + (ad === null ? 0n : parseDec(ad.locked_number)), price, band.fiat.scale)
  const isRangeWrong = !isBlank(texts.min) && !isBlank(texts.max) && typed(texts.min) > typed(texts.max)
  return {
    price: texts.kind === 'fixed' ? priceFault : null,
    margin: texts.kind === 'fixed' ? null : priceFault,
    total: ad === null && isBlank(texts.total) ? 'refusals:quantity_required' : null,
    min: isBlank(texts.min)
      ? 'refusals:amount_required'
      : isRangeWrong
        ? 'refusals:amount_range'
        : band !== null && typed(texts.min) < parseDec(band.fiat.min_amount)
          ? 'otc:faults.least'
          : null,
    max: isBlank(texts.max)
      ? 'refusals:amount_required'
      : worth !== null && typed(texts.max) > worth
        ? 'otc:faults.worth'
        : band !== null && typed(texts.max) > parseDec(band.fiat.max_amount)
          ? 'otc:faults.most'
          : null,
    ways: texts.ways === '' ? 'refusals:way_unknown' : null,
    pin: ad === null && texts.side === 'sell' ? fundPasswordFault(texts.pin) : null,
  }
}
