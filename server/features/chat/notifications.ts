import { notifyOn } from '#server/core/notify.ts'

/** Somebody who asks to become a friend. */
export const chatNotifications = [
  notifyOn('chat.applyChanged', ({ v, why }) =>
    why === 'came' ? { subject: 'friend_asked', ref: v.id, title: v.userName } : null,
  ),
]
