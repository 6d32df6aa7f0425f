import type { SpotOrder } from '#contract/spot.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import type { useFormat } from '#src/parts/use-format.ts'
import type { ShowPrice } from '#src/parts/use-price.ts'

/** What now stands where, as the name of a sentence and its numbers. */
export type OrderWords = {
  readonly key: 'filled' | 'waits' | 'partly' | 'cut' | 'nothing'
  readonly params: Readonly<Record<string, string>>
}

const isSome = (amount: string) => compareDec(amount, '0') > 0

/** The verdict on an order that the venue has just answered. */
export function wordsOf(order: SpotOrder, shown: ReturnType<typeof useFormat>, price: ShowPrice): OrderWords {
  const { status, filled_amount, trade_amount, trade_price, target_price, symbol } = order
  const left = isSome(trade_amount) ? formatDec(parseDec(trade_amount) - parseDec(filled_amount)) : '0'
  const params = {
    amount: shown.amount(filled_amount),
    all: shown.amount(trade_amount),
    left: shown.amount(left),
    price: price(trade_price ?? target_price, symbol),
    limit: price(target_price, symbol),
    coin: symbol.split('/')[0] ?? '',
  }
  if (status === 'completed') return { key: 'filled', params }
  if (status === 'waiting') return { key: isSome(filled_amount) ? 'partly' : 'waits', params }
  return { key: isSome(filled_amount) ? 'cut' : 'nothing', params }
}
