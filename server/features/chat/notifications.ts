import { notifyOn } from '#server/core/notify.ts'

/** Somebody who asks to become a friend, and a call that was missed. */
export const chatNotifications = [
  notifyOn('chat.applyChanged', ({ v, why }) =>
    why === 'came' ? { subject: 'friend_asked', ref: v.id, title: v.userName } : null,
  ),
  notifyOn('chat.callChanged', ({ v, why }) =>
    why === 'unanswered' ? { subject: 'call_missed', ref: v.chatGroupId, title: v.caller.userName } : null,
  ),
]
