import type { Event } from '#contract/endpoints.ts'
import { toast } from '#src/stores/toasts.ts'

/** Says what happened to the money of the caller while they look at something else. */
export function sayEvent(event: Event) {
  if (event.ev === 'assets.giftReceived') toast('money:toasts.gift', { amount: `${event.v.number} ${event.v.currency_name}`, peer: event.v.peer })
  if (event.ev === 'deposit.changed' && event.why === 'passed') toast('money:toasts.deposit', { amount: `${event.v.daozhang_num} ${event.v.name}` })
  if (event.ev === 'deposit.remittanceChanged' && event.why === 'passed') toast('money:toasts.deposit', { amount: `${event.v.result} USDT` })
  if (event.ev === 'withdraw.changed' && event.why === 'passed') toast('money:toasts.withdraw', { amount: `${event.v.number} ${event.v.name}` })
  if ((event.ev === 'withdraw.changed' || event.ev === 'deposit.changed' || event.ev === 'deposit.remittanceChanged') && event.why === 'rejected')
    toast(event.ev === 'withdraw.changed' ? 'money:toasts.withdrawRejected' : 'money:toasts.depositRejected', {}, 'error')
}
