import type { SpotOrder } from '#contract/spot/spot.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import type { PairPrice } from '#src/parts/use-pair-price.ts'

/** What now stands where, as the name of a sentence and its numbers. */
export type OrderWords = {
  readonly key: 'filled' | 'waits' | 'partly' | 'cut' | 'nothing'
  readonly params: Readonly<Record<string, string>>
}

const isSome = (amount: string) => compareDec(amount, '0') > 0

/** The verdict on an order that the venue has just answered. */
export function wordsOf(order: SpotOrder, shown: Numbers, price: PairPrice): OrderWords {
  const { type, status, filled_amount, trade_amount, trade_price, target_price, symbol } = order
  const left = isSome(trade_amount) ? formatDec(parseDec(trade_amount) - parseDec(filled_amount)) : '0'
  const coin = symbol.split('/')[0] ?? ''
  const params = {
    amount: shown.sum(filled_amount, coin),
    all: shown.sum(trade_amount, coin),
    left: shown.sum(left, coin),
    price: price(trade_price ?? target_price, symbol, type === 'buy' ? 'away' : 'down'),
    limit: price(target_price, symbol),
    coin,
  }
  if (status === 'completed') return { key: 'filled', params }
  if (status === 'waiting') return { key: isSome(filled_amount) ? 'partly' : 'waits', params }
  return { key: isSome(filled_amount) ? 'cut' : 'nothing', params }
}
