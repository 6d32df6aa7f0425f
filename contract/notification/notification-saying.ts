import type { NotificationContent } from '#contract/wire/notification.ts'

/** How the reader's language writes numbers: an amount with its own places, a price with all of them. */
export type NumbersIn = { readonly amount: (text: string) => string; readonly price: (text: string) => string }
export type Saying = { readonly key: string; readonly params: Readonly<Record<string, string>> }

const sided = new Set<NotificationContent['subject']>(['spot_filled', 'lever_entered'])

/** The sentence of a notification, on a page and in a push: its key in the namespace `notification`, and its numbers. */
export function sayingIn({ subject, symbol, side, amount, coin, price, title }: NotificationContent, numbers: NumbersIn): Saying {
  const isPrice = subject === 'price_above' || subject === 'price_below'
  const number = amount === null ? '' : isPrice ? numbers.price(amount) : numbers.amount(amount)
  const isProfit = subject.startsWith('lever_') || subject === 'round_won'
  return {
    key: sided.has(subject) ? `says.${subject}_${side ?? 'buy'}` : `says.${subject}`,
    params: {
      symbol: symbol ?? '', coin: coin ?? '', title: title ?? '', price: price === null ? '' : numbers.price(price),
      amount: isProfit && number !== '' && !number.startsWith('-') ? `+${number}` : number,
    },
  }
}
