import { baseCoin } from '#contract/wire/limits.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { marksOf, placesText, sumText } from '#contract/wire/money-text.ts'
import type { NotificationContent } from '#contract/wire/notification.ts'

export type Saying = { readonly key: string; readonly params: Readonly<Record<string, string>> }

/** Their title is the price that was waited for; those that were kept before have none. */
const waited: readonly NotificationContent['subject'][] = [
  'trigger_stop',
  'trigger_waits',
  'lever_stop_loss',
  'lever_take_profit',
]
const sided = new Set<NotificationContent['subject']>(['spot_filled', 'lever_entered'])

const isNumber = /^\d+(?:\.\d+)?$/
const hundred = parseDec('100')
/** How far a fill is from its trigger, in percent of that. */
export function slipOf(price: string, trigger: string): string {
  const [at, wanted] = [parseDec(price), parseDec(trigger)]
  const apart = at > wanted ? at - wanted : wanted - at
  return wanted === 0n ? '0' : formatDec((apart * hundred) / wanted)
}

type Parts = Pick<NotificationContent, 'subject' | 'side' | 'amount' | 'title'>
/** The key of a sentence without a price that was waited for. */
const plainKey = ({ subject, side, amount, title }: Parts) => {
  if (sided.has(subject)) return `says.${subject}_${side ?? 'buy'}`
  if (subject === 'spot_unfilled' && title === 'expired') return 'says.spot_expired'
  return subject === 'trigger_expired' && amount !== null ? 'says.trigger_expired_part' : `says.${subject}`
}

/**
 * The sentence of a notification, on a page and in a push: its key in the namespace `notification`, and its numbers.
 */
export function sayingIn(
  { subject, symbol, side, amount, coin, price, title, net }: NotificationContent,
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
  const isAt = waited.includes(subject) && price !== null && title !== null && isNumber.test(title)
  const slip = isAt ? slipOf(price, title) : null
  const key = isAt ? `says.${subject}_at` : plainKey({ subject, side, amount, title })
  return {
    key: net === undefined ? key : `${key}_net`,
    params: {
      symbol: symbol ?? '',
      coin: coin ?? '',
      title: isAt ? priceText(title) : (title ?? ''),
      ...(slip !== null && { slip: placesText(slip, 2, marks) }),
      price: price === null ? '' : priceText(price),
      ...(net !== undefined && { net: sumText(net, baseCoin.name, marks, { isSigned: true }) }),
      amount: amount === null ? '' : amountText(amount),
    },
  }
}
