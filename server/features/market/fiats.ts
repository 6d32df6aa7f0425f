import { currencyScales } from '#contract/wire/money-text.ts'
import type { MarketSettings } from './context.ts'

/** A fiat currency: how it is written, and how much of it one unit of the base coin is worth. */
export type Fiat = { code: string; symbol: string; scale: number; rate: string }

export const fiatsOf = ({ cnyPerUsdt }: MarketSettings): Fiat[] => [
  { code: 'USD', symbol: '$', scale: currencyScales.USD, rate: '1' },
  { code: 'CNY', symbol: '¥', scale: currencyScales.CNY, rate: cnyPerUsdt },
  { code: 'HKD', symbol: 'HK$', scale: currencyScales.HKD, rate: '7.8' },
  { code: 'JPY', symbol: '¥', scale: currencyScales.JPY, rate: '150' },
  { code: 'KRW', symbol: '₩', scale: currencyScales.KRW, rate: '1380' },
  { code: 'EUR', symbol: '€', scale: currencyScales.EUR, rate: '0.92' },
  { code: 'THB', symbol: '฿', scale: currencyScales.THB, rate: '34' },
]
