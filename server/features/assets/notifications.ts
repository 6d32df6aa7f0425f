import { notifyOn } from '#server/core/notify.ts'

/** Coins that another user has sent. */
export const assetsNotifications = [
  notifyOn('assets.giftReceived', ({ v }) => ({
    subject: 'gift_received',
    ref: v.id,
    amount: v.number,
    coin: v.currency_name,
    title: v.peer,
  })),
]
