import { notifyOn } from '#server/core/notify.ts'

const subjects = {
  totp_lost: 'totp_lost',
  totp_removed: 'totp_removed',
  frozen: 'safety_frozen',
  unfrozen: 'safety_unfrozen',
} as const
const isKnown = (why: string | undefined): why is keyof typeof subjects => why !== undefined && why in subjects

/** What concerns the safety of the account: its authenticator app, its freezing, and who logs in. */
export const accountNotifications = [
  notifyOn('account.lockChanged', ({ why }) => (isKnown(why) ? { subject: subjects[why] } : null)),
  notifyOn('account.changed', ({ v: { email, phone }, why }) =>
    why === 'email' || why === 'mobile'
      ? { subject: 'safety_contact', title: (why === 'email' ? email : phone) ?? '' }
      : null,
  ),
  notifyOn(
    'account.asked',
    ({ v: { asked } }) => asked && { subject: 'asked_more', ref: asked.kind, title: asked.text },
  ),
  notifyOn('account.loggedIn', ({ v: { device, place } }) => ({
    subject: 'safety_login',
    title: [device, place].filter((part) => part !== null).join(', '),
  })),
]
