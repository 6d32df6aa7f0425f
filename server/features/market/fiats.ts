import type { MarketSettings } from './context.ts'

/** A fiat currency: how it is written, and how much of it one unit of the base coin is worth. */
export type Fiat = { code: string; symbol: string; scale: number; rate: string }

export const fiatsOf = ({ cnyPerUsdt }: MarketSettings): Fiat[] => [
  { code: 'USD', symbol: '$', scale: 2, rate: '1' },
  { code: 'CNY', symbol: '¥', scale: 2, rate: cnyPerUsdt },
  { code: 'HKD', symbol: 'HK$', scale: 2, rate: '7.8' },
  { code: 'JPY', symbol: '¥', scale: 0, rate: '150' },
  { code: 'KRW', symbol: '₩', scale: 0, rate: '1380' },
  { code: 'EUR', symbol: '€', scale: 2, rate: '0.92' },
  { code: 'THB', symbol: '฿', scale: 2, rate: '34' },
]
