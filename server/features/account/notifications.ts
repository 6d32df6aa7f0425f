import { notifyOn } from '#server/core/notify.ts'

/** Somebody wants the authenticator app off the account, and has got it off. */
export const accountNotifications = [
  notifyOn('account.lockChanged', ({ why }) =>
    why === 'totp_lost' || why === 'totp_removed' ? { subject: why } : null,
  ),
]
