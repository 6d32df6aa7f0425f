import { notifyOn } from '#server/core/notify.ts'

/** Each alert that has fired. */
export const alertNotifications = [
  notifyOn('alert.fired', ({ v: { alert, last } }) => ({
    subject: alert.side === 'above' ? 'price_above' : 'price_below',
    ref: String(alert.id),
    symbol: alert.symbol,
    amount: last,
    price: alert.price,
  })),
]
