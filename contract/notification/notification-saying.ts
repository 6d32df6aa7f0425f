import { decimalsOf } from '#contract/wire/money.ts'
import { marksOf, placesText, sumText } from '#contract/wire/money-text.ts'
import type { NotificationContent } from '#contract/wire/notification.ts'

export type Saying = { readonly key: string; readonly params: Readonly<Record<string, string>> }

const sided = new Set<NotificationContent['subject']>(['spot_filled', 'lever_entered'])

/**
 * The sentence of a notification, on a page and in a push: its key in the namespace `notification`, and its numbers.
 */
export function sayingIn(
  { subject, symbol, side, amount, coin, price, title }: NotificationContent,
  lang: string,
): Saying {
  const marks = marksOf(lang)
  const priceText = (text: string) => placesText(text, decimalsOf(text), marks)
  const isPrice = subject === 'price_above' || subject === 'price_below'
  const isOut = subject.startsWith('withdraw_')
  const isProfit = subject.startsWith('lever_') || subject === 'round_won'
  // A ratio of margin is a percentage; its coin only says of which account.
  const amountText = (text: string) =>
    isPrice
      ? priceText(text)
      : subject === 'margin_risk'
        ? placesText(text, 2, marks)
        : sumText(text, coin ?? '', marks, { isSigned: isProfit, ...(isOut && { rounding: 'away' }) })
  return {
    key: sided.has(subject) ? `says.${subject}_${side ?? 'buy'}` : `says.${subject}`,
    params: {
      symbol: symbol ?? '',
      coin: coin ?? '',
      title: title ?? '',
      price: price === null ? '' : priceText(price),
      amount: amount === null ? '' : amountText(amount),
    },
  }
}
