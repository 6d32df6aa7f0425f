import { notifyOn } from '#server/core/notify.ts'

/** Withdrawals that are decided. */
export const withdrawNotifications = [
  notifyOn('withdraw.changed', ({ v, why }) => {
    if (why !== 'passed' && why !== 'rejected') return null
    return {
      subject: why === 'passed' ? 'withdraw_passed' : 'withdraw_rejected',
      ref: String(v.id),
      amount: v.number,
      coin: v.name,
    }
  }),
]
