import { baseCoin } from '#contract/wire/limits.ts'
import { notifyOn } from '#server/core/notify.ts'

/** Deposits and remittances that are decided. */
export const depositNotifications = [
  notifyOn('deposit.changed', ({ v, why }) => {
    const about = { ref: String(v.id), coin: v.name }
    if (why === 'passed') return { ...about, subject: 'deposit_passed', amount: v.daozhang_num }
    return why === 'rejected' ? { ...about, subject: 'deposit_rejected', amount: v.amount } : null
  }),
  notifyOn('deposit.remittanceChanged', ({ v, why }) => {
    const about = { ref: v.id, title: v.remit_no }
    if (why === 'passed') return { ...about, subject: 'deposit_passed', amount: v.result, coin: baseCoin.name }
    return why === 'rejected' ? { ...about, subject: 'deposit_rejected', amount: v.amount, coin: v.fiat } : null
  }),
]
